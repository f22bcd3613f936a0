// Everything that a league has counted of its players beside wins and ratings: one row a measure, one column a player, every figure with its interval.
import own from "./leagues.module.css";
import { Own } from "./parts/rich.tsx";
import { plainWord } from "./say.ts";
import type * as wire from "./wire.ts";
import { t } from "./words.ts";

type Word = Parameters<typeof t>[0];
interface Row {
  readonly name: string;
  readonly figures: readonly (wire.Figure | undefined)[];
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
const SPOKEN = /^(claims |lies|suspicion after|false alarms)/;
const VOTED = /^(vote|skips)/;
/** Every other measure is a share of something. */
const AMOUNT = /^(per game: |suspicion after|milliseconds)/;

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const amount = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString();
const score = (value: number): string => value.toFixed(3);

/** The measures of one side in groups; a group of which nothing is known is left out. */
function groupsOf(rows: readonly wire.Standing[]): { readonly title: Word; readonly rows: readonly Row[] }[] {
  const names = [...new Set(rows.flatMap(({ measures }) => Object.keys(measures)))].sort();
  const of = (test: (name: string) => boolean): Row[] =>
    names.filter(test).map((name) => ({
      name: plainWord(name.startsWith(PER_GAME) ? name.slice(PER_GAME.length) : name),
      figures: rows.map(({ measures }) => measures[name]),
      write: AMOUNT.test(name) ? amount : percent,
    }));
  const isWork = (name: string) => WORK.has(name) || name.startsWith("fallbacks: ");
  const stages = [...new Set(rows.flatMap(({ beliefs }) => Object.keys(beliefs)))];
  const beliefs = stages.flatMap((stage): Row[] =>
    (
      [
        ["brier", "Brier"],
        ["priorBrier", "Brier, prior"],
        ["logLoss", "log loss"],
        ["auroc", "AUROC"],
      ] as const
    ).map(([key, name]) => ({
      name: `${stage}: ${name}`,
      figures: rows.map((row) => row.beliefs[stage]?.[key]),
      write: score,
    })),
  );
  const noticed: Row[] = rows.some(({ liesNoticed }) => liesNoticed.value !== null)
    ? [{ name: "lies noticed (0.5: none)", figures: rows.map(({ liesNoticed }) => liesNoticed), write: score }]
    : [];
  return [
    { title: "leagueVotes" as const, rows: of((name) => VOTED.test(name)) },
    { title: "leagueClaims" as const, rows: [...of((name) => SPOKEN.test(name)), ...noticed] },
    { title: "leagueBeliefs" as const, rows: beliefs },
    {
      title: "leagueDeeds" as const,
      rows: of((name) => !VOTED.test(name) && !SPOKEN.test(name) && !isWork(name)),
    },
    { title: "leagueWork" as const, rows: of(isWork) },
  ].filter((group) => group.rows.length > 0);
}

export function Measures({ rows }: { rows: readonly wire.Standing[] }) {
  const groups = groupsOf(rows);
  if (groups.length === 0) return null;
  return (
    <details className={own.measures}>
      <summary>{t("leagueMeasures")}</summary>
      {groups.map(({ title, rows: lines }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <div key={title} className={own.scroll} tabIndex={0}>
          <table className={own.table}>
            <thead>
              <tr>
                <th scope="col">{t(title)}</th>
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
export function Estimate({ figure, write }: { figure: wire.Figure | undefined; write: (value: number) => string }) {
  if (!figure || figure.value === null) return "–";
  const { value, low, high } = figure;
  return (
    <span className={own.number}>
      {write(value)}{" "}
      {low !== null && high !== null && <small>{t("leagueBetween", { low: write(low), high: write(high) })}</small>}
    </span>
  );
}
