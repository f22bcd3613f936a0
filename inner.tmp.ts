import { commitSeed, decideTurn, type Given, keyedDice, loadWorld, openRun, seal, viewOf } from "@orrery/kernel";
import { createHash, hash as h } from "node:crypto";
import { story } from "/work/wt/town/worlds/story/world.ts";
import { bots } from "/work/wt/town/worlds/story/town/bots.ts";
const sha256 = (t: string) => h("sha256", t);
const engine = loadWorld(story as any, sha256) as any;
const people = Number(process.argv[2] ?? 1000), rounds = Number(process.argv[3] ?? 15);
const config = { people, rounds, ...JSON.parse(process.argv[4] ?? "{}") };
const opened = openRun(engine, { name: "story", config, seed: "s", salt: "0", dice: { commitment: commitSeed(sha256, "s", "") }, createdAt: 0 } as any);
let frame: any = opened.frame;
let tv = 0, tb = 0, td = 0, ts = 0, bytes = 0, ta = 0;
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const all0 = cpu();
for (let r = 1; r <= rounds; r++) {
  const c0 = cpu();
  const asks = story.asks(frame.state).filter((a) => a.kind === "due");
  const views = asks.map((a) => viewOf(engine, frame, a.to));
  const c1 = cpu();
  const given = asks.map((ask, i) => ({ actor: ask.to, ask, actions: bots.resident({ ask, view: views[i] as any, legal: [], dice: keyedDice(sha256, { seed: "b", salt: "0", lane: "@b", depth: r }, ask.to) }) as any, provenance: { actor: ask.to, ask: ask.id, by: "agent" as const }, saw: { frame, view: views[i] } }));
  const c2 = cpu();
  const draft = decideTurn(engine, frame, "town", given as any, { seed: "s", salt: "0" });
  const c3 = cpu();
  const sealed = seal(engine, frame, draft, { id: `t${r}`, createdAt: r, rawText: "", salt: "0" });
  frame = sealed.frame; bytes += sealed.body.length;
  const c4 = cpu();
  tv += c1 - c0; tb += c2 - c1; td += c3 - c2; ts += c4 - c3;
  if (r % 10 === 0 || r === rounds) { const m = process.memoryUsage(); console.log(r, "round ms", (c4 - c0).toFixed(0), "heap MB", (m.heapUsed / 1e6).toFixed(0), "events", draft.events.length); }
}
const n = people * rounds;
console.log({ us_view: (tv / n * 1000).toFixed(1), us_bot: (tb / n * 1000).toFixed(1), us_decide: (td / n * 1000).toFixed(1), us_seal: (ts / n * 1000).toFixed(1), total: ((cpu() - all0) / n * 1000).toFixed(1), bytes: bytes / n });
