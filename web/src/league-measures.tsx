// Everything that a league has counted of its players beside wins and ratings: one row a measure, one column a player, every figure with its interval.

import { say } from "./league-words.ts";
import own from "./leagues.module.css";
import { Own } from "./parts/rich.tsx";
import { plainWord } from "./say.ts";
import type * as wire from "./wire.ts";

interface MeasureRow {
  readonly name: string;
  readonly figures: readonly (wire.IntervalFigure | undefined)[];
  readonly write: (value: number) => string;
}

const PER_GAME = "per game: ";
/** What a player's machine did, and what that cost. */
const WORK: ReadonlySet<string> = new Set([
  "fallbacks",
  "invalid answers",
  "milliseconds a call",
  ...["asked", "model calls", "tokens", "tokens cached", "tokens written", "dollars", "calls without a price"].map(
    (name) => PER_GAME + name,
  ),
]);
/** Every other measure that no group names is a share of something. */
const AMOUNT = /^(per game: |milliseconds|place$|score$)/;

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const amount = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString();
const score = (value: number): string => value.toFixed(3);

interface MeasureRows {
  readonly title: string;
  readonly rows: readonly MeasureRow[];
}

/** The measures of one side in groups: those of the world as it names them, then the rest; a group of which nothing is known is left out. */
function groupsOf(rows: readonly wire.Standing[], groups: wire.LeagueTable["groups"]): readonly MeasureRows[] {
  const named = new Set(groups.flatMap(({ measures }) => measures.map(({ name }) => name)));
  const names = [...new Set(rows.flatMap(({ measures }) => Object.keys(measures)))].sort();
  const of = (test: (name: string) => boolean): MeasureRow[] =>
    names.filter(test).map((name) => ({
      name: plainWord(name.startsWith(PER_GAME) ? name.slice(PER_GAME.length) : name),
      figures: rows.map(({ measures }) => measures[name]),
      write: AMOUNT.test(name) ? amount : percent,
    }));
  const isWork = (name: string) => WORK.has(name) || name.startsWith("fallbacks: ");
  return [
    ...groups.map(({ title, measures }) => ({ title, rows: measures.map((measure) => rowOf(rows, measure)) })),
    { title: say("leagueDeeds"), rows: of((name) => !named.has(name) && !isWork(name)) },
    { title: say("leagueWork"), rows: of(isWork) },
  ]
    .map((group) => ({ ...group, rows: group.rows.filter(({ figures }) => figures.some((one) => one !== undefined)) }))
    .filter((group) => group.rows.length > 0);
}

function rowOf(
  rows: readonly wire.Standing[],
  { name, title, as = "share" }: wire.LeagueTable["groups"][number]["measures"][number],
): MeasureRow {
  return as === "share" || as === "amount"
    ? {
        name: title,
        figures: rows.map(({ measures }) => measures[name]),
        write: as === "share" ? percent : amount,
      }
    : { name: title, figures: rows.map(({ beliefs }) => beliefs[name]?.[as]), write: score };
}

export function Measures({ rows, table }: { rows: readonly wire.Standing[]; table: Pick<wire.LeagueTable, "groups"> }) {
  const groups = groupsOf(rows, table.groups);
  if (groups.length === 0) return null;
  return (
    <details className={own.measures}>
      <summary>{say("leagueMeasures")}</summary>
      {groups.map(({ title, rows: lines }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <div key={title} className={own.scroll} tabIndex={0}>
          <table className={own.table}>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                {rows.map(({ entrant, arm }) => (
                  <th key={`${entrant} ${arm}`} scope="col">
                    <Own>{arm === "off" ? entrant : `${entrant} (${arm})`}</Own>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ name, figures, write }) => (
                <tr key={name}>
                  <th scope="row" translate="no">
                    {name}
                  </th>
                  {figures.map((figure, i) => (
                    <td key={`${rows[i]!.entrant} ${rows[i]!.arm}`}>
                      <Estimate figure={figure} write={write} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </details>
  );
}

/** A figure with its interval; a dash where nothing is known. */
export function Estimate({
  figure,
  write,
}: {
  figure: wire.IntervalFigure | undefined;
  write: (value: number) => string;
}) {
  if (!figure || figure.value === null) return "–";
  const { value, low, high } = figure;
  return (
    <span className={own.number}>
      {write(value)}{" "}
      {low !== null && high !== null && <small>{say("leagueBetween", { low: write(low), high: write(high) })}</small>}
    </span>
  );
}
