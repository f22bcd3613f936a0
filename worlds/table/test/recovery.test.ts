// A telling that does not agree with the campaign is withheld: what differs is listed with a block, nothing changes until the block is pasted, and nothing hidden is told by it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkable, responseText } from "../gm/assemble.ts";
import { checkResponse } from "../protocol/check.ts";
import { isCampaign, readCampaign } from "../protocol/index.ts";
import type { TableAction } from "../shape.ts";
import type { TableState } from "../state.ts";
import { table } from "../world.ts";
import { dull, sceneOf } from "./campaign.ts";

const run = (state: TableState, action: TableAction): TableState =>
  (table.decide[action.type] as (state: TableState, action: TableAction, dice: typeof dull) => readonly object[])(
    state,
    action,
    dull,
  ).reduce(
    (at: TableState, event) =>
      (table.apply[(event as { type: keyof typeof table.apply }).type] as (s: TableState, e: object) => TableState)(
        at,
        event,
      ),
    state,
  );
const HERO = sceneOf().state.order[0]!;
/** A turn that was resolved and waits to be told, and the telling that would pass. */
function untold(text = "I look around.", type: "say" | "ask_gm" = "say") {
  let state = run(sceneOf().state, { actorId: HERO, type, metadata: { text } });
  const told = () =>
    table.bots.scripted({
      ask: table.asks(state)[0]!,
      view: table.view(state, "gm"),
      legal: [],
      dice: dull,
    }) as TableAction;
  if (state.phase === "ruling") state = run(state, told());
  return { state, narrate: told() as Extract<TableAction, { type: "narrate" }> };
}
const writing = (updates: Record<string, unknown>, text?: string) => {
  const { state, narrate } = untold(text);
  const metadata = {
    ...narrate.metadata,
    narrative: "You bleed badly, and the amulet is yours.",
    state_updates: updates,
  };
  return { before: state, after: run(state, { ...narrate, metadata }) };
};
const PC = "player_character_data";

describe("a game master with a false account", () => {
  it("is not told: the rules' own telling stands there, with the list and the block", () => {
    const { before, after } = writing({ [PC]: { hp_current: 3 } });
    const { recovery, narrative, context } = after.told!;
    const hp = before.heroes[HERO]!.hp;
    assert.deepEqual(recovery, {
      discrepancies: [`${PC}.hp_current shows ${hp} but should be 3.`],
      block: `GOD_MODE_SET:\n${PC}.hp_current = 3`,
    });
    assert.match(narrative, /^The story halts/);
    assert.doesNotMatch(narrative, /bleed|amulet/);
    assert.match(context, /Paste it to resync/);
    assert.equal(after.heroes[HERO]!.hp, hp);
    assert.deepEqual(after.drift, { [`${PC}.hp_current`]: 1 });
    assert.deepEqual(table.view(after, HERO).recovery, recovery);
  });

  it("is resynced by pasting the block", () => {
    const { after } = writing({ [PC]: { hp_current: 3 } });
    const pasted = run(
      { ...after, settings: { ...after.settings, gods: [HERO] } },
      { actorId: HERO, type: "say", metadata: { text: after.told!.recovery!.block! } },
    );
    assert.equal(pasted.heroes[HERO]!.hp, 3);
  });

  it("gets no line in the block for what the rules cannot set", () => {
    const { recovery } = writing({ [PC]: { hp_current: 999 } }).after.told!;
    assert.equal(recovery!.block, null);
    assert.match(recovery!.discrepancies[0]!, /That cannot be set/);
  });

  it("lands nothing else of what it wrote", () => {
    const memory = { custom_campaign_state: { core_memories: { append: "The amulet was found." } } };
    assert.ok(writing(memory).after.memories.includes("The amulet was found."));
    const { after } = writing({ ...memory, [PC]: { hp_current: 3 } });
    assert.ok(!after.memories.includes("The amulet was found."));
  });

  it("is told when it only writes what stands, or differs in what is no mismatch of the story", () => {
    const { heroes } = sceneOf().state;
    for (const pc of [{ hp_current: heroes[HERO]!.hp }, { proficiency_bonus: 9 }])
      assert.equal(writing({ [PC]: pc }).after.told!.recovery, undefined, JSON.stringify(pc));
  });

  it("names nobody hidden, no hit points of others, and no place that is not known", () => {
    const { state } = untold();
    const [id, npc] = Object.entries(state.npcs).find(([, { place }]) => place === state.at)!;
    const hide = { ...state.npcs, [id]: { ...npc, hidden: true } };
    const updates = {
      npc_data: { [npc.name]: { status: "dead", hp_current: 0 } },
      world_data: { current_location: Object.keys(state.places).find((place) => !state.places[place]!.known)! },
    };
    const { narrate } = untold();
    const metadata = { ...narrate.metadata, state_updates: updates };
    assert.equal(run({ ...state, npcs: hide }, { ...narrate, metadata }).told!.recovery, undefined);
    const seen = run(state, { ...narrate, metadata }).told!.recovery!.discrepancies;
    assert.deepEqual(seen.length, 1);
    assert.match(seen[0]!, /status/);
  });

  it("answers in the protocol's form", () => {
    const { state, narrate } = untold();
    const { turn } = table.view(state, "gm").desk!;
    const after = run(state, {
      ...narrate,
      metadata: { ...narrate.metadata, state_updates: { [PC]: { hp_current: 3 } } },
    });
    const campaign = readCampaign(checkable(turn!, [], false));
    assert.ok(isCampaign(campaign));
    const { violations } = checkResponse(
      campaign,
      "I look around.",
      responseText({ ...after.told!, state_updates: {} }),
    );
    assert.deepEqual(violations, []);
  });
});

describe("a player who says that something is wrong", () => {
  const asked = (text: string) => {
    const { state, narrate } = untold(text, "ask_gm");
    return run(state, narrate).told!;
  };
  it("is shown what the campaign has, and the block, out of the story", () => {
    const { mode, narrative, recovery } = asked("My HP should be 5, and I should have a Sunstone Amulet.");
    assert.equal(mode, "DM");
    assert.match(recovery!.block!, /hp_current = 5/);
    assert.match(recovery!.block!, /inventory\.sunstone_amulet = \{"name":"Sunstone Amulet"\}/);
    assert.match(narrative, /paste/i);
  });
  it("is answered as ever where nothing differs", () => {
    const { hp } = sceneOf().state.heroes[HERO]!;
    for (const text of [`My HP should be ${hp}, right?`, "Why is my armour class so high?", "What should I do?"])
      assert.equal(asked(text).recovery, undefined, text);
  });
});
