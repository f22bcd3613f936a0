// Authors and players who write to the model and not to the story: in names, descriptions, letters and speech. Their words stay quotations,
// byte for byte, in the prompts of players, parsers and narrators; and a model that believes them changes nothing.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compactJson } from "@orrery/agents";
import type { Seen } from "@orrery/models/testing";
import type { TurnLine } from "@orrery/runtime";
import { fixedOutside, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider, schemaIn, setupAt, spelled } from "./fakes.ts";
import { INJECTIONS } from "./injections.ts";
import { all, turn, worlds } from "./open.ts";

const fake = fakeProvider();
/** JSON is YAML too, so that nothing of the text needs escaping by another hand. */
const houseWith = (evil: string): string =>
  JSON.stringify({
    title: evil,
    opening: evil,
    darkness: evil,
    players: ["you", "ann"],
    rooms: {
      hall: { name: evil, description: evil, exits: { east: { to: "yard", door: "gate" } } },
      yard: { description: "A yard." },
    },
    doors: { gate: { name: evil, open: true } },
    things: {
      note: { in: "hall", name: evil, description: evil, text: evil, appearance: evil },
      box: { in: "hall", container: "open" },
    },
    people: {
      you: { in: "hall", name: "visitor", description: evil },
      ann: { in: "hall", name: "Ann" },
      ned: { in: "hall", name: "Ned", answers: evil, description: evil, topics: { note: evil } },
      eve: {
        in: "hall",
        name: evil,
        appearance: evil,
        answers: [evil, "Hm."],
        unaware: [evil, "No."],
        lies: [{ about: "rumour", says: evil, betrayedBy: ["note"], admits: evil }],
      },
    },
    topics: { rumour: { name: evil, known: true } },
    rules: { told: { on: { examine: "note" }, do: [{ tell: evil }] } },
    endings: { never: { tone: "won", text: evil, when: { person: "you", at: "yard" } } },
  });

const MARKED = /<<<([A-Z-]+=*)\n([\s\S]*?)\n\1>>>/g;
const flat = (words: string) => words.replaceAll(/\s+/g, " ").toLowerCase();

/** What of a request stands outside all quotations; throws where a mark stands in what it encloses. */
function outside(text: string): string {
  for (const [, mark, inside] of text.matchAll(MARKED)) assert.ok(!inside!.includes(mark!), `${mark} within ${inside}`);
  return text.replaceAll(MARKED, "");
}
/** All texts of a value, and the names of its fields. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [...(Array.isArray(value) ? [] : [name]), ...textsIn(part)]);
}

/** Pieces of an injection that would show if it stood anywhere else. */
const pieces = (evil: string): string[] => evil.split(/[\n\u2028]|\p{Cc}/u).filter((piece) => piece.trim().length > 7);

function check(seen: Seen, evil: string): void {
  for (const text of [seen.system, ...seen.messages.filter(({ role }) => role === "user").map((one) => one.text)]) {
    const bare = flat(outside(text));
    for (const piece of pieces(evil)) assert.ok(!bare.includes(flat(piece)), `${piece} stands bare in\n${bare}`);
  }
}

describe("[law 8] authors' and players' words to a model", () => {
  it("stay quotations in every prompt, exactly as they were written, and nothing obeys them", async () => {
    const { world: house } = await worlds.engine("house");
    let [written, sent] = [0, 0];
    for (const evil of INJECTIONS) {
      const models = setupAt(fake, { roles: { "*": "anthropic" } });
      const orrery = await openOrrery({
        store: memoryStore(),
        worlds,
        outside: fixedOutside("evil"),
        models,
        parser: "model:google",
        narrator: "model:compatible",
      });
      const checked = await orrery.checkWorld(houseWith(evil));
      if (!checked.ok) continue;
      written++;
      fake.reset();
      // The model does what the words want, as far as a schema lets it.
      fake.answerWith((seen) =>
        seen.schema === null || seen.schema === undefined
          ? { text: `Obeying: ${evil}` }
          : JSON.stringify(seen.schema).includes('"thought"')
            ? { json: spelled({ thought: evil, actions: [{ type: "wait" }] }, schemaIn(seen)) }
            : { json: { commands: [], actions: [{ actorId: "ann", type: "take", targetId: "box" }] } },
      );
      const { run } = await orrery.createRun({ world: "house", config: checked.config, seed: "s" });
      await turn(orrery, run, { as: "you", text: "examine note" });
      await turn(orrery, run, { as: "you", actions: [{ actorId: "you", type: "read", targetId: "note" }] });
      await turn(orrery, run, {
        as: "you",
        actions: [
          { actorId: "you", type: "say", metadata: { text: "Hello, Ned." } },
          { actorId: "you", type: "ask", metadata: { to: "eve", about: "rumour" } },
          { actorId: "you", type: "tell", metadata: { to: "eve", about: "note" } },
        ],
      });
      await turn(orrery, run, { as: "ann", actions: [{ actorId: "ann", type: "say", metadata: { text: evil } }] });
      await orrery.tellingsDone();
      const { view } = await orrery.show(run, { as: "you" });
      await orrery.play(run, { agents: "you=model,ann=person", turnsMax: 1 });
      await orrery.tellingsDone();
      for (const one of fake.seen) check(one, evil);
      sent += fake.seen.length;
      const mine = (await all(orrery.calls(run))).find(({ lane }) => lane === "you")!;
      // What the seat reads is its own view, in brief and no wider, whole within one quotation; and what was written stands in it
      // byte for byte, wherever the brief view has it.
      const read = house.words.brief!(view);
      const quoted = [...mine.prompt.matchAll(MARKED)].filter(([, mark]) => /^VIEW=*$/.test(mark!));
      assert.deepEqual(
        quoted.map(([, , inside]) => inside),
        [compactJson(read)],
      );
      outside(mine.prompt);
      const seenBy = new Set(textsIn(view));
      const told = textsIn(read);
      assert.deepEqual(
        told.filter((text) => !seenBy.has(text)),
        [],
      );
      const injected = told.filter((text) => text.includes(evil));
      assert.ok(injected.length > 0);
      const spelt = JSON.stringify(evil).slice(1, -1);
      assert.ok(quoted[0]![2]!.split(spelt).length > injected.length);
      const lines = (await all(orrery.log(run))) as TurnLine[];
      assert.ok(
        lines.every(({ actions }) => actions.every(({ actorId, type }) => actorId !== "ann" || type === "say")),
      );
      // What was typed may fail; what follows does not depend on it.
      assert.ok(lines.every(({ rawText, validation }) => rawText !== "" || validation.every(({ success }) => success)));
      assert.deepEqual(lines.at(-1)!.actions, [{ actorId: "you", type: "wait" }]);
      assert.equal((await orrery.verify(run)).ok, true);
      await orrery.close();
    }
    assert.ok(written > 15, `${written} of ${INJECTIONS.length} houses`);
    assert.ok(sent > 100);
  });
});
