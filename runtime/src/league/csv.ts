// A league's table as CSV (RFC 4180): one row for each entrant and side, with the same numbers as the JSON has.
import type { Json } from "@orrery/kernel";
import type { IntervalFigure, LeagueTable, Standing } from "./table.ts";

/** Lines end with CRLF; a field with a comma, a quote or a line break is quoted. Unknown figures are empty. */
export function writeCsv(table: LeagueTable): string {
  const measures = [...new Set(table.standings.flatMap(({ measures }) => Object.keys(measures)))].sort();
  const stages = [...new Set(table.standings.flatMap(({ beliefs }) => Object.keys(beliefs)))].sort();
  const traits = [...new Set(table.standings.flatMap(({ traits }) => Object.keys(traits)))].sort();
  const columns: [name: string, of: (standing: Standing) => string | number | null][] = [
    ["entrant", ({ entrant }) => entrant],
    ["agent", ({ agent }) => agent],
    ...traits.map((name): (typeof columns)[number] => [`trait ${name}`, (standing) => plain(standing.traits[name])]),
    ["arm", ({ arm }) => arm],
    ["side", ({ side }) => side],
    ["games", ({ games }) => games],
    ...figures("wins", ({ wins }) => wins),
    ...figures("rating", ({ rating }) => rating),
    ["best", ({ rating }) => rating?.best ?? null],
    ...stages.flatMap((stage): typeof columns => [
      [`beliefs ${stage} n`, ({ beliefs }) => beliefs[stage]?.n ?? null],
      ...(["logLoss", "brier", "priorBrier", "auroc"] as const).flatMap((name) =>
        figures(`beliefs ${stage} ${name}`, ({ beliefs }) => beliefs[stage]?.[name] ?? null),
      ),
    ]),
    ...measures.flatMap((name) => figures(name, ({ measures }) => measures[name] ?? null)),
  ];
  const rows = [
    columns.map(([name]) => name),
    ...table.standings.map((standing) => columns.map(([, of]) => of(standing))),
  ];
  return rows.map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

const figures = (
  name: string,
  of: (standing: Standing) => IntervalFigure | null,
): [string, (standing: Standing) => number | null][] => [
  [name, (standing) => of(standing)?.value ?? null],
  [`${name} low`, (standing) => of(standing)?.low ?? null],
  [`${name} high`, (standing) => of(standing)?.high ?? null],
];

/** A text or a number as it is, anything else as JSON. */
const plain = (value: Json | undefined): string | number | null =>
  value === undefined ? null : typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);

function field(value: string | number | null): string {
  if (value === null) return "";
  const text = `${value}`;
  // A leading character that a spreadsheet would take for a formula is defused by a quote mark; a number keeps its sign.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
