// How much a late move of a long game costs in new input: a house played by a model through the whole product, at servers that count.

import { parseConfig } from "@orrery/models/config";
import { uncachedInput } from "@orrery/models/pure";
import { FakeProvider, type Family } from "@orrery/models/testing";
import { fixedOutside, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { FigureValue } from "./rounds.ts";

const PROFILES: readonly { readonly family: Family; readonly model: string; readonly what: string }[] = [
  { family: "openai", model: "gpt-4.1-mini", what: "OpenAI, chained" },
  { family: "anthropic", model: "claude-haiku-4-5", what: "Anthropic, cache marks" },
];
/** Moves are averaged around the early and the late one: a conversation that begins anew costs more once and less after. */
const AROUND = 10;

/** The worst ratio of all profiles, each printed on stderr with its tokens. */
export async function prefixFigure(moves: number): Promise<FigureValue> {
  let worst = 0;
  for (const profile of PROFILES) worst = Math.max(worst, await ratioOf(profile, moves));
  return { value: worst, noise: 0 };
}

async function ratioOf({ family, model, what }: (typeof PROFILES)[number], moves: number): Promise<number> {
  const fake = await new FakeProvider({ answer: () => ({ json: LOOK }) }).start();
  try {
    const given = { models: { m: { provider: family, model, url: fake.url(family), key: { env: "K" } } } };
    const environment = { K: "none-needed-here" };
    const parsed = parseConfig(JSON.stringify(given), environment);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { config } = parsed;
    const models = () => ({ config, environment, directory: "." });
    const orrery = await openOrrery({ store: memoryStore(), outside: fixedOutside("prefixes"), models });
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "prefixes" });
    await orrery.play(run, { agents: "*=model:m", turnsMax: moves });
    const figures: { billed: number; uncached: number }[] = [];
    for await (const { usage } of orrery.calls(run))
      figures.push({ billed: usage.input, uncached: uncachedInput(usage) });
    const near = (move: number, of: "billed" | "uncached") => {
      const some = figures.slice(Math.max(0, move - AROUND), move + AROUND);
      return some.reduce((sum, one) => sum + one[of], 0) / some.length;
    };
    const [early, late] = [20, moves - AROUND];
    const ratio = near(late, "uncached") / near(early, "uncached");
    const tell = (move: number) =>
      `${Math.round(near(move, "uncached"))} uncached of ${Math.round(near(move, "billed"))}`;
    process.stderr.write(
      `${what}: a move around ${early}: ${tell(early)} tokens; around ${late}: ${tell(late)}; ratio ${ratio.toFixed(2)}\n`,
    );
    return ratio;
  } finally {
    await fake.stop();
  }
}

/** The move of somebody who only looks and examines: told much, and changing nothing. */
const LOOK = { thought: "", actions: [{ type: "look" }] };
