import { writeFileSync } from "node:fs";
import { type Given, loadWorld } from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import { sprint } from "../index.ts";
import { turnText } from "../words.ts";

const engine = loadWorld(sprint as any, sha256);
const seed = process.argv[2] ?? "s1";
const t0 = performance.now();
const bot = (sprint.bots as any).scripted;
const played = playOut(engine as any, {
  config: { tier: Number(process.argv[3] ?? 2) as any, pictures: process.argv[4] !== "no" },
  seed,
  turns: 500,
  choose: ({ ask, view, legal, dice }: any) => {
    const a = bot({ ask, view, legal, dice });
    return a ? [a] : null;
  },
});
const state: any = played.frame.state;
console.log(
  JSON.stringify(state.challenge),
  "ms",
  Math.round(performance.now() - t0),
  "commits",
  played.commits.length,
);
const bad = played.commits.flatMap((c: any) =>
  c.draft.validation
    .filter((v: any) => !v.success)
    .map((v: any) => [
      c.draft.actions[v.actionIndex]?.actorId,
      JSON.stringify(c.draft.actions[v.actionIndex]?.metadata?.output?.canon_patch),
      v,
    ]),
);
console.log("refused", bad.length, JSON.stringify(bad.slice(0, 5), null, 1));
for (const team of ["A"]) {
  for (const t of state.teams[team].turns) console.log(`${t.phase} ${t.round} ` + turnText(t));
  console.log(JSON.stringify(state.teams[team].canon, null, 1));
}
console.log(JSON.stringify(state.teams.B.canon, null, 1));
if (process.argv[5]) {
  const { sketchOf } = await import("../sketch/index.ts");
  const { PICTURES, promptOf } = await import("../pack.ts");
  for (const team of ["A", "B"])
    for (const k of PICTURES)
      writeFileSync(
        `${process.argv[5]}/${seed}-${team}-${k}.svg`,
        sketchOf(promptOf(state.teams[team].pack.pack, k), k),
      );
}
console.log(JSON.stringify(played.outcome));
