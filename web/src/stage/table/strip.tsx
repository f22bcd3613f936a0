// The header strip: where and when, what the character has left, and how the next words are meant.
import type { TableView } from "@orrery/worlds/table";
import { Bar, Change, Pips } from "./parts.tsx";
import stripStyle from "./strip.module.css";
import { say } from "./words.ts";

export const MODES = ["STORY", "DM", "GOD"] as const;
export type StripMode = (typeof MODES)[number];
/** The story with its table top, or the whole sheet on one page. */
export const SHOWS = ["Scene", "Sheet"] as const;
export type Shows = (typeof SHOWS)[number];

interface StripProps {
  readonly view: TableView;
  readonly mode: StripMode;
  /** The modes that may be chosen here. */
  readonly modes: readonly StripMode[];
  readonly choose: (mode: StripMode) => void;
  readonly shows: Shows;
  readonly show: (shows: Shows) => void;
}

export function Strip({ view, mode, modes, choose, shows, show }: StripProps) {
  const { you, location, resourcesLine, sessionHeader, sequence } = view;
  return (
    <header className={stripStyle.strip} title={`${sessionHeader}\n${resourcesLine}`}>
      <div>
        <b translate="no">{location.name}</b>
        <small translate="no">{timeIn(view)}</small>
      </div>
      {you && (
        <>
          <div className={stripStyle.figure}>
            <span>
              <small>{say("hp")}</small>{" "}
              <b>
                {you.hp}/{you.hpMax.value}
                {you.temp > 0 && ` +${you.temp}`}
              </b>
              <Change value={you.hp + you.temp} of={you.id} sequence={sequence} />
            </span>
            <Bar value={you.hp} most={you.hpMax.value} tone="hp" of={you.id} sequence={sequence} />
          </div>
          <div className={stripStyle.figure}>
            <span>
              <small>{say("xp")}</small> <b>{you.xp}</b>
              {you.xpNext !== null && <small>/{you.xpNext}</small>}
              <Change value={you.xp} of={you.id} sequence={sequence} />
            </span>
            <Bar value={you.xp} most={you.xpNext ?? you.xp} tone="xp" />
          </div>
          <div>
            <small>{say("gold")}</small>
            <b>
              {you.gold} gp
              <Change value={you.gold} of={you.id} sequence={sequence} />
            </b>
          </div>
          <div data-none={you.exhaustion === 0}>
            <small>{say("exhaustion")}</small>
            <Pips left={you.exhaustion} total={6} label={say("exhaustion")} />
          </div>
          {you.inspiration && (
            <div>
              <small>{say("inspiration")}</small>
              <b>★ {say("yes")}</b>
            </div>
          )}
          {you.conditions.length > 0 && (
            <div className={stripStyle.alarm}>
              <small>{say("conditions")}</small>
              <b>{you.conditions.map(({ name }) => name).join(", ")}</b>
            </div>
          )}
          {you.effects.length > 0 && (
            <div>
              <small>{say("effects")}</small>
              <b>{you.effects.map(({ name }) => name).join(", ")}</b>
            </div>
          )}
        </>
      )}
      <div className={stripStyle.switches}>
        {you && mode !== "GOD" && (
          <fieldset className={stripStyle.modes} aria-label={say("shows")}>
            {SHOWS.map((one) => (
              <button key={one} type="button" aria-pressed={one === shows} onClick={() => show(one)}>
                {say(one)}
              </button>
            ))}
          </fieldset>
        )}
        <fieldset className={stripStyle.modes} aria-label={say("modes")}>
          {modes.map((one) => (
            <button key={one} type="button" aria-pressed={one === mode} onClick={() => choose(one)} translate="no">
              {one}
            </button>
          ))}
        </fieldset>
      </div>
    </header>
  );
}

/** The time as the header line writes it, without the place. */
const timeIn = ({ sessionHeader }: TableView): string =>
  sessionHeader
    .split("\n")
    .find((line) => /timestamp/i.test(line))
    ?.replace(/^[^:]*:\s*/, "") ?? "";
