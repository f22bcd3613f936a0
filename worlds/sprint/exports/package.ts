// The blind package: two entries under labels, and a commitment to which team is which. No team, model, run, seed, time or original id is in it.
import type { ExportFile, RunRecord } from "@orrery/kernel";
import { cleaner, entryOf } from "../entries.ts";
import { PICTURES, promptOf } from "../pack.ts";
import type { JudgedEntry, Sprint, SprintState } from "../shape.ts";
import { LABELS } from "../shape.ts";
import { editionOf } from "../sketch/edition.ts";
import { sketchOf } from "../sketch/index.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

/** A run as far as its files are wanted. */
type Files = Pick<RunRecord<Sprint>, "artifact">;

/** Throws a `RangeError` before both teams are done, and where a picture is missing. */
export function packageOf(run: Files, state: SprintState): readonly ExportFile[] {
  if (!state.seal) throw new RangeError("the match is not over: its entries are sealed when both teams are done");
  const commitment = `${state.seal.commitment}\n`;
  return [
    { path: "commitment", bytes: commitment },
    ...LABELS.flatMap((label) => {
      const entry = entryOf(state, label);
      return [...entryFiles(run, state, entry), { path: `${label}/commitment`, bytes: commitment }];
    }),
  ];
}

function entryFiles(run: Files, state: SprintState, entry: JudgedEntry): ExportFile[] {
  const { label, canon, prompts, transcript } = entry;
  const team = state.teams[state.seal!.order[LABELS.indexOf(label)]!];
  const turns = transcript.map((turn, i) => {
    const { before, after, by, cause } = team.turns[i]!;
    return {
      ...turn,
      canon_before_hash: before,
      canon_after_hash: after,
      ...(cause === undefined ? {} : { forfeit: { cause } }),
      ...(by === "engine" ? { engine: true } : {}),
    };
  });
  const files = [
    { path: `${label}/canon.json`, bytes: pretty(canon) },
    { path: `${label}/transcript.jsonl`, bytes: turns.map((turn) => `${JSON.stringify(turn)}\n`).join("") },
    { path: `${label}/prompts.json`, bytes: pretty(prompts) },
  ];
  return [...files, ...picturesOf(run, team.turns, entry)];
}

function picturesOf(run: Files, turns: Parameters<typeof cleaner>[0], entry: JudgedEntry): ExportFile[] {
  const { label, pictures, prompts } = entry;
  return PICTURES.flatMap((key): ExportFile[] => {
    const picture = pictures[key];
    if (!picture || !prompts) return [];
    const path = `${label}/${key}.${EXTENSIONS[picture.media_type] ?? "bin"}`;
    if (picture.sketch)
      return [{ path, bytes: cleaner(turns)(sketchOf(promptOf(prompts, key), key, editionOf(picture))) }];
    const kept = run.artifact(picture.hash);
    if (!kept) throw new RangeError(`the picture ${key} is missing: nothing is kept under ${picture.hash}`);
    return [{ path, bytes: kept.bytes }];
  });
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
