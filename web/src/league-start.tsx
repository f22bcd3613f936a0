// What is asked before a league begins: the world, who plays, how many games, whether they learn. The server judges the plan; nothing is played here.
import { type FormEvent, useEffect, useState } from "react";
import { goPage, leaguesPath } from "./address.ts";
import style from "./league-start.module.css";
import { say } from "./league-words.ts";
import parts from "./parts/parts.module.css";
import { Ask, Notice, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { AboutPlayer } from "./run/about-player.tsx";
import { Forecast } from "./run/forecast.tsx";
import { Players } from "./run/lineup.tsx";
import { ANY_BOT, usualBot } from "./start.tsx";
import { asObject } from "./start-ask.tsx";
import * as wire from "./wire.ts";

interface Entrant {
  readonly id: number;
  /** As a lineup names it: `bot:detective`. */
  readonly agent: string;
  /** Null: called after its agent. */
  readonly name: string | null;
}
/** What entrants carry from game to game. */
const LEARNING = { off: ["off"], on: ["on"], compare: ["off", "on"] } as const;
const GAMES_MAX = 1_000_000;
const NAME_MAX = 60;
const BOT = "bot:";
const isModel = (agent: string): boolean => agent.startsWith("model:");

export function LeagueStart({ onClose }: { onClose: () => void }) {
  const [worlds, setWorlds] = useState<readonly wire.WorldRules[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    contests().then(setWorlds, (error) => setProblem(wire.messageOf(error)));
  }, []);
  return (
    <Ask title={say("beginTitle")} onClose={onClose} wide>
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      <Plan worlds={worlds} onClose={onClose} />
    </Ask>
  );
}

/** Worlds that can be won. Worlds of one kind share their rules: one of each kind is asked. */
async function contests(): Promise<readonly wire.WorldRules[]> {
  const cards = await wire.worlds();
  const kinds = [...new Map(cards.toReversed().map((card) => [card.plays, card])).values()];
  const rules = await Promise.all(kinds.map(({ name }) => wire.worldRules(name)));
  return rules.filter(({ sides }) => sides.length > 0).toReversed();
}

/** `worlds`: null while it is looked which can be won; all else can be filled in meanwhile. */
function Plan({ worlds, onClose }: { worlds: readonly wire.WorldRules[] | null; onClose: () => void }) {
  const [wished, setWorld] = useState<string | null>(null);
  const usual = worlds?.find(({ bots }) => bots.length > 2) ?? worlds?.[0] ?? null;
  const rules = worlds?.find(({ name }) => name === wished) ?? usual;
  const [placed, setEntrants] = useState<readonly Entrant[] | null>(null);
  const entrants = placed ?? (rules ? firstOf(rules) : []);
  const [models, setModels] = useState<readonly wire.ModelCard[]>([]);
  const [games, setGames] = useState("20");
  const [wanted, setLearning] = useState<keyof typeof LEARNING>("off");
  const learning = rules?.learns ? wanted : "off";
  const [lasting, setLasting] = useState(false);
  const [most, setMost] = useState("");
  const [extra, setExtra] = useState({ seed: "", settings: "", teams: false, paired: false });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The server looks whether each of them is there, and calls none.
  useEffect(() => {
    wire.models().then(setModels, () => {});
  }, []);
  const names = namesOf(entrants);
  const playing = entrants.filter(({ agent }) => isModel(agent));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || rules === null) return;
    const config = extra.settings.trim() === "" ? {} : asObject(extra.settings);
    if (config === null) return setProblem(say("notObject"));
    setBusy(true);
    setProblem(null);
    const plan: wire.LeaguePlan = {
      world: rules.name,
      config,
      entrants: entrants.map(({ agent }, at) => ({ name: names[at]!, agent })),
      games: Number(games),
      arms: LEARNING[learning],
      ...(learning !== "off" && lasting ? { lasting } : {}),
      ...(extra.seed.trim() === "" ? {} : { seed: extra.seed.trim() }),
      ...(extra.teams ? { lineUp: "teams" } : {}),
      paired: extra.paired,
      ...(playing.length > 0 && most !== "" ? { budget: { money: Number(most) } } : {}),
    };
    try {
      goPage(leaguesPath((await wire.beginLeague(plan)).id));
    } catch (error) {
      setProblem(wire.messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form className={style.form} onSubmit={submit}>
      <div className={style.two}>
        <label className={parts.field}>
          {say("world")}
          <select
            className={parts.select}
            value={rules?.name ?? ""}
            disabled={worlds === null}
            onChange={({ target: { value } }) => {
              setWorld(value);
              setEntrants(null);
            }}
          >
            {worlds === null && <option value="">…</option>}
            {worlds?.map(({ name, title }) => (
              <option key={name} value={name} translate="no">
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className={parts.field}>
          {say("games")}
          <input
            className={parts.input}
            type="number"
            required
            min={1}
            max={GAMES_MAX}
            value={games}
            onChange={(event) => setGames(event.target.value)}
          />
        </label>
      </div>
      {rules ? (
        <Entrants rules={rules} models={models} entrants={entrants} set={setEntrants} />
      ) : (
        <Working>{say("lookingForWorlds")}</Working>
      )}
      {rules?.learns && (
        <LearningField learning={learning} setLearning={setLearning} lasting={lasting} setLasting={setLasting} />
      )}
      {playing.length === 0 ? (
        <p className={style.soft}>{say("free")}</p>
      ) : (
        <>
          {[...new Set(playing.map(({ agent }) => agent))].map((agent) => (
            <div key={agent} className={style.cost}>
              <p>
                <Own>{say("costOf", { name: agent })}</Own>
              </p>
              <Forecast agents={`*=${agent}`} ask={(lineup) => wire.forecastStart(rules!.name, {}, lineup)} />
            </div>
          ))}
          <label className={parts.field}>
            {say("most")}
            <input
              className={parts.input}
              type="number"
              min={0}
              step="any"
              value={most}
              onChange={(event) => setMost(event.target.value)}
            />
          </label>
        </>
      )}
      <details className={style.more}>
        <summary>{say("more")}</summary>
        <Check text={say("paired")} checked={extra.paired} set={(paired) => setExtra({ ...extra, paired })} />
        {rules?.sides.length === 2 && (
          <Check text={say("teams")} checked={extra.teams} set={(teams) => setExtra({ ...extra, teams })} />
        )}
        <label className={parts.field}>
          {say("seed")}
          <input
            className={parts.input}
            value={extra.seed}
            maxLength={4096}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setExtra({ ...extra, seed: event.target.value })}
          />
        </label>
        <label className={parts.field}>
          {say("settings")}
          <textarea
            className={parts.input}
            rows={3}
            value={extra.settings}
            spellCheck={false}
            onChange={(event) => setExtra({ ...extra, settings: event.target.value })}
          />
        </label>
      </details>
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      <div className={`${parts.row} ${parts.end}`}>
        <button type="button" className={parts.button} onClick={onClose}>
          {say("cancel")}
        </button>
        <button type="submit" className={parts.primary} aria-disabled={busy || rules === null}>
          {say("start")}
        </button>
      </div>
    </form>
  );
}

/** Those who play: each a bot or a model, under a name of its own. */
function Entrants({
  rules,
  models,
  entrants,
  set,
}: {
  rules: wire.WorldRules;
  models: readonly wire.ModelCard[];
  entrants: readonly Entrant[];
  set: (entrants: readonly Entrant[]) => void;
}) {
  const bots = [...new Set([...rules.bots, ANY_BOT])].map((bot) => BOT + bot);
  const names = namesOf(entrants);
  const change = (id: number, to: Partial<Entrant>) =>
    set(entrants.map((one) => (one.id === id ? { ...one, ...to } : one)));
  return (
    <fieldset className={style.players}>
      <legend>{say("players")}</legend>
      <ol>
        {entrants.map(({ id, agent, name }, at) => (
          <li key={id}>
            <select
              className={parts.select}
              aria-label={say("playerNumber", { n: at + 1 })}
              value={agent}
              onChange={(event) => change(id, { agent: event.target.value })}
            >
              <Players players={[...bots, ...models.map((one) => `model:${one.name}`)]} />
            </select>
            <input
              className={parts.input}
              aria-label={say("nameNumber", { n: at + 1 })}
              value={name ?? names[at]!}
              maxLength={NAME_MAX}
              required
              autoComplete="off"
              onChange={(event) => change(id, { name: event.target.value })}
            />
            <button
              type="button"
              className={parts.quiet}
              aria-label={say("remove", { n: at + 1 })}
              disabled={entrants.length < 2}
              onClick={() => set(entrants.filter((one) => one.id !== id))}
            >
              ✕
            </button>
            <small>
              <AboutPlayer player={agent} botWords={rules.botWords} models={models} />
            </small>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={parts.button}
        onClick={() =>
          set([
            ...entrants,
            { id: Math.max(...entrants.map(({ id }) => id)) + 1, agent: freeOf(bots, entrants), name: null },
          ])
        }
      >
        {say("add")}
      </button>
    </fieldset>
  );
}

/** What players take from game to game, where the world has something to take. */
function LearningField({
  learning,
  setLearning,
  lasting,
  setLasting,
}: {
  learning: keyof typeof LEARNING;
  setLearning: (learning: keyof typeof LEARNING) => void;
  lasting: boolean;
  setLasting: (lasting: boolean) => void;
}) {
  return (
    <>
      <label className={parts.field}>
        {say("learning")}
        <select
          className={parts.select}
          value={learning}
          onChange={(event) => setLearning(event.target.value as keyof typeof LEARNING)}
        >
          {(Object.keys(LEARNING) as (keyof typeof LEARNING)[]).map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </select>
      </label>
      {learning !== "off" && <Check text={say("lasting")} checked={lasting} set={setLasting} />}
    </>
  );
}

function Check({ text, checked, set }: { text: string; checked: boolean; set: (checked: boolean) => void }) {
  return (
    <label className={style.check}>
      <input type="checkbox" checked={checked} onChange={(event) => set(event.target.checked)} />
      <span>{text}</span>
    </label>
  );
}

/** Two who play differently. */
function firstOf(rules: wire.WorldRules): readonly Entrant[] {
  const usual = usualBot(rules);
  const other = rules.bots.findLast((bot) => bot !== usual && bot !== ANY_BOT) ?? ANY_BOT;
  return [usual, other].map((bot, id) => ({ id, agent: BOT + bot, name: null }));
}

const freeOf = (bots: readonly string[], entrants: readonly Entrant[]): string =>
  bots.find((bot) => entrants.every(({ agent }) => agent !== bot)) ?? bots[0]!;

/** Names that tell them apart: two of one agent are numbered. */
function namesOf(entrants: readonly Entrant[]): readonly string[] {
  const plain = entrants.map(({ agent, name }) => name?.trim() ?? agent.slice(agent.indexOf(":") + 1));
  return plain.map((name, at) => {
    const before = plain.slice(0, at).filter((one) => one === name).length;
    return before === 0 || entrants[at]!.name !== null ? name : `${name} ${before + 1}`;
  });
}
