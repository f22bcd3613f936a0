// A run as one HTML page that opens from disk: the built page's script and style, and everything the owner may see of the run.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Orrery, TurnLine } from "@orrery/runtime";
import { PAGES } from "./listen.ts";

/** The page may run what stands in it and load nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * The whole page as text. `folder`: the built web page. Rejects with an `Error` that says what to do when it has not
 * been built, and with what the orrery rejects with. Seeds that are not revealed are not in it.
 */
export async function replayPage(orrery: Orrery, run: string, folder: string = PAGES): Promise<string> {
  const parts = ["replay.js", "replay.css"].map((file) => readFile(join(folder, "replay", file), "utf8"));
  const [script, sheet] = await Promise.all(parts).catch((cause) => {
    throw new Error("The page has not been built: `npm start` builds it.", { cause });
  });
  const kept = await keep(orrery, run);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(kept.title)} · Orrery</title>
<style>${sheet!.replaceAll("</style", "<\\/style")}</style>
</head>
<body>
<div id="page"></div>
<script type="application/json" id="run">${JSON.stringify(kept).replaceAll("<", "\\u003c")}</script>
<script>${script!.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

async function keep(orrery: Orrery, run: string) {
  const { world, plays, view } = await orrery.show(run, { at: 0 });
  const turns: Record<string, TurnLine> = {};
  const whys: Record<string, unknown> = {};
  const branches = [];
  for (const branch of await orrery.branches(run)) {
    const ids: string[] = [];
    for await (const line of orrery.log(run, { branch: branch.name, from: 0 })) {
      ids.push(line.id);
      turns[line.id] = line as TurnLine;
      if ("rolls" in line && line.rolls) whys[line.id] ??= await orrery.why(run, line.id, { branch: branch.name });
    }
    branches.push({ ...branch, turns: ids });
  }
  const card = (await orrery.worlds()).find(({ name }) => name === world);
  const { title } = view as { title?: unknown };
  return {
    run,
    world,
    plays,
    title: card?.title ?? (typeof title === "string" ? title : world),
    opened: view,
    branches,
    turns,
    whys,
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
