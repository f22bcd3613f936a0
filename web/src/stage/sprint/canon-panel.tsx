// The canon of a team beside the stage: field by field, what is settled, what the motion on the table would change, and what it may not.
import type { Canon } from "@orrery/worlds/sprint/canon";
import { isCovered } from "@orrery/worlds/sprint/patch";
import { SCOPES } from "@orrery/worlds/sprint/settings";
import { useEffect, useRef, useState } from "react";
import choiceStyle from "./choice.module.css";
import { nameOf } from "./hud.tsx";
import { inWords, PHASES, type Phase, TEAMS, type Team } from "./identity.ts";
import type { MatchMoment, Motion, TeamMoment } from "./moment.ts";
import panelsStyle from "./panels.module.css";
import { say } from "./words.ts";

type FieldState =
  | "settled"
  | "placeholder"
  | "empty"
  | "proposed"
  | "objectedTo"
  | "votedOn"
  | "isAccepted"
  | "opensIn";

export function CanonOf({ moment }: { moment: MatchMoment }) {
  const [chosen, setChosen] = useState<Team | null>(null);
  const team = chosen ?? moment.acting ?? "A";
  const one = moment.teams[team];
  const hash = one.latest?.after;
  const fields = useRef<HTMLDListElement>(null);
  const shown = `${team} ${one.latest?.id ?? ""}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn that is shown
  useEffect(() => {
    fields.current?.querySelector(CHANGING)?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return (
    <>
      <div className={choiceStyle.row}>
        <fieldset className={choiceStyle.choice}>
          <legend className="unseen">{say("canonOf")}</legend>
          {TEAMS.map((key) => (
            <button key={key} type="button" aria-pressed={key === team} onClick={() => setChosen(key)} translate="no">
              {nameOf(moment.teams[key])}
            </button>
          ))}
        </fieldset>
        {hash && (
          <code className={panelsStyle.hash} title={hash}>
            <span className="unseen">{say("hash")} </span>
            {hash.slice(0, 15)}…
          </code>
        )}
      </div>
      <ScopeWarning one={one} />
      <dl ref={fields} className={panelsStyle.canon}>
        {fieldsOf(one).map((path) => (
          <Field key={path} path={path} one={one} phase={one.latest?.phase ?? moment.phase} />
        ))}
      </dl>
    </>
  );
}

/** A field that the turn is about: it is brought into sight. */
const CHANGING = ["objectedTo", "isAccepted", "votedOn", "proposed"].map((one) => `[data-state="${one}"]`).join();

/** Each landmark is a field of its own. */
function fieldsOf({ canon, motion }: TeamMoment): readonly string[] {
  const ahead = motion?.canon ?? canon;
  const landmarks = Math.max(canon.landmarks.length, ahead.landmarks.length);
  return [
    "/world_name",
    "/governing_logic",
    "/aesthetic_mood",
    ...(landmarks === 0 ? ["/landmarks"] : Array.from({ length: landmarks }, (_, i) => `/landmarks/${i}`)),
    "/tension",
    "/inhabitants",
    "/hero_image_description",
  ];
}

/** Objections that point outside what the phase may write: their answer must be found inside it. */
function ScopeWarning({ one: { latest, motion } }: { one: TeamMoment }) {
  if (!latest) return null;
  const open = motion && motion.state !== "accepted" && motion.state !== "dropped";
  const paths = open ? motion.doubts.filter((path) => !isCovered(path, SCOPES[latest.phase])) : [];
  if (paths.length === 0) return null;
  return (
    <p className={panelsStyle.warning} role="note">
      <span aria-hidden="true">◭</span>
      {say("scopeWarning", { paths: [...new Set(paths)].join(", "), phase: inWords(latest.phase) })}
    </p>
  );
}

function Field({ path, one, phase }: { path: string; one: TeamMoment; phase: Phase }) {
  const { canon, motion } = one;
  const before = valueAt(motion?.state === "accepted" ? one.before : canon, path);
  const ahead = motion && motion.state !== "dropped" ? valueAt(motion.canon, path) : before;
  const differs = JSON.stringify(before) !== JSON.stringify(ahead);
  const state = stateOf(path, before, differs ? motion : null, phase);
  return (
    <div className={panelsStyle.field} data-state={state}>
      <dt>
        <code>{path}</code>
        <span>{state === "opensIn" ? say(state, { phase: inWords(opensIn(path, phase)!) }) : say(state)}</span>
      </dt>
      <dd translate="no">{differs ? <Difference before={before} after={ahead} /> : <Value value={before} />}</dd>
    </div>
  );
}

function stateOf(path: string, value: unknown, motion: Motion | null, phase: Phase): FieldState {
  if (motion) {
    const doubted = motion.doubts.some((doubt) => path.startsWith(doubt) || doubt.startsWith(path));
    if (motion.state === "accepted") return "isAccepted";
    if (motion.state === "voting") return "votedOn";
    return motion.state === "objected" && doubted ? "objectedTo" : "proposed";
  }
  if (!isEmpty(value)) return phase !== "CRYSTALLIZATION" && isProvisional(path) ? "placeholder" : "settled";
  return opensIn(path, phase) ? "opensIn" : "empty";
}

/** The foundation writes these as placeholders; the crystallization, which alone may write them again, settles them. */
const isProvisional = (path: string): boolean => path === "/inhabitants" || path === "/hero_image_description";

/** The next phase in which a field may be written, while it may not be now. */
function opensIn(path: string, phase: Phase): Phase | null {
  const isOpen = (one: Phase) => isCovered(path, SCOPES[one]);
  if (isOpen(phase)) return null;
  return PHASES.slice(PHASES.indexOf(phase) + 1).find(isOpen) ?? null;
}

/** What stands at a JSON pointer of a canon; undefined where nothing does. */
const valueAt = (canon: Canon, pointer: string): unknown =>
  pointer
    .slice(1)
    .split("/")
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], canon);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

function Value({ value }: { value: unknown }) {
  const lines = linesOf(value);
  return lines.map(({ label, text }) => (
    <p key={label} data-title={label === "name"}>
      {label !== "" && label !== "name" && <small>{label.replaceAll("_", " ")} </small>}
      {text}
    </p>
  ));
}

/** Line by line: what goes is struck, what comes stands out, what stays is plain. Words decide where they differ. */
function Difference({ before, after }: { before: unknown; after: unknown }) {
  const old = new Map(linesOf(before).map(({ label, text }) => [label, text]));
  const fresh = new Map(linesOf(after).map(({ label, text }) => [label, text]));
  return [...new Set([...fresh.keys(), ...old.keys()])].map((label) => (
    <p key={label} data-title={label === "name"}>
      {label !== "" && label !== "name" && <small>{label.replaceAll("_", " ")} </small>}
      <Words before={old.get(label) ?? ""} after={fresh.get(label) ?? ""} />
    </p>
  ));
}

/** The common beginning and end stay; what lies between is replaced. */
function Words({ before, after }: { before: string; after: string }) {
  if (before === after) return after;
  const old = before.split(/(?<=\s)/);
  const fresh = after.split(/(?<=\s)/);
  const least = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < least && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  const gone = old.slice(head, old.length - tail).join("");
  const come = fresh.slice(head, fresh.length - tail).join("");
  return (
    <>
      {fresh.slice(0, head).join("")}
      {gone !== "" && <del>{gone}</del>} {come !== "" && <ins>{come}</ins>}
      {fresh.slice(fresh.length - tail).join("")}
    </>
  );
}

/** A value as labelled lines: a text is one line without a label, an object one for each field. */
function linesOf(value: unknown): readonly { readonly label: string; readonly text: string }[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ label: "", text: value.map(String).join(", ") }];
  if (typeof value === "object")
    return Object.entries(value)
      .map(([label, one]) => ({ label, text: textOf(one) }))
      .sort((a, b) => Number(b.label === "name") - Number(a.label === "name"));
  return [{ label: "", text: String(value) }];
}
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
