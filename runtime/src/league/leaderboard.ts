// A league's table as one page of HTML that needs no server, no script and no other file.
import type { IntervalFigure, LeagueTable, Standing } from "./table.ts";

type Card = Readonly<Record<string, unknown>>;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:72rem;padding:1.5rem}h1,h2{line-height:1.2}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{padding:.35rem .7rem;text-align:right;border-bottom:1px solid light-dark(#ddd,#444);white-space:nowrap}
th:first-child,td:first-child{text-align:left}small{color:light-dark(#595959,#aaa)}dt{font-weight:600}dd{margin:0 0 .4rem}`;

/** English, with 95 % intervals in small print. */
export function leaderboardPage(table: LeagueTable, card: Card): string {
  const title = `${escapeHtml(table.world)} leaderboard`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<p>${table.games} games of ${table.seeds} seeds${table.unfinished > 0 ? `, ${table.unfinished} unfinished` : ""}. Intervals hold the truth 95 times of 100 and count seeds.</p>
${table.sides.map((side) => sideOf(table, side)).join("\n")}
${contrasts(table)}
<h2>How it was played</h2><dl>${Object.entries(card).map(entry).join("")}</dl>
<p>Everything behind these figures is in the files beside this page; <a href="codebook.json">codebook.json</a> says what each column is.</p>
</body></html>
`;
}

function sideOf({ standings, groups }: LeagueTable, side: string): string {
  const own = standings.filter((one) => one.side === side);
  const brief = groups.flatMap(({ measures }) => measures.filter((one) => one.brief));
  const columns: readonly (readonly [string, (one: Standing) => string])[] = [
    ["Games", ({ games }) => `${games}`],
    ["Rating", ({ rating }) => (rating ? figure(rating, (value) => value.toFixed(2)) : "–")],
    ["Wins", ({ wins }) => figure(wins, percent)],
    ...brief.map(({ name, title, as = "share" }): readonly [string, (one: Standing) => string] => [
      title,
      ({ measures, beliefs }) => {
        const found = as === "share" || as === "amount" ? measures[name] : beliefs[name]?.[as];
        return found ? figure(found, as === "share" ? percent : (value) => value.toFixed(2)) : "–";
      },
    ]),
  ];
  const rows = own.map(
    (one) =>
      `<tr><th scope="row">${escapeHtml(one.entrant)}${one.arm === "off" ? "" : ` (${one.arm})`}</th>${columns.map(([, of]) => `<td>${of(one)}</td>`).join("")}</tr>`,
  );
  return `<h2>${escapeHtml(side)}</h2><div class="scroll"><table><thead><tr><th scope="col">Player</th>${columns
    .map(([name]) => `<th scope="col">${escapeHtml(name)}</th>`)
    .join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function contrasts({ contrasts: all }: LeagueTable): string {
  if (all.length === 0) return "";
  const rows = all
    .toSorted((a, b) => a.p - b.p)
    .map(
      ({ side, first, second, difference, low, high, holm, seeds, seedsForTenPoints }) =>
        `<tr><th scope="row">${escapeHtml(side)}: ${escapeHtml(first)} − ${escapeHtml(second)}</th><td>${points(difference)}<br><small>${points(low)} to ${points(high)}</small></td><td>${holm < 0.001 ? "&lt; 0.001" : holm.toFixed(3)}</td><td>${seeds}</td><td>${seedsForTenPoints}</td></tr>`,
    );
  return `<h2>Differences on the same seeds</h2><div class="scroll"><table><thead><tr><th scope="col">Players</th><th scope="col">Wins, points</th><th scope="col">p after Holm</th><th scope="col">Seeds</th><th scope="col">Seeds to see 10 points</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const points = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value * 100).toFixed(1)}`;
const figure = ({ value, low, high }: IntervalFigure, say: (value: number) => string): string =>
  value === null
    ? "–"
    : low === null || high === null
      ? say(value)
      : `${say(value)}<br><small>${say(low)} to ${say(high)}</small>`;
const entry = ([name, value]: readonly [string, unknown]): string =>
  `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(typeof value === "string" ? value : JSON.stringify(value))}</dd>`;
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
