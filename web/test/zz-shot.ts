import { openBench, tell } from "./support.ts";

const b = await openBench();
const { run } = await b.orrery.createRun({ world: "house/cottage" });
await tell(
  b.orrery,
  run,
  "main",
  "read the letter",
  "fly to the moon",
  "open the front door",
  "go in",
  "take the brass key",
  "go up",
  "eat the moon",
  "go down",
);
await b.orrery.god(run, { type: "amend", metadata: { path: ["things", "letter", "name"], value: "old letter" } });
await tell(b.orrery, run, "main", "look", "go west");
await b.orrery.createBranch(run, { name: "the long way", at: 4 });
await tell(b.orrery, run, "the long way", "go east", "look", "go west");
const sizes = [
  ["d", { width: 1280, height: 860 }],
  ["m", { width: 390, height: 800 }],
] as const;
const what = process.argv[2] ?? "run";
for (const [n, viewport] of sizes)
  for (const colorScheme of (n === "d" ? ["light", "dark"] : ["light"]) as const) {
    const { context, page } = await b.open(what === "home" ? "/" : `/runs/${run}?at=4`, {
      viewport,
      colorScheme,
    } as any);
    await page.waitForTimeout(700);
    if (what !== "run" && what !== "home") {
      if (n === "m") await page.getByRole("button", { name: "Panels" }).click();
      await page.getByRole("tab", { name: what }).click();
      await page.waitForTimeout(500);
    }
    await page.screenshot({ path: `/tmp/s-${what}-${n}-${colorScheme}.png` });
    await b.done(context).catch((e) => console.log(String(e)));
  }
await b.close();
