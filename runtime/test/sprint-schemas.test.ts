// What the sprint asks models for: schemas that every provider's strict mode takes, and that carry each answer there and back unchanged.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Agent } from "@orrery/agents";
import { decode, derive, FORMS, gateSchemas, type Json, type JsonObject } from "@orrery/models/pure";
import { encode } from "@orrery/models/testing";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { Compile } from "typebox/compile";
import { worlds } from "./open.ts";

interface Sample {
  readonly name: string;
  readonly schema: JsonObject;
  readonly values: Json[];
}

/** What every seat of a match is asked for, and what the scripted seats answer to it. */
async function samples(): Promise<ReadonlyMap<string, Sample>> {
  const orrery = await openOrrery({ store: memoryStore() });
  const { world } = await worlds.engine("sprint");
  const { run } = await orrery.createRun({ world: "sprint", seed: "schemas", config: { tier: 3 } });
  const found = new Map<string, Sample>();
  const keep = (seat: Parameters<NonNullable<typeof world.prompt>>[0]) => {
    const { output } = world.prompt!(seat);
    const schema = JSON.parse(JSON.stringify(output.schema)) as JsonObject;
    const sample = found.get(output.name) ?? { name: output.name, schema, values: [] };
    assert.deepEqual(schema, sample.schema, `${output.name} is asked for in two ways`);
    found.set(output.name, sample);
    const { metadata } = seat.legal[0] as unknown as { metadata: Record<string, Json> };
    const value = metadata["output"] ?? metadata["pack"] ?? metadata["scores"];
    if (value !== undefined) sample.values.push(JSON.parse(JSON.stringify(value)) as Json);
  };
  const agent: Agent = (seat) => {
    keep(seat);
    return { actions: seat.legal.slice(0, 1) };
  };
  await orrery.crank(run, { agents: () => agent });
  for (const judge of ["judge", "judge-2"]) {
    const { asks, view, legal } = await orrery.show(run, { as: judge });
    keep({ ask: asks[0], view, legal } as never);
  }
  return found;
}

describe("[W15] what models are asked for", async () => {
  const found = await samples();
  const asked = ["sprint_turn", "prompt_pack", "verdict"];

  it("is one schema for all turns, one for packs, one for verdicts", () => {
    for (const name of asked) assert.ok(found.get(name)!.values.length >= 2, name);
    const types = found.get("sprint_turn")!.values.map((value) => (value as { turn_type: string }).turn_type);
    assert.deepEqual([...new Set(types)].sort(), ["OBJECTION", "PROPOSAL", "RESOLUTION", "RESPONSE", "VOTE"]);
  });

  it("depends on no condition: what a turn needs is a business rule, and no keyword of its schema", () => {
    const conditions = ["if", "then", "else", "not", "allOf", "oneOf", "dependentRequired", "dependentSchemas"];
    for (const { name, schema } of found.values())
      assert.deepEqual(
        keywordsIn(schema).filter((one) => conditions.includes(one)),
        [],
        name,
      );
  });

  it("passes the strict mode of every provider", () => assert.deepEqual(gateSchemas([...found.values()]), []));

  for (const form of FORMS)
    it(`carries every answer there and back unchanged (${form})`, () => {
      for (const { name, schema, values } of found.values()) {
        const wire = derive(schema, form);
        const isTravelling = Compile(wire.schema as never);
        for (const value of values) {
          const there = encode(value, wire.plan, wire.plans);
          assert.ok(isTravelling.Check(there), name);
          assert.deepEqual(decode(there, wire.plan, wire.plans), { value, problems: [] }, name);
        }
      }
    });
});

/** Names of all keys in a schema, at any depth. */
function keywordsIn(schema: Json): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inside = Object.values(schema).flatMap((part) => keywordsIn(part as Json));
  return Array.isArray(schema) ? inside : [...Object.keys(schema), ...inside];
}
