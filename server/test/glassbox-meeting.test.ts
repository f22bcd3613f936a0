// A person at the table of the Glass Box, over HTTP: what they say in their own words is heard by the bots, who vote by it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { COLOURS, type GlassEvent } from "@orrery/worlds/glassbox";
import { type Fixture, openFixture, until } from "./support.ts";

const CONFIG = {
  seats: COLOURS.slice(0, 6).map((id, i) => ({ id, role: i === 0 ? "impostor" : "crewmate" })),
  settings: {
    emergencyCooldownMs: 0,
    preparationAsk: false,
    deliberationAsk: false,
    consolidationAsk: false,
    gameEndAsk: false,
    discussionOrder: "together",
  },
};

/** Red, a person and an impostor, waits a while, calls a meeting and says this; what the meeting came to. */
async function meeting(fixture: Fixture, ...said: string[]) {
  const start = { world: "glassbox", config: CONFIG, seed: "table", agents: "red=person,*=bot:detective" };
  const { run } = (await fixture.ask("POST", "/api/runs", start)).body;
  const events = async () => {
    const { text } = await fixture.ask("GET", `/api/runs/${run}/turns`);
    return (JSON.parse(text) as { events?: GlassEvent[] }[]).flatMap((turn) => turn.events ?? []);
  };
  const asked = async () =>
    (await fixture.ask("GET", `/api/runs/${run}/asks?as=red`)).body.some(
      (one: { answered?: boolean }) => one.answered !== true,
    );
  const act = async (body: object) => {
    await until(asked, "red is asked");
    const { status, body: answer } = await fixture.ask("POST", `/api/runs/${run}/turns`, { as: "red", ...body });
    assert.ok(status === 201 || status === 202, JSON.stringify(answer));
  };
  for (let i = 0; i < 8; i++) await act({ actions: [{ actorId: "red", type: "wait", metadata: {} }] });
  await act({ actions: [{ actorId: "red", type: "interact", targetId: "button", metadata: {} }] });
  for (const text of said) await act({ text });
  await act({ text: "skip" });
  await until(async () => (await events()).some(({ type }) => type === "tallied"), "the votes are counted");
  const all = await events();
  const tallied = all.find((event) => event.type === "tallied")!;
  const spoken = all.flatMap((event) => (event.type === "spoke" ? [event] : []));
  return { votes: tallied.votes, spoken };
}

describe("a person's meeting with bots", () => {
  it("is voted on by what the person said, and the person is answered", async () => {
    const fixture = await openFixture();
    try {
      const framed = await meeting(
        fixture,
        "I was at the Atrium and I saw green vent there!",
        "It was green, vote green.",
      );
      const own = framed.spoken.find(({ who }) => who === "red")!;
      assert.deepEqual(
        own.claims.map(({ kind }) => kind),
        ["own_location", "saw_vent"],
      );
      assert.equal(own.read, true);
      const against = Object.entries(framed.votes).filter(([, choice]) => choice === "green");
      assert.ok(against.length >= 3, JSON.stringify(framed.votes));

      const asking = await meeting(fixture, "Where were you, green?", "I have nothing to say.");
      assert.ok(!Object.values(asking.votes).includes("green"), JSON.stringify(asking.votes));
      const answers = asking.spoken.filter(({ who }) => who === "green").at(-1)!;
      assert.ok(
        answers.claims.some(({ kind }) => kind === "own_location"),
        JSON.stringify(answers),
      );
      assert.ok(
        asking.spoken.some(
          ({ who, claims }) => who !== "red" && claims.some((one) => one.kind === "question" && one.player === "red"),
        ),
        "somebody asks red, who has not said where it was",
      );
    } finally {
      await fixture.close();
    }
  });
});
