// A person at the table of the Glass Box, over HTTP: what they say in their own words is heard by the bots, who vote by it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { COLOURS, type GlassEvent } from "@orrery/worlds/glassbox";
import { type Fixture, openFixture, until } from "./support.ts";

const CONFIG = {
  seats: COLOURS.slice(0, 6).map((id, i) => ({ id, role: i === 0 ? "impostor" : "crewmate" })),
  settings: {
    emergencyCooldownMs: 0,
    emergencyMeetings: 2,
    preparationAsk: false,
    deliberationAsk: false,
    consolidationAsk: false,
    discussionOrder: "together",
  },
};

/** Red, a person and an impostor, sits down among detectives. */
async function seated(fixture: Fixture) {
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
  const wait = async (times: number) => {
    for (let i = 0; i < times; i++) await act({ actions: [{ actorId: "red", type: "wait", metadata: {} }] });
  };
  let held = 0;
  /** Red calls a meeting and says this, then votes; what the meeting came to. */
  const meeting = async (said: readonly string[], vote: string) => {
    const before = (await events()).length;
    await act({ actions: [{ actorId: "red", type: "interact", targetId: "button", metadata: {} }] });
    for (const text of said) await act({ text });
    await act({ text: vote });
    held++;
    const isOver = async () => (await events()).filter(({ type }) => type === "tallied").length === held;
    await until(isOver, "the votes are counted");
    const all = (await events()).slice(before);
    const { votes, ejected } = all.find((event) => event.type === "tallied")!;
    return { votes, ejected, spoken: all.flatMap((event) => (event.type === "spoke" ? [event] : [])) };
  };
  return { run, wait, meeting };
}

/** The first meeting of a game, called after a while; red skips. */
async function meeting(fixture: Fixture, ...said: string[]) {
  const table = await seated(fixture);
  await table.wait(8);
  return table.meeting(said, "skip");
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

  it("catches an impostor by its own words: the bots that heard the lie vote it out one meeting later", async () => {
    const fixture = await openFixture();
    try {
      const { run, wait, meeting } = await seated(fixture);
      await wait(8);
      const lie = await meeting(["I was at the Atrium and I saw green vent there!", "It was green."], "green");
      assert.equal(lie.ejected, "green");
      const caught = await meeting(["I was in the Atrium. It is pink, believe me.", "I am crew, I swear."], "pink");
      assert.equal(caught.ejected, "red");
      assert.ok(
        caught.spoken.some(({ text }) => /I think it is red: it was their word that sent green out/.test(text)),
      );
      assert.match((await fixture.ask("GET", `/api/runs/${run}`)).body.ending, /The crew wins: no impostor is left/);
    } finally {
      await fixture.close();
    }
  });
});
