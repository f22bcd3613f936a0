// The models of this server: which there are and what each costs, one tested, one more set up, one taken out. Names where a key is found and never takes a key.
import { type FormEvent, useCallback, useEffect, useState } from "react";
import parts from "./parts/parts.module.css";
import { Ask, Notice, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { priceOf } from "./run/about-player.tsx";
import { say as sayOfPlayers } from "./run/player-words.ts";
import { money } from "./run/sitting.tsx";
import style from "./settings.module.css";
import * as settings from "./settings-wire.ts";
import { count, say } from "./settings-words.ts";
import * as wire from "./wire.ts";

const EVERY = "*";

export function ModelSettings() {
  const [cards, setCards] = useState<readonly wire.ModelCard[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const look = useCallback(async () => {
    setProblem(null);
    await wire.models().then(setCards, (error) => setProblem(wire.messageOf(error)));
  }, []);
  useEffect(() => void look(), [look]);
  const noteAdded = async (name: string) => {
    await look();
    setDone(say("isIn", { name }));
  };
  const noteRemoved = async (name: string) => {
    await look();
    setDone(say("isOut", { name }));
  };
  return (
    <section className={style.part} aria-labelledby="models">
      <h2 id="models">{say("models")}</h2>
      <p>{say("modelsText")}</p>
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>{" "}
          <button type="button" className={parts.quiet} onClick={look}>
            {say("tryAgain")}
          </button>
        </Notice>
      )}
      {cards === null && problem === null && <Working>{say("looking")}</Working>}
      {cards?.length === 0 && <p className={style.none}>{say("none")}</p>}
      {cards && cards.length > 0 && (
        <>
          <ul className={style.cards}>
            {cards.map((card) => (
              <One key={card.name} card={card} removed={noteRemoved} />
            ))}
          </ul>
          <p className={style.small}>{say("tokensAre")}</p>
        </>
      )}
      <div role="status">{done !== null && <Notice kind="good">{done}</Notice>}</div>
      {cards && <Adding cards={cards} added={noteAdded} />}
    </section>
  );
}

function One({ card, removed }: { card: wire.ModelCard; removed: (name: string) => Promise<void> }) {
  const { name, provider, model } = card;
  const [tested, setTested] = useState<wire.ModelCard | "asked" | null>(null);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const test = async () => {
    if (tested === "asked") return;
    setTested("asked");
    setProblem(null);
    await settings.testModel(name).then(setTested, (error) => {
      setTested(null);
      setProblem(wire.messageOf(error));
    });
  };
  const remove = () => {
    setAsking(false);
    settings.removeModel(name).then(
      () => removed(name),
      (error) => setProblem(wire.messageOf(error)),
    );
  };
  return (
    <li className={style.card}>
      <div className={style.about}>
        <b translate="no">{name}</b>{" "}
        <Own>
          {provider} · {model}
        </Own>
        <small>{stateOf(card)}</small>
        <small>{priceOf(card)}</small>
      </div>
      <div className={parts.row}>
        <button
          type="button"
          className={parts.button}
          aria-label={say("testOf", { name })}
          aria-disabled={tested === "asked"}
          onClick={test}
        >
          {say("test")}
        </button>
        <button
          type="button"
          className={parts.quiet}
          aria-label={say("takeOutOf", { name })}
          onClick={() => setAsking(true)}
        >
          {say("takeOut")}
        </button>
      </div>
      {tested === "asked" && <Working>{say("testing", { name })}</Working>}
      {tested !== null && tested !== "asked" && <Tested card={tested} />}
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {asking && (
        <Ask title={say("takeOutAsk", { name })} onClose={() => setAsking(false)}>
          <p>{say("takeOutText")}</p>
          <div className={`${parts.row} ${parts.end}`}>
            <button type="button" className={parts.button} onClick={() => setAsking(false)}>
              {say("keep")}
            </button>
            <button type="button" className={parts.primary} onClick={remove}>
              {say("takeOut")}
            </button>
          </div>
        </Ask>
      )}
    </li>
  );
}

function Tested({ card: { call } }: { card: wire.ModelCard }) {
  if (call === null) return null;
  if (!call.ok || call.fault !== null)
    return (
      <Notice kind="bad">
        <Own>{say("fails", { why: call.fault?.message ?? call.notes.join(" ") })}</Own>
      </Notice>
    );
  return (
    <Notice kind="good">
      {say("works", {
        seconds: (call.ms / 1000).toFixed(1),
        tokens: call.usage.input + call.usage.output,
        money: call.cost === null ? say("unknown") : money(call.cost),
      })}
    </Notice>
  );
}

/** What it is used for, and whether its key and its server are there. */
function stateOf({ roles, key, reachable, listed }: wire.ModelCard): string {
  const named = roles.filter((role) => role !== EVERY);
  return [
    ...(roles.includes(EVERY) ? [say("everywhere")] : []),
    ...(named.length > 0 ? [say("roles", { roles: named.join(", ") })] : []),
    ...(key ? [key.found ? say("keyFound", { from: key.from }) : say("keyMissing", { hint: key.hint })] : []),
    ...(reachable ? (listed === false ? [say("unlisted")] : []) : [say("silent")]),
  ].join(" · ");
}

interface Adder {
  readonly cards: readonly wire.ModelCard[];
  readonly added: (name: string) => Promise<void>;
}

function Adding({ cards, added }: Adder) {
  const usual = cards.find(({ roles }) => roles.includes(EVERY))?.name ?? null;
  const [wanted, setWanted] = useState<boolean | null>(null);
  // The first model is meant to be used.
  const everywhere = wanted ?? cards.length === 0;
  const add = async (model: wire.NewModel) => {
    await added(await settings.addModel({ ...model, ...(everywhere ? { roles: [EVERY] } : {}) }));
    setWanted(null);
  };
  return (
    <>
      <label className={style.check}>
        <input type="checkbox" checked={everywhere} onChange={({ target: { checked } }) => setWanted(checked)} />
        <span>{usual === null ? say("useEverywhere") : say("useInstead", { name: usual })}</span>
      </label>
      <Discover cards={cards} add={add} />
      <ByHand add={add} />
    </>
  );
}

function Discover({ cards, add }: { cards: Adder["cards"]; add: (model: wire.NewModel) => Promise<void> }) {
  const [found, setFound] = useState<readonly wire.DiscoveredModel[] | "asked" | null>(null);
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const look = async (event: FormEvent) => {
    event.preventDefault();
    if (found === "asked") return;
    setFound("asked");
    setProblem(null);
    const url = address.trim();
    await settings.discoverModels(url === "" ? undefined : [url]).then(setFound, (error) => {
      setFound(null);
      setProblem(wire.messageOf(error));
    });
  };
  const isHere = ({ url, model }: wire.DiscoveredModel) =>
    cards.some((card) => card.model === model && card.url === url);
  const take = async (one: wire.DiscoveredModel) => {
    if (busy !== null) return;
    setBusy(one.url + one.model);
    setProblem(null);
    const { url, model, contextTokens } = one;
    await add({ provider: "compatible", model, url, ...(contextTokens === null ? {} : { contextTokens }) }).catch(
      (error) => setProblem(wire.messageOf(error)),
    );
    setBusy(null);
  };
  return (
    <form className={style.adder} onSubmit={look}>
      <p className={style.small}>{say("discoverText")}</p>
      <div className={style.line}>
        <label className={parts.field}>
          {say("address")}
          <input
            className={parts.input}
            value={address}
            translate="no"
            placeholder="http://127.0.0.1:11434"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        <button type="submit" className={parts.button} aria-disabled={found === "asked"}>
          {say("discover")}
        </button>
      </div>
      {found === "asked" && <Working>{say("discovering")}</Working>}
      {Array.isArray(found) && (
        <p role="status">{found.length === 0 ? say("discoveredNone") : count("discovered", found.length)}</p>
      )}
      {Array.isArray(found) && found.length > 0 && (
        <ul className={style.cards}>
          {(found as readonly wire.DiscoveredModel[]).map((one) => (
            <li key={one.url + one.model} className={style.card}>
              <div className={style.about}>
                <b translate="no">{one.model}</b> <Own>{one.server}</Own>
                <small>
                  <Own>{one.url}</Own>
                  {one.contextTokens !== null && ` · ${say("context", { n: one.contextTokens })}`}
                </small>
                <small>{sayOfPlayers("costsNothing")}</small>
              </div>
              <button
                type="button"
                className={parts.button}
                aria-label={isHere(one) ? undefined : say("addOf", { name: one.model })}
                aria-disabled={busy !== null || isHere(one)}
                onClick={() => !isHere(one) && take(one)}
              >
                {isHere(one) ? say("added") : busy === one.url + one.model ? say("adding") : say("add")}
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
    </form>
  );
}

const PROVIDERS = {
  openai: { title: "OpenAI", model: "gpt-4.1-mini", key: "OPENAI_API_KEY" },
  anthropic: { title: "Anthropic", model: "claude-sonnet-4-5", key: "ANTHROPIC_API_KEY" },
  google: { title: "Google", model: "gemini-2.5-flash", key: "GEMINI_API_KEY" },
  compatible: { title: null, model: "llama3.2", key: "OPENROUTER_API_KEY" },
} as const;
type Provider = keyof typeof PROVIDERS;
/** What the server takes as the name of a variable with a key. */
const KEY_NAME = /^[A-Z][A-Z0-9_]*_API_KEY$/;

function ByHand({ add }: { add: (model: wire.NewModel) => Promise<void> }) {
  const [provider, setProvider] = useState<Provider>("openai");
  const [{ model, url, key, name }, setText] = useState({ model: "", url: "", key: "", name: "" });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const own = PROVIDERS[provider];
  const other = provider === "compatible";
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // What may be a key does not leave the page.
    const env = key.trim();
    if (env !== "" && !KEY_NAME.test(env)) return setProblem(say("keyBad"));
    setBusy(true);
    setProblem(null);
    const done = await add({
      provider,
      model: model.trim(),
      ...(other ? { url: url.trim() } : {}),
      ...(env === "" ? {} : { key: { env } }),
      ...(name.trim() === "" ? {} : { name: name.trim() }),
    }).then(
      () => true,
      (error) => setProblem(wire.messageOf(error)),
    );
    setBusy(false);
    if (done) setText({ model: "", url: "", key: "", name: "" });
  };
  const field = (of: "model" | "url" | "key" | "name", label: string, more: object) => (
    <label className={parts.field}>
      {label}
      <input
        className={parts.input}
        value={{ model, url, key, name }[of]}
        translate="no"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target: { value } }) => setText((before) => ({ ...before, [of]: value }))}
        {...more}
      />
    </label>
  );
  return (
    <details className={style.byHand}>
      <summary>{say("byHand")}</summary>
      <form className={style.adder} onSubmit={submit}>
        <label className={parts.field}>
          {say("provider")}
          <select
            className={parts.select}
            value={provider}
            onChange={({ target: { value } }) => setProvider(value as Provider)}
          >
            {Object.entries(PROVIDERS).map(([id, { title }]) => (
              <option key={id} value={id} translate={title === null ? undefined : "no"}>
                {title ?? say("compatible")}
              </option>
            ))}
          </select>
        </label>
        {field("model", say("model"), { required: true, placeholder: own.model })}
        {other &&
          field("url", say("url"), { required: true, type: "url", placeholder: "https://openrouter.ai/api/v1" })}
        {field("key", say(other ? "keyNone" : "key"), { placeholder: own.key })}
        <p className={style.small}>{say("keyText", { name: own.key })}</p>
        {field("name", say("name"), { placeholder: "clever" })}
        {problem !== null && (
          <Notice kind="bad">
            <Own>{problem}</Own>
          </Notice>
        )}
        <div className={parts.row}>
          <button type="submit" className={parts.primary} aria-disabled={busy}>
            {busy ? say("adding") : say("add")}
          </button>
        </div>
      </form>
    </details>
  );
}
