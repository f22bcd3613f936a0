// A character made by the rules: every list holds what may be chosen, and what is wrong is said as it is written. The rules judge, not this page.
import {
  ABILITIES,
  type Ability,
  armourClassOf,
  BACKGROUNDS,
  type Choices,
  CLASSES,
  hpMaxOf,
  makeHero,
  options,
  POINTS,
  pointBuyCost,
  RACES,
  SPELLS,
  STANDARD_SCORES,
  titleOf,
} from "@orrery/worlds/table";
import { type FormEvent, type ReactNode, useState } from "react";
import parts from "../../parts/parts.module.css";
import { Ask } from "../../parts/parts.tsx";
import beginStyle from "./begin.module.css";
import { say } from "./words.ts";

type HeroDraft = Choices &
  Required<Pick<Choices, "skills" | "expertise" | "cantrips" | "spells" | "raise" | "improve" | "level">>;

const FIRST: HeroDraft = {
  name: "",
  pronoun: "they",
  race: "human",
  class: "fighter",
  background: "soldier",
  scores: Object.fromEntries(ABILITIES.map((ability, i) => [ability, STANDARD_SCORES[i]!])) as Choices["scores"],
  raise: [],
  improve: [],
  skills: [],
  expertise: [],
  cantrips: [],
  spells: [],
  level: 2,
};

export const inOneLine = ({ race, class: id, background, level = 1 }: Choices): string =>
  say("level", { level, class: titleOf(id), race: RACES[race].name, background: BACKGROUNDS[background].name });

export function Maker({ make, onClose }: { make: (choices: Choices) => void; onClose: () => void }) {
  const [draft, setDraft] = useState<HeroDraft>(FIRST);
  const set = (change: Partial<HeroDraft>) => setDraft((now) => fitting({ ...now, ...change }));
  const { race, class: id, background, level, scores } = draft;
  const skills = options.skillOptions(id, background, race);
  const trained = options.trainingOf(race, background, draft.skills);
  const choices = choicesOf(draft);
  const made = makeHero(choices);
  const magic = spellLists(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (made.ok) make(choices);
  };
  return (
    <Ask title={say("makeOwn")} onClose={onClose} wide>
      <form className={beginStyle.maker} onSubmit={submit}>
        <div className={beginStyle.fields}>
          <label className={parts.field}>
            {say("itsName")}
            <input
              className={parts.input}
              value={draft.name}
              maxLength={40}
              autoComplete="off"
              onChange={(event) => set({ name: event.target.value })}
            />
          </label>
          <Select
            label={say("pronoun")}
            value={draft.pronoun ?? "they"}
            all={["she", "he", "they"]}
            set={(pronoun) => set({ pronoun })}
          />
          <Select
            label={say("race")}
            value={race}
            all={Object.keys(RACES) as (keyof typeof RACES)[]}
            name={(one) => RACES[one].name}
            set={(race) => set({ race })}
          />
          <Select label={say("class")} value={id} all={CLASSES} set={(id) => set({ class: id })} />
          <Select
            label={say("background")}
            value={background}
            all={Object.keys(BACKGROUNDS) as (keyof typeof BACKGROUNDS)[]}
            name={(one) => BACKGROUNDS[one].name}
            set={(background) => set({ background })}
          />
          <Select
            label={say("levelOf")}
            value={String(level)}
            all={LEVELS}
            set={(level) => set({ level: Number(level) })}
          />
        </div>
        <fieldset className={beginStyle.scores}>
          <legend>
            {say("abilities")} <small>{say("points", { spent: pointBuyCost(scores) ?? "–", all: POINTS })}</small>
          </legend>
          {ABILITIES.map((ability) => (
            <label key={ability}>
              {titleOf(ability)}
              <input
                type="number"
                min={8}
                max={15}
                value={scores[ability]}
                onChange={(event) =>
                  set({ scores: { ...scores, [ability]: Math.trunc(event.target.valueAsNumber) || 8 } })
                }
              />
            </label>
          ))}
        </fieldset>
        {(RACES[race] as { chooses?: number }).chooses !== undefined && (
          <Several
            title={say("raises")}
            pick={{ count: 2, from: ABILITIES }}
            chosen={draft.raise}
            set={(raise) => set({ raise })}
          />
        )}
        {options.improvements(id, level) > 0 && (
          <div className={beginStyle.fields}>
            {[0, 1].map((at) => (
              <Select
                key={at}
                label={say("improves", { n: at + 1 })}
                value={draft.improve[at] ?? "strength"}
                all={ABILITIES}
                set={(one) => set({ improve: draft.improve.with(at, one) })}
              />
            ))}
          </div>
        )}
        <Several title={say("skills")} pick={skills} chosen={draft.skills} set={(skills) => set({ skills })} />
        {options.expertiseCount(id, level) > 0 && (
          <Several
            title={say("expertise")}
            pick={{ count: options.expertiseCount(id, level), from: trained }}
            chosen={draft.expertise}
            set={(expertise) => set({ expertise })}
          />
        )}
        {options.styleOptions(id, level).length > 0 && (
          <div className={beginStyle.fields}>
            <Select
              label={say("style")}
              value={draft.style ?? "defence"}
              all={options.styleOptions(id, level)}
              set={(style) => set({ style })}
            />
          </div>
        )}
        {magic.map(({ what, pick }) => (
          <Several
            key={what}
            title={say(what)}
            pick={pick}
            chosen={draft[what]}
            name={(spell) => SPELLS[spell].name}
            hint={(spell) => SPELLS[spell].says}
            set={(chosen) => set({ [what]: chosen })}
          />
        ))}
        <div className={beginStyle.verdict} role="status">
          {made.ok ? (
            <p>
              <b translate="no">{made.hero.name}</b>, {inOneLine(draft)}. {say("hitPoints")} {hpMaxOf(made.hero).value},{" "}
              {say("armour")} {armourClassOf(made.hero).value}. {made.hero.items.map((item) => item.name).join(", ")}.
            </p>
          ) : (
            <ul>
              {made.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
        <div className={`${parts.row} ${parts.end}`}>
          <button type="button" className={parts.button} onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" className={parts.primary} disabled={!made.ok}>
            {say("takeIt")}
          </button>
        </div>
      </form>
    </Ask>
  );
}
const LEVELS = Array.from({ length: options.LEVEL_MOST }, (_, i) => String(i + 1));

/** The draft as choices: what was left open is left to the maker. */
function choicesOf({ cantrips, spells, ...draft }: HeroDraft): Choices {
  return {
    ...draft,
    name: draft.name.trim(),
    ...(cantrips.length > 0 ? { cantrips } : {}),
    ...(spells.length > 0 ? { spells } : {}),
  };
}

/** What no longer fits is let go of when class, people or level change. */
function fitting(draft: HeroDraft): HeroDraft {
  const { race, class: id, background, level } = draft;
  const skills = options.skillOptions(id, background, race).from;
  const trained = options.trainingOf(race, background, draft.skills);
  const styles = options.styleOptions(id, level);
  const [cantrips, spells] = [
    options.cantripOptions(id, level),
    options.spellOptions(id, level, options.scoresOf(draft)),
  ];
  const { style: _style, ...rest } = draft;
  const rises = options.improvements(id, level);
  return {
    ...rest,
    skills: draft.skills.filter((one) => skills.includes(one)),
    expertise: draft.expertise.filter((one) => trained.includes(one)).slice(0, options.expertiseCount(id, level)),
    raise: "chooses" in RACES[race] ? draft.raise : [],
    improve: Array.from({ length: rises }, (_, i): Ability => draft.improve[i] ?? "strength"),
    cantrips: draft.cantrips.filter((one) => cantrips.from.includes(one)).slice(0, cantrips.count),
    spells: draft.spells.filter((one) => spells.from.includes(one)).slice(0, spells.count),
    ...(styles.length > 0
      ? { style: draft.style !== undefined && styles.includes(draft.style) ? draft.style : styles[0]! }
      : {}),
  };
}

const spellLists = (draft: HeroDraft) =>
  [
    { what: "cantrips" as const, pick: options.cantripOptions(draft.class, draft.level) },
    { what: "spells" as const, pick: options.spellOptions(draft.class, draft.level, options.scoresOf(draft)) },
  ].filter(({ pick }) => pick.count > 0);

function Select<T extends string>({
  label,
  value,
  all,
  set,
  name = titleOf,
}: {
  label: string;
  value: T;
  all: readonly T[];
  set: (value: T) => void;
  name?: (value: T) => string;
}) {
  return (
    <label className={parts.field}>
      {label}
      <select className={parts.select} value={value} onChange={(event) => set(event.target.value as T)}>
        {all.map((one) => (
          <option key={one} value={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** So many of a list, each a box to tick; the rest wait once there are enough. */
export function Several<T extends string>({
  title,
  pick: { count, from },
  chosen,
  set,
  name = titleOf,
  hint,
}: {
  title: ReactNode;
  pick: options.Pick<T>;
  chosen: readonly T[];
  set: (chosen: T[]) => void;
  name?: (one: T) => string;
  hint?: (one: T) => string;
}) {
  return (
    <fieldset className={beginStyle.several}>
      <legend>
        {title} <small>{say("chosenOf", { n: chosen.length, all: count })}</small>
      </legend>
      {from.map((one) => {
        const isChosen = chosen.includes(one);
        return (
          <label key={one} title={hint?.(one)}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= count}
              onChange={() => set(isChosen ? chosen.filter((other) => other !== one) : [...chosen, one])}
            />
            {name(one)}
          </label>
        );
      })}
    </fieldset>
  );
}
