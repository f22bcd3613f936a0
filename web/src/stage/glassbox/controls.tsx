// What a player can do here and now: deeds as buttons by kind, and in a discussion a field to speak.
import { type Claim, type Hearing, readClaims, sameAs } from "@orrery/worlds/glassbox";
import type { Station } from "@orrery/worlds/glassbox/station";
import { type FormEvent, useMemo, useState } from "react";
import { useDraft } from "../../parts/draft.ts";
import parts from "../../parts/parts.module.css";
import { Own } from "../../parts/rich.tsx";
import { capital, type Names } from "../../say.ts";
import type { Action } from "../../wire.ts";
import type { Word } from "../../words.ts";
import { claimInWords } from "./crew.tsx";
import style from "./panels.module.css";
import { objectOf } from "./say.ts";
import { t } from "./words.ts";

interface ControlGroup {
  readonly title: Word;
  readonly has: (action: Action, { place }: Station) => boolean;
  /** Long and seldom needed: it opens when it is asked for. */
  readonly folded?: true;
  readonly grave?: true;
}
const isDoors = (id: string | undefined): boolean => id?.startsWith("doors_") ?? false;
/** Deeds of one kind stand together, the rarest and gravest first. */
const GROUPS: readonly ControlGroup[] = [
  { title: "doVote", has: ({ type }) => type === "vote" },
  { title: "doKill", has: ({ type }) => type === "kill", grave: true },
  { title: "doInteract", has: ({ type }) => type === "interact" },
  { title: "doFake", has: ({ type }) => type === "fake_task" },
  {
    title: "doMove",
    has: ({ type, locationId: to = "" }, { place }) => type === "move" && place.get(to)?.kind === "room",
  },
  { title: "doSabotage", has: ({ type, targetId }) => type === "sabotage" && !isDoors(targetId) },
  { title: "doFollow", has: ({ type, targetId }) => type === "move" && targetId !== undefined, folded: true },
  {
    title: "doHallways",
    has: ({ type, locationId: to = "" }, { place }) => type === "move" && place.get(to)?.kind === "hallway",
    folded: true,
  },
  { title: "doDoors", has: ({ type, targetId }) => type === "sabotage" && isDoors(targetId), folded: true },
];
/** Answers that need nothing more: one button each. */
const PLAIN: Readonly<Record<string, Word>> = { wait: "doCarryOn", reflect: "doReflect" };

export function Controls({
  legal,
  names,
  act,
  statementMax,
  hearing,
  station,
  hint,
}: {
  legal: readonly Action[];
  names: Names;
  act: (action: Action) => Promise<boolean>;
  statementMax: number;
  /** What this seat knows at the table; null where nobody speaks. */
  hearing: Hearing | null;
  station: Station;
  /** What is expected now, where that is not plain. */
  hint: string | null;
}) {
  const speak = legal.find(({ type }) => type === "speak");
  // What was pressed stays marked until it has counted: in play that may take a second.
  const [pressed, setPressed] = useState<{ readonly legal: readonly Action[]; readonly action: Action } | null>(null);
  const chosen = pressed?.legal === legal ? pressed.action : null;
  const press = async (action: Action) => {
    setPressed({ legal, action });
    if (!(await act(action))) setPressed(null);
  };
  return (
    <section className={style.controls} aria-label={t("doTitle")}>
      {hint !== null && <p className={style.hint}>{hint}</p>}
      {speak && <Speech action={speak} act={act} most={statementMax} hearing={hearing} names={names} />}
      {GROUPS.map(({ title, has, folded, grave }) => {
        const group = legal.filter((action) => has(action, station));
        if (group.length === 0) return null;
        const deeds = (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and nothing is filled in here
          <div key={title} className={style.choices} role="group" aria-label={t(title)}>
            {group.map((action) => (
              <button
                key={JSON.stringify(action)}
                type="button"
                className={parts.button}
                data-chosen={action === chosen}
                onClick={() => press(action)}
              >
                <Own>{objectOf(action, names)}</Own>
              </button>
            ))}
          </div>
        );
        return folded ? (
          <details key={title} className={style.group}>
            <summary>{t(title)}</summary>
            {deeds}
          </details>
        ) : (
          <div key={title} className={style.group} data-grave={grave}>
            <h4>{t(title)}</h4>
            {deeds}
          </div>
        );
      })}
      <div className={style.choices}>
        {legal.flatMap((action) => {
          const word = PLAIN[action.type];
          return word === undefined
            ? []
            : [
                <button
                  key={action.type}
                  type="button"
                  className={parts.button}
                  data-chosen={action === chosen}
                  onClick={() => press(action)}
                >
                  {t(word)}
                </button>,
              ];
        })}
      </div>
    </section>
  );
}

const PARTS = ["player", "place"] as const;

/** A select that corrects one part of a claim before it is said: its player or its place. */
function Choice({
  part,
  claim,
  people,
  rooms,
  names,
  change,
}: {
  part: (typeof PARTS)[number];
  claim: Claim;
  people: readonly string[];
  rooms: readonly string[];
  names: Names;
  change: (claim: Claim) => void;
}) {
  const parts = claim as unknown as Readonly<Record<string, unknown>>;
  const chosen = parts[part];
  if (typeof chosen !== "string") return null;
  const choices = part === "player" ? people : rooms;
  return (
    <select
      aria-label={t(part === "player" ? "claimWho" : "claimWhere", { claim: claimInWords(claim, names) })}
      value={chosen}
      onChange={(event) => change({ ...claim, [part]: event.target.value } as Claim)}
    >
      {[...new Set([chosen, ...choices])].map((id) => (
        <option key={id} value={id}>
          {capital(names.get(id) ?? id)}
        </option>
      ))}
    </select>
  );
}

/** What one says, and what the others will hear claimed in it: any of it can be left out. */
function Speech({
  action,
  act,
  most,
  hearing,
  names,
}: {
  action: Action;
  act: (action: Action) => Promise<boolean>;
  most: number;
  hearing: Hearing | null;
  names: Names;
}) {
  const [text, setText] = useDraft("speech");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [changed, setChanged] = useState<ReadonlyMap<string, Claim>>(new Map());
  const people = hearing ? hearing.players.map(({ id }) => id) : [];
  const rooms = hearing ? hearing.station.rooms.map(({ id }) => id) : [];
  const heard = useMemo(() => (hearing ? readClaims(text.trim(), hearing) : []), [text, hearing]);
  const kept = heard.filter((claim) => !left.has(sameAs(claim))).map((claim) => changed.get(sameAs(claim)) ?? claim);
  const toggle = (key: string) =>
    setLeft(new Set(left.has(key) ? [...left].filter((one) => one !== key) : [...left, key]));
  const say = async (event: FormEvent) => {
    event.preventDefault();
    const asHeard = kept.length === heard.length && kept.every((claim, i) => claim === heard[i]);
    const claims = asHeard ? {} : { claims: kept };
    // What was not taken stays, to be said again.
    if (!(await act({ ...action, metadata: { ...action.metadata, text: text.trim(), ...claims } }))) return;
    setText("");
    setLeft(new Set());
    setChanged(new Map());
  };
  return (
    <form className={style.speech} onSubmit={say}>
      <label>
        <span>{t("doSpeak")}</span>
        <textarea
          rows={2}
          value={text}
          maxLength={most}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // A line of its own is asked for; a word that is being composed is not sent.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </label>
      {text.trim() !== "" && (
        <fieldset className={style.heard} aria-live="polite">
          <legend>{t(heard.length > 0 ? "doHeard" : "doNothingHeard")}</legend>
          {heard.map((claim) => {
            const key = sameAs(claim);
            return (
              <label key={key} title={claim.words && `“${claim.words}”`}>
                <input type="checkbox" checked={!left.has(key)} onChange={() => toggle(key)} />
                <span>{claimInWords(changed.get(key) ?? claim, names)}</span>
                {PARTS.map((part) => (
                  <Choice
                    key={part}
                    part={part}
                    claim={changed.get(key) ?? claim}
                    people={people}
                    rooms={rooms}
                    names={names}
                    change={(next) => setChanged(new Map(changed).set(key, next))}
                  />
                ))}
              </label>
            );
          })}
        </fieldset>
      )}
      <button type="submit" className={parts.button}>
        {text.trim() === "" ? t("doSilence") : t("doSay")}
      </button>
    </form>
  );
}
