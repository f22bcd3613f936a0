import { readFileSync } from "node:fs";
import { readYaml } from "/work/wt/rules/runtime/src/yaml.ts";
import { loadWorld } from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import { table } from "/work/wt/rules/worlds/table/index.ts";
import { compileAdventure } from "/work/wt/rules/worlds/table/adventure/compile.ts";
const read = readYaml(readFileSync(process.argv[2] ?? "/work/wt/rules/worlds/table/data/third-bell.yaml","utf8"));
if (!read.ok) { console.log(read.problems); process.exit(1); }
const c = compileAdventure(read.doc);
if (!c.ok) { console.log(c.problems.map(p=>`${p.line}:${p.column} ${p.message} ${p.hint}`).join("\n")); process.exit(1); }
const engine = loadWorld(table as any, sha256);
const party = (process.argv[4] ?? "ilsa").split(",");
for (let s=0;s<Number(process.argv[3] ?? 1);s++){
const played = playOut(engine as any, { config: { adventure: c.config.adventure, party }, seed: `try ${s}`, turns: 400, choose: (chance: any) => { const a = (table.bots.scripted as any)({...chance, dice: chance.dice}); return a ? [a] : null; } });
let n=0;
for (const t of played.commits) {
  for (const v of t.draft.validation) if (!v.success) console.log("REFUSED", JSON.stringify(t.draft.actions).slice(0,300), v.reason, v.message);
  for (const e of t.draft.events as any[]) if (e.type==="narrated") { n++; if (process.argv[5]) console.log(`\n#### [${e.told.input}] ${e.told.session_header.split("\n").slice(1,4).join(" | ")}\n${e.told.narrative}\n  ${e.told.rolls.map((r:any)=>r.purpose+"="+r.total+" "+(r.outcome??"")).join("; ")}\n  > ${Object.keys(e.told.choices).join(", ")}`); }
}
console.log(s, "turns", played.commits.length, "told", n, "outcome", JSON.stringify(played.outcome), (engine.world.valid as any)(played.frame.state));
}
