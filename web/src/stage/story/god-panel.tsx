// God Mode: inject an event, spread a rumour, set somebody's feelings, kill or move somebody, let time pass; each at the newest round, each taken back with one button.
import { getKey } from "@orrery/kernel";
import { emotionsOf, eventLog, type StoryState } from "@orrery/worlds/story";
import { type FormEvent, useEffect, useState } from "react";
import type { StageProps, StageScene } from "../stage.ts";
import { type Author, emptySent, stateIn, useAuthor } from "./author.ts";
import hues from "./feelings.module.css";
import { EMOTIONS, type Emotion, fillOf, lineOf, nameOfEmotion } from "./feelings.ts";
import { Move, Skip } from "./move-and-skip.tsx";
import { Card, Log, Picker, Refused } from "./panel-parts.tsx";
import { isDead, peopleOf } from "./people.tsx";
import { Rumour } from "./rumour.tsx";
import { MARK_SIGNS } from "./score.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

export function GodPanel({ scene }: StageProps) {
  const author = useAuthor(scene);
  const state = stateIn(scene);
  if (!scene || !state) return null;
  if (scene.disk) return <p>{say("isDisk")}</p>;
  return (
    <div className={`${hues.hues} ${style.god}`}>
      {scene.past && (
        <p className={style.notNow}>
          {say("isPast")}{" "}
          <button type="button" className={style.plain} onClick={() => scene.player.seek(null)}>
            {say("toNow")}
          </button>
        </p>
      )}
      <Refused author={author} />
      <Inject state={state} author={author} scene={scene} />
      <Rumour state={state} author={author} />
      <Feelings state={state} author={author} />
      <Kill state={state} author={author} />
      <Move state={state} author={author} />
      <Skip state={state} author={author} />
    </div>
  );
}

function Inject({ state, author, scene }: { state: StoryState; author: Author; scene: StageScene }) {
  const [text, setText] = useState("");
  const [scope, setScope] = useState<"truth" | "telling">("truth");
  /** As it was typed; null: the round that the town stands in. */
  const [typed, setTyped] = useState<string | null>(null);
  const current = ((scene.stateAt?.(scene.head) as StoryState | null) ?? state).round;
  const round = typed ?? String(current);
  const inject = async (event: FormEvent) => {
    event.preventDefault();
    const shown = round === "" ? {} : { round: Number(round) };
    if (!(await author.act({ type: "inject_event", metadata: { description: text, scope, ...shown } }))) return;
    setText(emptySent(text, ""));
    setTyped(emptySent(typed, null));
  };
  return (
    <Card sign={MARK_SIGNS.event} title={say("inject")}>
      <form onSubmit={inject}>
        <label>
          <span className="unseen">{say("injectWhat")}</span>
          <textarea
            value={text}
            rows={2}
            placeholder={say("injectWhat")}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className={style.fields}>
          <label>
            {say("round")}
            <input type="number" min={0} value={round} onChange={(event) => setTyped(event.target.value)} />
          </label>
          <label>
            <span className="unseen">{say("scope")}</span>
            <select value={scope} onChange={(event) => setScope(event.target.value as typeof scope)}>
              <option value="truth">{say("scopeTruth")}</option>
              <option value="telling">{say("scopeTelling")}</option>
            </select>
          </label>
        </div>
        <button type="submit" className={style.primary} disabled={author.idle || text.trim() === ""}>
          {say("doInject")}
        </button>
      </form>
      <Log entries={eventLog(state.tale).slice(-3).toReversed()} author={author} label={say("lastEvents")} />
    </Card>
  );
}

function Feelings({ state, author }: { state: StoryState; author: Author }) {
  const people = peopleOf(state).filter(({ id }) => !isDead(state, id));
  const [chosen, setChosen] = useState("");
  const [set, setSet] = useState<Readonly<Partial<Record<Emotion, number>>>>({});
  const who = people.some(({ id }) => id === chosen) ? chosen : (people[0]?.id ?? "");
  // biome-ignore lint/correctness/useExhaustiveDependencies: sliders begin anew with another person
  useEffect(() => setSet({}), [who]);
  const one = getKey(state.agents, who);
  const profile = getKey(state.profiles, who);
  if (!one || !profile) return null;
  const now = emotionsOf(one, profile, state.round);
  const named = Object.keys(set).length;
  const apply = async () => {
    if (await author.act({ type: "modify_emotion", targetId: who, metadata: { emotions: set } }))
      setSet(emptySent(set, {}));
  };
  return (
    <Card sign={MARK_SIGNS.feeling} title={say("modify")}>
      <Picker people={people} chosen={who} choose={setChosen} state={state} label={say("character")} />
      <div className={style.sliders}>
        {EMOTIONS.map((emotion, i) => {
          const value = set[emotion] ?? now[i]!;
          return (
            <label
              key={emotion}
              style={
                {
                  "--line": lineOf(emotion),
                  "--fill": fillOf(emotion),
                  "--share": `${value * 100}%`,
                } as React.CSSProperties
              }
            >
              <span>{nameOfEmotion(emotion)}</span>
              <span className={style.slider}>
                <input
                  type="range"
                  min={0}
                  max={1}
                  step={0.01}
                  value={value}
                  aria-valuetext={`${value.toFixed(2)}, ${say("was", { value: now[i]!.toFixed(2) })}`}
                  onChange={(event) => setSet((all) => ({ ...all, [emotion]: Number(event.target.value) }))}
                />
                <i className={style.was} style={{ left: `${now[i]! * 100}%` }} />
              </span>
              <output>{value.toFixed(2)}</output>
            </label>
          );
        })}
      </div>
      <p className={style.row}>
        <button type="button" className={style.primary} disabled={author.idle || named === 0} onClick={apply}>
          {say("apply")}
        </button>
        <small>{say("named", { n: named, rest: EMOTIONS.length - named })}</small>
      </p>
    </Card>
  );
}

/** As it is written, but for case and outer space. */
const isNamed = (typed: string, name: string): boolean => typed.trim().toLowerCase() === name.trim().toLowerCase();

function Kill({ state, author }: { state: StoryState; author: Author }) {
  const people = peopleOf(state);
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  /** Of what was simulated elsewhere any round may be the last one of somebody: it is told from there on. */
  const isImported = state.settings.mode === "imported";
  const [from, setFrom] = useState<string | null>(null);
  const round = from ?? String(Math.max(0, state.round - 1));
  const person = people.find(({ id }) => id === chosen) ?? people.find(({ id }) => !isDead(state, id)) ?? people[0];
  if (!person) return null;
  const dead = isDead(state, person.id);
  const act = async (event: FormEvent) => {
    event.preventDefault();
    const metadata = isImported && round !== "" ? { round: Number(round) } : {};
    if (await author.act({ type: dead ? "resurrect" : "kill", targetId: person.id, ...(dead ? {} : { metadata }) })) {
      setTyped("");
      setFrom(null);
    }
  };
  return (
    <Card sign={MARK_SIGNS.death} title={say("kill")} tone="bad">
      <Picker people={people} chosen={person.id} choose={setChosen} state={state} label={say("character")} />
      <form onSubmit={act}>
        <label className={style.confirm}>
          <small>{say("typeName", { name: person.name })}</small>
          <input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
        </label>
        {isImported && !dead && (
          <label className={style.confirm}>
            {say("deadFrom")}
            <input type="number" min={0} value={round} onChange={(event) => setFrom(event.target.value)} />
          </label>
        )}
        <button type="submit" className={style.danger} disabled={author.idle || !(dead || isNamed(typed, person.name))}>
          {say(dead ? "resurrect" : "doKill")}
        </button>
      </form>
    </Card>
  );
}
