// Every response of the corpus: exactly its faults, and what is shown in its place obeys the protocol itself.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkResponse, isCampaign, readCampaign, readPath, secretIn } from "../../protocol/index.ts";
import { drop, isObject, type JsonObject, put } from "../../protocol/path.ts";
import { linesOf, type Scene, scene, textOf } from "./scenes.ts";

/** A scene with other values at some places, or another text; `*` in a fault stands for any position. */
interface Case {
  readonly is: string;
  readonly scene: string;
  readonly input?: string;
  readonly mode?: string | null;
  readonly state?: Readonly<Record<string, unknown>>;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly before?: string;
  readonly after?: string;
  readonly replace?: readonly [string, string];
  readonly faults: readonly string[];
}

const CASES = linesOf("responses.jsonl") as readonly Case[];

function withPlaces(
  object: Record<string, unknown>,
  places: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  let made = object as JsonObject;
  for (const [path, value] of Object.entries(places)) {
    const place = readPath(path)!;
    made = value === "__REMOVE__" ? drop(made, place) : put(made, place, value as never);
  }
  return made as Record<string, unknown>;
}

function sceneOf(one: Case): Scene {
  const base = scene(one.scene);
  return {
    state: withPlaces(base.state, one.state),
    input: one.input ?? base.input,
    mode: one.mode === undefined ? base.mode : one.mode,
    response: withPlaces(base.response, one.response),
  };
}

function textFor(one: Case, made: Scene): string {
  const whole = one.text ?? textOf(made);
  const [from, to] = one.replace ?? ["", ""];
  if (one.replace && !whole.includes(from)) throw new Error(`${one.is}: there is no ${from}`);
  return `${one.before ?? ""}${one.replace ? whole.replace(from, () => to) : whole}${one.after ?? ""}`;
}

const fits = (expected: string, found: string) =>
  new RegExp(`^${expected.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("\\*", "[\\d:]+")}$`).test(found);

function campaignOf(state: unknown) {
  const campaign = readCampaign(state);
  assert.ok(isCampaign(campaign), JSON.stringify(campaign));
  return campaign;
}

describe("the corpus", () => {
  it("is large and has both kinds", () => {
    assert.ok(CASES.length >= 300);
    assert.ok(CASES.filter(({ faults }) => faults.length === 0).length >= 100);
  });

  for (const one of CASES)
    it(`${one.scene}: ${one.is}`, () => {
      const made = sceneOf(one);
      const campaign = campaignOf(made.state);
      const checked = checkResponse(campaign, made.input, textFor(one, made));
      const found = checked.violations.map(({ code, path }) => `${code} ${path}`).sort();
      const expected = [...one.faults].sort();
      const isSame = found.length === expected.length && expected.every((fault, i) => fits(fault, found[i]!));
      assert.ok(isSame, `expected ${JSON.stringify(expected)}, found ${JSON.stringify(checked.violations, null, 1)}`);
      assert.equal(checked.ok, expected.length === 0);
    });
});

describe("what is shown", () => {
  it("never has debug_info unless it is on, and never a label", () => {
    for (const one of CASES) {
      const made = sceneOf(one);
      const { shown } = checkResponse(campaignOf(made.state), made.input, textFor(one, made));
      assert.equal(Object.hasOwn(shown, "debug_info"), false, one.is);
      const { planning_block, ...rest } = shown;
      const words = JSON.stringify([rest, planning_block]);
      assert.equal(secretIn(words), null, one.is);
      assert.doesNotMatch(words, /"(mbti|alignment)"/, one.is);
    }
  });

  it("is itself a clean response, even for a faulty input", () => {
    const faulty = CASES.filter(({ faults }) => faults.length > 0).flatMap((one) => {
      const made = sceneOf(one);
      const campaign = campaignOf(made.state);
      const { shown, mode } = checkResponse(campaign, made.input, textFor(one, made), { debug: true });
      const line = mode === "STORY" ? "" : `[Mode: ${mode} MODE]\n`;
      const again = checkResponse(campaign, made.input, `${line}${JSON.stringify(shown)}`);
      // What the input asks for can be wrong in itself, and nobody but the model can log a memory.
      const left = again.violations.filter(({ code, path }) => code !== "memory_missing" && !path.startsWith("input:"));
      return left.length > 0 ? [{ is: one.is, left, shown }] : [];
    });
    assert.deepEqual(faulty, []);
  });

  it("comes with a campaign that is valid input", () => {
    for (const one of CASES) {
      const made = sceneOf(one);
      const { state } = checkResponse(campaignOf(made.state), made.input, textFor(one, made));
      assert.ok(isObject(state["player_character_data"] as never), one.is);
      campaignOf(JSON.parse(JSON.stringify(state)));
    }
  });
});
