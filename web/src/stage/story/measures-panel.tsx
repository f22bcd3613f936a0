// Measures of a town by round as small charts, read from the export that its CSV comes from.
import { useEffect, useState } from "react";
import { Notice, Working } from "../../parts/parts.tsx";
import { Own } from "../../parts/rich.tsx";
import { measuresLink, measuresOf } from "../../wire.ts";
import type { StageProps } from "../stage.ts";
import own from "./measures.module.css";
import style from "./story.module.css";
import { say } from "./words.ts";

interface PanelTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (number | null)[])[];
}
const WIDTH = 150;
const HEIGHT = 34;

export function MeasuresPanel({ scene }: StageProps) {
  const [table, setTable] = useState<PanelTable | Error | null>(null);
  const { run, branch, head, disk } = scene ?? { run: "", branch: "main", head: 0, disk: true };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the run has moved
  useEffect(() => {
    if (disk) return;
    let stale = false;
    measuresOf(run, branch).then(
      (text) => !stale && setTable(read(text)),
      (error: Error) => !stale && setTable(error),
    );
    return () => {
      stale = true;
    };
  }, [run, branch, head, disk]);
  if (disk) return <p className={style.small}>{say("measuresLive")}</p>;
  if (table === null) return <Working>{say("measuring")}</Working>;
  if (table instanceof Error)
    return (
      <Notice kind="bad">
        <Own>{table.message}</Own>
      </Notice>
    );
  const now = table.rows.findLastIndex(([round]) => round !== null && round! <= roundShown(scene));
  return (
    <section className={own.measures} aria-label={say("rail_measures")}>
      <a className={style.plain} href={measuresLink(run, branch)} download="measures.csv">
        {say("measuresCsv")}
      </a>
      <ul>
        {table.names.slice(1).map((name, i) => (
          <Measure key={name} name={name} values={table.rows.map((row) => row[i + 1] ?? null)} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** The last round that was over at the turn that is shown. */
function roundShown(scene: StageProps["scene"]): number {
  const state = scene?.base.view as { readonly round?: number } | undefined;
  return (state?.round ?? 1) - 1;
}

function Measure({ name, values, now }: { name: string; values: readonly (number | null)[]; now: number }) {
  const known = values.flatMap((value) => value ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (i: number) => (i / Math.max(1, values.length - 1)) * (WIDTH - 4) + 2;
  const y = (value: number) => HEIGHT - 4 - ((value - low) / (high - low || 1)) * (HEIGHT - 8);
  const shown = values[now];
  return (
    <li>
      <span translate="no">{name}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path
          d={values
            .map((value, i) =>
              value === null ? "" : `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`,
            )
            .join("")}
        />
        {shown !== null && shown !== undefined && <circle cx={x(now)} cy={y(shown)} r="3" />}
      </svg>
      <output>{shown === null || shown === undefined ? "–" : figure(shown)}</output>
    </li>
  );
}

const figure = (value: number): string =>
  Number.isInteger(value) ? String(value) : Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);

function read(csv: string): PanelTable {
  const [head, ...rows] = csv.trimEnd().split("\n");
  return {
    names: head!.split(","),
    rows: rows.map((row) => row.split(",").map((cell) => (cell === "" ? null : Number(cell)))),
  };
}
