// How a game begins: bots play and one watches, one takes a seat among bots, or one plays every seat; who reads, tells and learns. No model is needed for any.
import { type ComponentType, type FormEvent, useEffect, useState } from "react";
import { goTo } from "./address.ts";
import { type Begun, type FieldsProps, lookOf } from "./look/look.ts";
import parts from "./parts/parts.module.css";
import { Ask, Notice } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { AboutPlayer } from "./run/about-player.tsx";
import { Forecast } from "./run/forecast.tsx";
import { ALL_EYES } from "./run/use-moment.ts";
import { WATCH_SPEED } from "./run/use-player.ts";
import { capital } from "./say.ts";
import style from "./start.module.css";
import { ANY_BOT, type StartProps, usualBot } from "./start.tsx";
import { type ModelsChosen, StartModels } from "./start-models.tsx";
import * as wire from "./wire.ts";
import { t, type Word } from "./words.ts";

/** How a lineup writes a model. */
const MODEL = "model:";

/** What the button that begins says. */
const DO = { watch: "startWatchDo", seat: "startSeatDo", together: "startTogetherDo", all: "startAllDo" } as const;
type StartWay = "watch" | "seat" | "together" | "all";
const WAYS: readonly { readonly way: StartWay; readonly title: Word; readonly text: Word }[] = [
  { way: "seat", title: "startSeat", text: "startSeatText" },
  { way: "together", title: "startTogether", text: "startTogetherText" },
  { way: "watch", title: "startWatch", text: "startWatchText" },
  { way: "all", title: "startAll", text: "startAllText" },
];

export function SeatsAsk({ rules, onClose }: StartProps) {
  const { name, title, players, plays } = rules;
  const first = rules.company?.first ?? "seat";
  const ways = [...WAYS.filter(({ way }) => way === first), ...WAYS.filter(({ way }) => way !== first)];
  const bots = rules.bots.includes(ANY_BOT) ? rules.bots : [...rules.bots, ANY_BOT];
  const isSolo = players.length < 2;
  const [way, setWay] = useState<StartWay>(isSolo ? "all" : first);
  const [bot, setBot] = useState(usualBot(rules));
  const [seat, setSeat] = useState(players[0]!.id);
  const [text, setText] = useState("");
  const [begun, setBegun] = useState<Begun | null>(null);
  const [Fields, setFields] = useState<ComponentType<FieldsProps> | null>(null);
  useEffect(() => {
    let stale = false;
    // Without its own fields it can be begun all the same.
    lookOf(plays)
      ?.fields?.()
      .then((found) => !stale && setFields(() => found))
      .catch(() => {});
    return () => {
      stale = true;
    };
  }, [plays]);
  const seats = begun?.players ?? players;
  const taken = seats.some(({ id }) => id === seat) ? seat : seats[0]?.id;
  const [seed, setSeed] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const [models, setModels] = useState<readonly wire.ModelCard[] | null>(null);
  const [chosen, setChosen] = useState<ModelsChosen>({});
  const others = `*=${bot.startsWith(MODEL) ? bot : `bot:${bot}`}`;
  const alone = way === "watch" || way === "seat";
  const learns = rules.learns ? alone && bot.startsWith(MODEL) : null;
  const agents = !alone ? "*=person" : way === "seat" ? `${taken}=person,${others}` : others;
  const readSettings = () => {
    const own = text.trim() === "" ? {} : asObject(text);
    if (own === null) throw new Error(t("startNotObject"));
    const usual = way === "seat" || way === "together" ? (rules.company?.seated ?? {}) : {};
    const config = { ...usual, ...begun?.config, ...own };
    return {
      config: Object.keys(config).length > 0 ? config : undefined,
      seed: seed.trim() === "" ? undefined : seed.trim(),
    };
  };
  const start = async () => {
    const { learn, ...ends } = chosen;
    const { id } = await wire.startRun(name, {
      ...readSettings(),
      ...ends,
      agents: alone ? agents : undefined,
      ...(learns && learn ? { learn } : {}),
    });
    if (way === "all") return goTo(id);
    if (way === "together") return goTo(id, { ask: "invite" });
    if (way === "watch") return goTo(id, { at: 0, eyes: ALL_EYES, play: WATCH_SPEED });
    location.assign((await wire.invite(id, taken!)).link);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    start().catch((error) => {
      setProblem(wire.messageOf(error));
      setBusy(false);
    });
  };

  return (
    <Ask title={t("startTitle", { world: title })} onClose={onClose}>
      <form className={style.form} onSubmit={submit}>
        {!isSolo && <Ways ways={ways} way={way} setWay={setWay} />}
        {alone && (
          <div className={style.fields}>
            {way === "seat" && (
              <label className={parts.field}>
                {t("startYourSeat")}
                <select className={parts.select} value={taken} onChange={(event) => setSeat(event.target.value)}>
                  {seats.map((player) => (
                    <option key={player.id} value={player.id} translate="no">
                      {capital(player.name)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <label className={parts.field}>
              {t(way === "seat" ? "startOthers" : "startBots")}
              <select
                className={parts.select}
                value={bot}
                // Models are asked for when somebody wants to choose: the server looks whether each of them is there.
                onFocus={() => {
                  if (models !== null) return;
                  setModels([]);
                  wire.models().then(setModels, () => {});
                }}
                onChange={(event) => setBot(event.target.value)}
              >
                {bots.map((one) => (
                  <option key={one} value={one} translate="no">
                    {capital(one)}
                  </option>
                ))}
                {(models ?? []).map(({ name: one }) => (
                  <option key={one} value={MODEL + one} translate="no">
                    {t("startModel", { name: one })}
                  </option>
                ))}
              </select>
              <small className={style.soft}>
                <AboutPlayer
                  player={bot.startsWith(MODEL) ? bot : `bot:${bot}`}
                  botWords={rules.botWords}
                  models={models}
                />
              </small>
            </label>
          </div>
        )}
        {alone && bot.startsWith(MODEL) && (
          <Forecast agents={agents} ask={async (lineup) => wire.forecastStart(name, readSettings(), lineup)} />
        )}
        {Fields && <Fields change={setBegun} />}
        <StartModels chosen={chosen} choose={setChosen} learns={learns} />
        <details className={style.more}>
          <summary>{t("startMore")}</summary>
          <label className={parts.field}>
            {t("startSeed")}
            <input
              className={parts.input}
              value={seed}
              maxLength={4096}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setSeed(event.target.value)}
            />
          </label>
          <label className={parts.field}>
            {t("startConfig")}
            <textarea
              className={style.config}
              rows={4}
              value={text}
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
        </details>
        {problem && (
          <Notice kind="bad">
            <Own>{problem}</Own>
          </Notice>
        )}
        <div className={`${parts.row} ${parts.end}`}>
          <button type="button" className={parts.button} onClick={onClose}>
            {t("cancel")}
          </button>
          <button type="submit" className={parts.primary} aria-disabled={busy}>
            {busy ? t("starting") : t(DO[way])}
          </button>
        </div>
      </form>
    </Ask>
  );
}

function Ways({ ways, way, setWay }: { ways: typeof WAYS; way: StartWay; setWay: (way: StartWay) => void }) {
  return (
    <fieldset className={style.ways}>
      <legend>{t("startWho")}</legend>
      {ways.map((one) => (
        <label key={one.way} className={style.way} data-chosen={one.way === way}>
          <input type="radio" name="way" checked={one.way === way} onChange={() => setWay(one.way)} />
          <span>
            {t(one.title)}
            <small>{t(one.text)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Null for a text that is no JSON object. */
export function asObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
