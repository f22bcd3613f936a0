// How a game of several seats begins: bots play and one watches, one takes a seat among bots, or one plays every seat. No model is needed for any.
import { type ComponentType, type FormEvent, useEffect, useState } from "react";
import { goTo } from "./address.ts";
import { type Begun, type FieldsProps, lookOf } from "./look/look.ts";
import { later } from "./parts/later.tsx";
import parts from "./parts/parts.module.css";
import { Ask, Notice } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { ALL_EYES } from "./run/use-moment.ts";
import { WATCH_SPEED } from "./run/use-player.ts";
import { capital } from "./say.ts";
import style from "./start.module.css";
import * as wire from "./wire.ts";
import { t, type Word } from "./words.ts";

/** The bot that any world can be played by. */
export const ANY_BOT = "random";

/** Who plays a world well enough to be offered first. */
export const usualBot = ({ company }: wire.WorldRules): string => company?.bot ?? ANY_BOT;

const Forecast = later(async () => (await import("./run/forecast.tsx")).Forecast);

/** How a lineup writes a model. */
const MODEL = "model:";

/** What the button that begins says. */
const DO = { watch: "startWatchDo", seat: "startSeatDo", together: "startTogetherDo", all: "startAllDo" } as const;
type Way = "watch" | "seat" | "together" | "all";
const WAYS: readonly { readonly way: Way; readonly title: Word; readonly text: Word }[] = [
  { way: "seat", title: "startSeat", text: "startSeatText" },
  { way: "together", title: "startTogether", text: "startTogetherText" },
  { way: "watch", title: "startWatch", text: "startWatchText" },
  { way: "all", title: "startAll", text: "startAllText" },
];

/** Begins at once where there is nothing to choose. Resolves to the rules of a world where there is. */
export async function begin(world: string): Promise<wire.WorldRules | null> {
  const rules = await wire.worldRules(world);
  if (rules.players.length > 1 || lookOf(rules.plays)?.Begin) return rules;
  goTo((await wire.startRun(world)).id);
  return null;
}

interface StartProps {
  readonly rules: wire.WorldRules;
  readonly onClose: () => void;
}

/** What is asked before a run begins: by the world's own look, or who plays. */
export function StartAsk(props: StartProps) {
  const Begin = lookOf(props.rules.plays)?.Begin ?? SeatsAsk;
  return <Begin {...props} />;
}

function SeatsAsk({ rules, onClose }: StartProps) {
  const { name, title, players, plays } = rules;
  const first = rules.company?.first ?? "seat";
  const ways = [...WAYS.filter(({ way }) => way === first), ...WAYS.filter(({ way }) => way !== first)];
  const bots = rules.bots.includes(ANY_BOT) ? rules.bots : [...rules.bots, ANY_BOT];
  const [way, setWay] = useState<Way>(first);
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

  const [models, setModels] = useState<readonly string[] | null>(null);
  const others = `*=${bot.startsWith(MODEL) ? bot : `bot:${bot}`}`;
  const alone = way === "watch" || way === "seat";
  const agents = !alone ? "*=person" : way === "seat" ? `${taken}=person,${others}` : others;
  const asked = () => {
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
    const { id } = await wire.startRun(name, { ...asked(), agents: alone ? agents : undefined });
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
                  wire.models().then(
                    (found) => setModels(found.map((one) => one.name)),
                    () => {},
                  );
                }}
                onChange={(event) => setBot(event.target.value)}
              >
                {bots.map((one) => (
                  <option key={one} value={one} translate="no">
                    {capital(one)}
                  </option>
                ))}
                {(models ?? []).map((one) => (
                  <option key={one} value={MODEL + one} translate="no">
                    {t("startModel", { name: one })}
                  </option>
                ))}
              </select>
              {rules.botWords[bot] && (
                <small className={style.soft}>
                  <Own>{rules.botWords[bot]}</Own>
                </small>
              )}
            </label>
          </div>
        )}
        {alone && bot.startsWith(MODEL) && (
          <Forecast agents={agents} ask={async (lineup) => wire.forecastStart(name, asked(), lineup)} />
        )}
        {Fields && <Fields change={setBegun} />}
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

/** Null for a text that is no JSON object. */
export function asObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
