// Who met whom in a league: one square a pair, as dark as its share of wins, and every figure with its interval below.
import { Share, Table } from "./league-table.tsx";
import { say } from "./league-words.ts";
import own from "./leagues.module.css";
import { capital } from "./say.ts";
import type * as wire from "./wire.ts";

type MetPair = wire.LeagueTable["headToHead"][number];

export function Meetings({ rows, sides }: { rows: readonly MetPair[]; sides: readonly string[] }) {
  if (rows.length === 0) return null;
  const heads = sides.length === 2 ? sides.map(capital) : [say("leaguePlayer"), say("leagueAgainst")];
  const table = <Figures rows={rows} heads={heads} />;
  return (
    <section aria-labelledby="met">
      <h2 id="met">{say("leagueMet")}</h2>
      {rows.length < FEW ? (
        table
      ) : (
        <>
          <Squares rows={rows} heads={heads} />
          <details className={own.measures}>
            <summary>{say("leagueMetFigures")}</summary>
            {table}
          </details>
        </>
      )}
    </section>
  );
}
/** Fewer pairs than this are read faster in lines. */
const FEW = 4;

/** Rows are the first of a pair, columns the second; a square says how often the first won. */
function Squares({ rows, heads }: { rows: readonly MetPair[]; heads: readonly string[] }) {
  const firsts = [...new Set(rows.map(({ first }) => first))].sort();
  const seconds = [...new Set(rows.map(({ second }) => second))].sort();
  const met = new Map(rows.map((row) => [pairOf(row.first, row.second), row]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div className={own.scroll} tabIndex={0}>
      <p className={own.facts}>{say("leagueMetRead", { first: heads[0]!, second: heads[1]! })}</p>
      <table className={own.squares}>
        <thead>
          <tr>
            <td />
            {seconds.map((name) => (
              <th key={name} scope="col" className={own.column} translate="no">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firsts.map((first) => (
            <tr key={first}>
              <th scope="row" className={own.name} translate="no">
                {first}
              </th>
              {seconds.map((second) => (
                <Square key={second} row={met.get(pairOf(first, second))} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Square({ row }: { row: MetPair | undefined }) {
  const share = row?.wins.value ?? null;
  if (!row || share === null) return <td />;
  const percent = Math.round(share * 100);
  return (
    <td
      className={own.square}
      style={{ background: `color-mix(in oklab, var(--brass) ${Math.round(share * DEEPEST)}%, var(--sunken))` }}
      title={say("leagueMetPair", { first: row.first, second: row.second, percent, games: row.games })}
    >
      <b>{percent}</b> <small>{row.games}</small>
    </td>
  );
}
/** Percent of the accent in a square that was always won: ink stays readable on it. */
const DEEPEST = 45;

function Figures({ rows, heads }: { rows: readonly MetPair[]; heads: readonly string[] }) {
  return (
    <Table first={heads} head={["leagueGamesHead", "leagueWins", "leaguePredicted"]}>
      {rows.map(({ first, second, games, wins, predicted }) => (
        <tr key={pairOf(first, second)}>
          <th scope="row" translate="no">
            {first}
          </th>
          <td translate="no">{second}</td>
          <td>{games}</td>
          <td>
            <Share figure={wins} />
          </td>
          <td>
            <Share figure={predicted} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const pairOf = (first: string, second: string): string => `${first}\n${second}`;
