// A run as one HTML page that opens from disk: the built page's script and style, and everything the owner may see of the run.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { diff } from "@orrery/kernel";
import type { Orrery } from "@orrery/runtime";
import { isSolo } from "@orrery/runtime/solo-worlds";
import { PAGES } from "./pages.ts";

/** The page may run what stands in it and load nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

/** There is no built page to make a replay from. */
export class Unbuilt extends Error {
  override readonly name = "Unbuilt";
  constructor(cause: unknown) {
    super("The page has not been built: `npm start` builds it.", { cause });
  }
}

/** A run of a world that needs more than one person and a line to type. */
export class Unplayable extends Error {
  override readonly name = "Unplayable";
  constructor(world: string) {
    super(`"${world}" cannot be played from a file. \`export RUN --html FILE\` writes a replay that can be watched.`);
  }
}

/** The whole page as text; see `replayPieces`. */
export async function replayPage(orrery: Orrery, run: string, folder: string = PAGES): Promise<string> {
  return (await Array.fromAsync(replayPieces(orrery, run, folder))).join("");
}

/**
 * The page piece by piece, so that a long run is neither held in memory nor made in one go. `folder`: the built web page.
 * Rejects with an `Error` that says what to do when it has not been built, and with what the orrery rejects with. Seeds that
 * are not revealed are not in it.
 */
export async function* replayPieces(orrery: Orrery, run: string, folder: string = PAGES): AsyncGenerator<string> {
  const parts = ["replay.js", "replay.css"].map((file) => readFile(join(folder, "replay", file), "utf8"));
  const [script, sheet] = await Promise.all(parts).catch((cause) => {
    throw new Unbuilt(cause);
  });
  const folds = JSON.parse(await readFile(join(folder, "replay", "folds.json"), "utf8")) as readonly string[];
  const { world, title, plays, view } = await orrery.show(run, { at: 0 });
  yield `${headOf(title, sheet!)}
<script type="application/json" id="run">`;
  for await (const piece of jsonOf(orrery, run, { run, world, plays, title, opened: view }, folds.includes(plays)))
    yield piece.replaceAll("<", "\\u003c");
  yield `</script>
<script>${script!.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

/** Everything the owner may see of a run, as the pieces of one JSON object. */
async function* jsonOf(orrery: Orrery, run: string, known: object, isFolded: boolean): AsyncGenerator<string> {
  yield `${JSON.stringify(known).slice(0, -1)},"turns":{`;
  const seen = new Set<string>();
  const whys: Record<string, unknown> = {};
  const branches: { name: string; turns: readonly string[] }[] = [];
  for (const branch of await orrery.branches(run)) {
    const ids: string[] = [];
    for await (const line of orrery.log(run, { branch: branch.name, from: 0, hashed: false })) {
      ids.push(line.id);
      if (seen.has(line.id)) continue;
      yield `${seen.size > 0 ? "," : ""}${JSON.stringify(line.id)}:${JSON.stringify(line)}`;
      seen.add(line.id);
      if ("rolls" in line && line.rolls) whys[line.id] = await orrery.why(run, line.id, { branch: branch.name });
    }
    branches.push({ ...branch, turns: ids });
  }
  const takenBack = await orrery.takenBack(run);
  yield `},${JSON.stringify({ branches, takenBack, whys, models: await modelsOf(orrery, run, branches) }).slice(1, -1)}`;
  yield* filesOf(orrery, run);
  if (!isFolded) yield* shownTurns(orrery, run, branches);
  yield "}";
}

/** The models that turns were answered by, by the id of the turn; their prompts and answers are left out. */
async function modelsOf(orrery: Orrery, run: string, branches: readonly { readonly name: string }[]) {
  const models: Record<string, { readonly lane: string; readonly model: string }[]> = {};
  for (const { name } of branches)
    for await (const { turn, lane, model } of orrery.calls(run, { branch: name })) {
      const known = (turn && models[turn.id]) ?? [];
      if (turn && !known.some((one) => one.lane === lane)) models[turn.id] = [...known, { lane, model }];
    }
  return models;
}

/** `,"artifacts":{…}`: the files of a run as data URIs, by hash. The page from disk may load nothing. */
async function* filesOf(orrery: Orrery, run: string): AsyncGenerator<string> {
  yield `,"artifacts":{`;
  let comma = "";
  for await (const { hash } of orrery.artifacts(run)) {
    const { mediaType, bytes } = await orrery.artifact(run, hash);
    yield `${comma}"${hash}":"data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}"`;
    comma = ",";
  }
  yield "}";
}

/**
 * `,"shown":{…}`: for a world without rules in the page, every moment as everybody sees it. By viewer ("" sees all)
 * and branch, the first moment and how each differs from the one before it; and what each viewer was told.
 */
async function* shownTurns(
  orrery: Orrery,
  run: string,
  branches: readonly { name: string; turns: readonly string[] }[],
): AsyncGenerator<string> {
  yield `,"shown":{`;
  let comma = "";
  for (const { name: branch, turns } of branches) {
    const { actors } = await orrery.show(run, { branch });
    for (const as of [undefined, ...actors.map(({ id }) => id)]) {
      let before = await orrery.show(run, { branch, at: 0, as });
      yield `${comma}${JSON.stringify(`${branch}\n${as ?? ""}`)}:{"first":${JSON.stringify(before)},"changes":[`;
      comma = ",";
      for (let at = 1; at < turns.length; at++) {
        // Each moment is loaded by itself, and none of them waits for anything.
        await setImmediate();
        const next = await orrery.show(run, { branch, at, as });
        yield `${at > 1 ? "," : ""}${JSON.stringify(diff(before, next))}`;
        before = next;
      }
      yield `],"told":[`;
      let separator = "";
      if (as !== undefined)
        for await (const line of orrery.log(run, { branch, as, from: 0 })) {
          yield `${separator}${JSON.stringify(line)}`;
          separator = ",";
        }
      yield "]}";
    }
  }
  yield "}";
}

/**
 * The story of a run as one HTML page that is played from its beginning: the rules run in the page. Only what opened the run is
 * in it, nothing of what was played since. Rejects with an `Unplayable` for worlds that cannot be played so.
 */
export async function playPage(orrery: Orrery, run: string, folder: string = PAGES): Promise<string> {
  const { title, plays } = await orrery.show(run, { at: 0 });
  if (!isSolo(plays)) throw new Unplayable(plays);
  const parts = ["player.js", "player.css"].map((file) => readFile(join(folder, "player", file), "utf8"));
  const [script, sheet] = await Promise.all(parts).catch((cause) => {
    throw new Unbuilt(cause);
  });
  const story = JSON.stringify({ id: run, title, plays, config: await orrery.configOf(run) });
  return `${headOf(title, sheet!)}
<script type="application/json" id="story">${story.replaceAll("<", "\\u003c")}</script>
<script>${script!.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

const headOf = (title: string, sheet: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Orrery</title>
<style>${sheet.replaceAll("</style", "<\\/style")}</style>
</head>
<body>
<div id="page"></div>`;

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
