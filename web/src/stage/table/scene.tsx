// Where the story is read and answered: all that was said and told so far, what could be done now, and a field for anything else.
import type { ChoiceView, TableView } from "@orrery/worlds/table";
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { keysAreOn } from "../../run/keys.tsx";
import { usualBot } from "../../start.tsx";
import * as wire from "../../wire.ts";
import type { StageProps, StageScene } from "../stage.ts";
import partsStyle from "./parts.module.css";
import { PlacePicture } from "./picture.tsx";
import { RecoveryCard } from "./recovery.tsx";
import sceneStyle from "./scene.module.css";
import { messagesIn, type StreamMessage } from "./stream.ts";
import { say } from "./words.ts";

interface SceneProps {
  readonly view: TableView;
  readonly scene: StageScene | null;
  readonly act: StageProps["act"];
  /** How words are meant: in the story, or to the game master out of it. */
  readonly mode: "STORY" | "DM";
  /** Opens a block of changes in GOD mode; null where that may not be used. */
  readonly resync: ((block: string) => void) | null;
}

/** So many of the latest messages are shown unless more are asked for. */
const LATEST = 30;

export function SceneColumn(props: SceneProps) {
  const { view, scene } = props;
  const { location, over } = view;
  const messages = useMessages(scene);
  const [shown, setShown] = useState(LATEST);
  const newest = useNewest(view.sequence);
  const first = Math.max(0, messages.length - shown);
  return (
    <section className={sceneStyle.scene} aria-label={location.name} data-light={location.light}>
      <header className={sceneStyle.place}>
        <PlacePicture view={view} />
        <h2 translate="no">{location.name}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <div className={sceneStyle.scroll} tabIndex={0}>
        <div className={sceneStyle.told} role="log" aria-label={say("story")}>
          {first > 0 && (
            <button type="button" className={sceneStyle.more} onClick={() => setShown(shown + LATEST)}>
              {say("earlier", { n: first })}
            </button>
          )}
          {messages.slice(first, -1).map((message) => (
            <Past key={message.turn} message={message} view={view} scene={scene} />
          ))}
          <article ref={newest} className={sceneStyle.now} data-mode={view.mode}>
            <Said input={view.input} who={speaker(view, messages.at(-1)?.hero)}>
              {messages.length > 0 && <Back message={messages.at(-1)!} scene={scene} />}
            </Said>
            {view.recovery && view.mode === "DM" ? null : (
              <Prose text={view.narrative || (view.god === "" ? location.description : "")} />
            )}
            {view.recovery && <RecoveryCard key={view.sequence} recovery={view.recovery} resync={props.resync} />}
            {view.god !== "" && <p className={sceneStyle.god}>{view.god}</p>}
            {view.analysis && <Thought analysis={view.analysis} />}
            {over && (
              <div className={sceneStyle.ending}>
                <h3 translate="no">{over.title}</h3>
                {view.narrative.includes(over.text) ? null : <p translate="no">{over.text}</p>}
                <p className={partsStyle.small}>{say("overText")}</p>
              </div>
            )}
          </article>
        </div>
      </div>
      {!over && <Choices {...props} />}
      {!over && <Field {...props} />}
    </section>
  );
}

function useMessages(scene: StageScene | null): readonly StreamMessage[] {
  const [lines, turn] = [scene?.lines ?? null, scene?.turn ?? 0];
  return useMemo(() => (lines ? messagesIn(lines, turn) : []), [lines, turn]);
}

/** Brings the newest message to where reading begins, when it is new: under the strip where that stays in sight. The first has the picture of its place over it. */
function useNewest(sequence: number) {
  const newest = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    let around = newest.current?.parentElement ?? null;
    while (around && !(around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY === "auto"))
      around = around.parentElement;
    if (!around || !newest.current || sequence < 2) return;
    const strip = around.querySelector(":scope > header");
    const covered = strip && getComputedStyle(strip).position === "sticky" ? strip.clientHeight : 0;
    const { top } = newest.current.getBoundingClientRect();
    around.scrollTop += top - around.getBoundingClientRect().top - covered - 12;
  }, [sequence]);
  return newest;
}

/** Who is speaking, where there are several. */
const speaker = ({ you, companions }: TableView, hero: string | undefined): string | null =>
  companions.length === 0 ? null : ([you, ...companions].find((one) => one?.id === hero)?.name ?? null);

function Past({ message, view, scene }: { message: StreamMessage; view: TableView; scene: StageScene | null }) {
  return (
    <article className={sceneStyle.past} data-mode={message.mode}>
      <Said input={message.input} who={speaker(view, message.hero)}>
        <Back message={message} scene={scene} />
      </Said>
      <Prose text={message.narrative} />
      {message.god !== "" && <p className={sceneStyle.god}>{message.god}</p>}
    </article>
  );
}

function Said({ input, who, children }: { input: string; who: string | null; children: React.ReactNode }) {
  return (
    <div className={sceneStyle.said}>
      {input !== "" && (
        <p className={sceneStyle.input} translate="no">
          › {who && <b>{who}: </b>}
          {input}
        </p>
      )}
      {children}
    </div>
  );
}

/** Ways back from a message: as if it had never been said, or to where something else might be said instead. */
function Back({ message: { from, sequence }, scene }: { message: StreamMessage; scene: StageScene | null }) {
  if (!scene || scene.disk || scene.seat || from === null) return null;
  const go = (what: "rollback" | "branch") => {
    scene.player.seek(from);
    scene.ask(what);
  };
  const of = <span className="unseen"> {say("ofMessage", { n: sequence })}</span>;
  return (
    <span className={sceneStyle.back}>
      <button type="button" onClick={() => go("rollback")}>
        ↶ {say("back")}
        {of}
      </button>
      <button type="button" onClick={() => go("branch")}>
        {say("whatIf")}
        {of}
      </button>
    </span>
  );
}

const Prose = ({ text }: { text: string }) =>
  text === ""
    ? null
    : text.split(/\n{2,}/).map((paragraph, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place
        <p key={i} translate="no">
          {paragraph}
        </p>
      ));

function Thought({ analysis: { pros, cons, confidence } }: { analysis: NonNullable<TableView["analysis"]> }) {
  const list = (title: string, all: readonly string[], sign: string) => (
    <div>
      <b>{title}</b>
      <ul data-sign={sign}>
        {all.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <aside className={sceneStyle.thought} aria-label={say("thought")}>
      {list(say("pros"), pros, "+")}
      {list(say("cons"), cons, "−")}
      <small>
        {say("confidence", { confidence })} · {say("noTime")}
      </small>
    </aside>
  );
}

/** Choices by number keys, and the field by the one after them. */
function useNumberKeys(count: number, pick: (at: number) => void) {
  const latest = useRef(pick);
  latest.current = pick;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const types = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (types || event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
      if (document.querySelector("dialog[open]") || !/^[1-9]$/.test(key) || Number(key) > count + 1) return;
      event.preventDefault();
      if (Number(key) === count + 1) document.getElementById("words")?.focus();
      else latest.current(Number(key) - 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [count]);
}

const offeredChoices = ({ choices }: TableView): readonly ChoiceView[] =>
  choices.filter(({ key }) => key !== "other_action");
const isIdle = (scene: StageScene | null): boolean => scene?.say == null || scene.busy !== null;

function Choices({ view, scene }: SceneProps) {
  const idle = isIdle(scene);
  const all = offeredChoices(view);
  useNumberKeys(all.length, (at) => !idle && scene?.say?.(all[at]!.key));
  return (
    <div className={sceneStyle.answer}>
      <p className={partsStyle.small} role="status">
        {standing(view, scene)}
      </p>
      <Resume view={view} scene={scene} />
      {all.length > 0 && (
        <ol className={sceneStyle.choices} aria-label={say("choices")}>
          {all.map((choice, i) => (
            <Choice key={choice.key} choice={choice} number={i + 1} idle={idle} act={() => scene?.say?.(choice.key)} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** After a restart nobody sits in the game master's seat: then a turn that was not told yet waits for this. */
function Resume({ view, scene }: { view: TableView; scene: StageScene | null }) {
  const [problem, setProblem] = useState<string | null>(null);
  const sits = scene?.sitting?.state === "playing" || scene?.sitting?.state === "waiting";
  if (!scene || scene.seat || scene.disk || scene.past || view.phase === "player" || sits) return null;
  const resume = async () => {
    setProblem(null);
    try {
      const bot = usualBot(await wire.worldRules(scene.base.world));
      await wire.startAgents(scene.run, `${view.turn}=bot:${bot}`, scene.branch);
    } catch (error) {
      setProblem(wire.messageOf(error));
    }
  };
  return (
    <p className={sceneStyle.resume}>
      {problem ?? say("untold")}{" "}
      <button type="button" onClick={resume}>
        {say("resume")}
      </button>
    </p>
  );
}

function Field({ view, scene, act, mode }: SceneProps) {
  const [text, setText] = useState("");
  const idle = isIdle(scene);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (idle || words === "") return;
    const sent =
      mode === "DM"
        ? act?.({ actorId: view.you?.id ?? view.who, type: "ask_gm", metadata: { text: words } })
        : scene?.say?.(words);
    if (await sent) setText("");
  };
  const hint = say(mode === "DM" ? "asks" : "says");
  return (
    <form onSubmit={submit} className={sceneStyle.field}>
      <kbd>{offeredChoices(view).length + 1}</kbd>
      <input
        id="words"
        value={text}
        autoComplete="off"
        aria-label={hint}
        placeholder={hint}
        onChange={(event) => setText(event.target.value)}
        disabled={scene?.say == null}
      />
      <button type="submit" disabled={idle || text.trim() === ""}>
        {say(mode === "DM" ? "ask" : "doIt")}
      </button>
    </form>
  );
}

function standing({ combat, yours, helpless, phase, turn, companions }: TableView, scene: StageScene | null): string {
  if (helpless) return helpless;
  if (scene?.busy || (phase !== "player" && scene?.sitting)) return say("waiting");
  if (!combat) return yours ? say("yourTurn") : theirs(turn, companions);
  const { economy, round, reaction } = combat;
  const has = economy
    ? [
        economy.action && say("action"),
        economy.bonus && say("bonus"),
        reaction && say("reaction"),
        economy.movement > 0 && say("movement", { n: economy.movement }),
      ].filter(Boolean)
    : [];
  return `${say("round", { round })}. ${has.length > 0 ? say("economy", { what: has.join(", ") }) : theirs(turn, companions)}`;
}
const theirs = (turn: string, companions: TableView["companions"]): string => {
  const name = companions.find(({ id }) => id === turn)?.name;
  return name === undefined ? say("theirTurn") : say("turnOfOther", { name });
};

const RISK_BARS = { safe: 0, low: 1, medium: 2, high: 3 } as const;
function Choice({ choice, number, idle, act }: { choice: ChoiceView; number: number; idle: boolean; act: () => void }) {
  const { text, description, roll, chance, risk_level: risk } = choice;
  return (
    <li>
      <button type="button" disabled={idle} onClick={act} data-risk={risk}>
        <kbd>{number}</kbd>
        <span>
          <b translate="no">{text}</b>
          <small translate="no" title={description}>
            {description}
          </small>
          {roll && <small className={sceneStyle.roll}>{roll}</small>}
        </span>
        <em title={say("risk", { risk })}>
          <svg viewBox="0 0 13 10" aria-hidden="true">
            {[1, 2, 3].map((bar) => (
              <rect
                key={bar}
                x={bar * 4.4 - 4.2}
                y={10 - bar * 3.2}
                width="3.2"
                height={bar * 3.2}
                data-on={bar <= RISK_BARS[risk]}
              />
            ))}
          </svg>
          {chance === null ? risk : say("chance", { n: chance })}
          {chance !== null && <span className="unseen">, {say("risk", { risk })}</span>}
        </em>
      </button>
    </li>
  );
}
