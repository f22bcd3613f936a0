// Two people in two browsers at one table of the Glass Box: everything that reaches either is recorded and searched for what only others may know.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TurnLine } from "@orrery/runtime";
import type { GlassEvent, GlassState, GlassView } from "@orrery/worlds/glassbox";
import { spotOf } from "@orrery/worlds/glassbox/rules";
import type { Page } from "playwright-core";
import { type Bench, FILE_MS, isAsking, openBench, skip, until } from "./support.ts";

const SEED = "kept-in-the-dark-4711";
const CONFIG = {
  preset: "people",
  seats: ["red", "blue", "green", "pink", "orange", "yellow"].map((id) => ({
    id,
    role: id === "red" ? "impostor" : "crewmate",
    ...(id === "pink" ? { learned: { games: 3, lessons: [{ about: "map", text: "Pink once got lost here." }] } } : {}),
  })),
  // Nobody can strike at first: what follows is to be played before anything comes out.
  settings: { impostors: 1, decisionDeadlineMs: 300, firstKillCooldownMs: 60_000, emergencyMeetings: 0 },
};

/** Copies every response to the page as it arrives, streams too. Runs in the page. */
const LISTEN = `{
  const fetched = window.fetch;
  window.fetch = async (...args) => {
    const answer = await fetched(...args);
    if (!answer.body) return answer;
    const [mine, theirs] = answer.body.tee();
    const url = String(args[0]?.url ?? args[0]);
    const { method = "GET" } = args[1] ?? {};
    (async () => {
      const reader = mine.pipeThrough(new TextDecoderStream()).getReader();
      const plain = !/event-stream/.test(answer.headers.get("content-type") ?? "");
      let text = "";
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true }));
        if (done) break;
        if (plain) text += value;
        else window.heard(method + " " + url, value);
      }
      if (plain) window.heard(method + " " + url, text);
    })();
    return new Response(theirs, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  };
}`;

interface Heard {
  readonly request: string;
  readonly text: string;
}

describe("two seats at the station", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  async function sit(token: string) {
    const heard: Heard[] = [];
    const rest: string[] = [];
    const { context, page } = await bench.open("about:blank");
    await page.exposeFunction("heard", (request: string, text: string) => heard.push({ request, text }));
    await page.addInitScript(LISTEN);
    page.on("response", (response) => {
      void response.allHeaders().then(
        (headers) => rest.push(response.url(), JSON.stringify(headers)),
        () => {},
      );
    });
    await page.goto(`${bench.server.url}/seat/${encodeURIComponent(token)}`);
    await page.getByText(/^You play/).waitFor();
    return { context, page, heard, rest };
  }

  /** A deed with thoughts beside it, by the page's own way to the server and with its own cookie. */
  const thinking = (page: Page, run: string, actorId: string, words: string) =>
    page.evaluate(`(async () => {
      for (;;) {
        const shown = await (await fetch("/api/runs/${run}")).json();
        const action = { actorId: "${actorId}", type: "move", locationId: "${actorId === "red" ? "reactor" : "bridge"}",
          metadata: { thought: "${words} thought", notes: { plan: "${words} plan", suspicions: "${words} reads" } } };
        const answer = await fetch("/api/runs/${run}/turns", { method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify({ actions: [action], expectedHead: shown.head.id }) });
        if (answer.ok) return true;
        await new Promise((done) => setTimeout(done, 50));
      }
    })()`);

  it("are walked and struck with by keys, and the dead play on as a ghost", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({
      world: "glassbox",
      config: {
        ...CONFIG,
        seats: CONFIG.seats.slice(0, 4),
        settings: { ...CONFIG.settings, decisionDeadlineMs: 0, firstKillCooldownMs: 4_000 },
      },
      seed: "by keys",
    });
    const red = await sit(await orrery.invite(run, "red"));
    const blue = await sit(await orrery.invite(run, "blue"));
    // Without deadlines time goes on when all have answered, and not before: `all` answers for everybody else.
    const all = async (...but: readonly string[]) => {
      for (const { to } of await orrery.asks(run))
        if (!but.includes(to))
          await orrery.submit(run, { as: to, actions: [{ actorId: to, type: "wait", metadata: {} }] });
    };
    await orrery.submit(run, {
      as: "red",
      actions: [{ actorId: "red", type: "move", targetId: "blue", metadata: {} }],
    });
    await all("red");
    const kill = red.page.getByRole("toolbar", { name: "Actions" }).getByRole("button", { name: /Kill/ });
    // It says how long one has to wait for it, and its key does nothing until then.
    await kill.getByText(/^[1-4] seconds$/).waitFor();
    assert.equal(await kill.getAttribute("aria-disabled"), "true");
    await red.page.keyboard.press("3");
    const ready = red.page.locator("[role=toolbar] button[aria-disabled=false]", { hasText: "Kill" });
    await until(async () => {
      if (await ready.isVisible()) return true;
      await all();
      return false;
    }, "it may strike");
    await until(async () => {
      // Pressed again, as by a player, where the others moved on meanwhile.
      await red.page.keyboard.press("3");
      await all("red");
      return ((await orrery.show(run)).view as GlassState).bodies.length > 0;
    }, "its key strikes");
    await blue.page.getByRole("alertdialog").getByText("Red killed you.").waitFor();
    const doneBy = async (actor: string) =>
      ((await Array.fromAsync(orrery.log(run))) as TurnLine[]).flatMap(({ actions }) =>
        actions.filter(({ actorId }) => actorId === actor).map(({ type }) => type),
      );
    assert.deepEqual(
      (await doneBy("red")).filter((type) => type === "kill"),
      ["kill"],
    );
    await blue.page.getByRole("button", { name: "Go on as a ghost" }).click();
    await blue.page.getByText("A ghost. You see everything, and tasks still count.").waitFor();
    // An arrow or a letter leads through the opening that lies there; a key without one leads nowhere.
    for (const [actor, { page }, keys] of [
      ["blue", blue, ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]],
      ["red", red, ["w", "a", "s", "d"]],
    ] as const) {
      const where = async () => ((await orrery.show(run)).view as GlassState).players[actor]!.place;
      const before = await where();
      const isAsked = async () => (await orrery.asks(run)).some(({ to }) => to === actor);
      // It keeps to a key that is answered with a step: the next one could lead back.
      let tries = 0;
      await until(async () => {
        await page.keyboard.press(keys[Math.floor(tries / 4) % keys.length]!);
        await until(() => !isAsking(page), "it has been told");
        tries += (await isAsked()) ? 1 : 0;
        await all(actor);
        return (await where()) !== before;
      }, `${actor} walks by keys`);
      assert.ok((await doneBy(actor)).includes("move"), actor);
    }
    await bench.done(red.context, /409/);
    await bench.done(blue.context, /409/);
  });

  it("give each its own eyes, and nothing that only the other, a bot or the server knows", async () => {
    const { orrery, server } = bench;
    const { run } = await orrery.createRun({ world: "glassbox", config: CONFIG, seed: SEED });
    const tokens = { red: await orrery.invite(run, "red"), blue: await orrery.invite(run, "blue") };
    const red = await sit(tokens.red);
    const blue = await sit(tokens.blue);
    const began = await fetch(`${server.url}/api/runs/${run}/agents`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agents: "red=person,blue=person,*=bot:detective" }),
    });
    assert.ok(began.ok, await began.text());
    assert.equal(await thinking(red.page, run, "red", "scarlet"), true);
    assert.equal(await thinking(blue.page, run, "blue", "azure"), true);
    const bots = ["green", "pink", "orange", "yellow"];
    const now = async () => (await orrery.show(run)).view as GlassState;
    const trailsIn = ({ players }: GlassState) =>
      bots.map((id) => players[id]!.notes.events).filter((text) => text !== "");
    const isFar = (state: GlassState) => state.tick > 60 && trailsIn(state).length > 1;
    // They part ways, as people do: by the buttons of their pages.
    for (let i = 0; i < 12 || !isFar(await now()); i++)
      for (const { page } of [red, blue]) {
        await page
          .getByRole("group", { name: i % 3 === 2 ? "Use or report" : "Go to" })
          .getByRole("button")
          .nth(i % 4)
          .click({ timeout: 600 })
          .catch(() => {});
        await new Promise((done) => setTimeout(done, 150));
      }
    await fetch(`${server.url}/api/runs/${run}/agents/stop`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    for (const [seat, own] of [
      [red, "scarlet"],
      [blue, "azure"],
    ] as const)
      await until(() => seat.heard.some(({ text }) => text.includes(`${own} plan`)), "its own pads come back to it");

    const log = (await Array.fromAsync(orrery.log(run))) as TurnLine[];
    const states: GlassState[] = [];
    for (const { turn } of log) states.push((await orrery.show(run, { at: turn })).view as GlassState);
    assert.ok(states.at(-1)!.tick > 50 && states.at(-1)!.result === null, `${states.at(-1)!.tick}`);
    const trails = trailsIn(states.at(-1)!);
    assert.ok(trails.length > 1, "bots keep their own notes");

    for (const [me, seat, other] of [
      ["red", red, tokens.blue],
      ["blue", blue, tokens.red],
    ] as const) {
      const traffic = [...seat.heard.map(({ text }) => text), ...seat.rest].join("\n");
      const own = me === "red" ? "scarlet" : "azure";
      assert.ok(traffic.includes(`${own} plan`), "its own pads come back to it");
      const hidden = [
        ...(me === "red" ? ["azure"] : ["scarlet", '"role":"impostor"', '"partners":["']),
        ...[other, SEED, "Pink once got lost"],
        ...log.flatMap(({ id, hash, truthHash }) => [id, hash, truthHash]),
        ...trails.flatMap((trail) => trail.split("\n").filter((line) => line.includes(":") && line.length > 30)),
      ];
      for (const secret of hidden)
        assert.equal(
          traffic.includes(JSON.stringify(secret).slice(1, -1)) || traffic.includes(secret),
          false,
          `${me}: ${secret}`,
        );
      assert.doesNotMatch(traffic, /"(seed|salt|truthHash|hash|commitment|rolls)":/);

      // Nobody out of sight stands anywhere in what it was sent, but where it lost sight of them: they may stand there still.
      const lost = new Set(
        log.flatMap(({ events }) =>
          (events as unknown as GlassEvent[]).flatMap((event) =>
            event.type !== "ran"
              ? []
              : event.sights
                  .filter(({ to }) => to === me)
                  .flatMap(({ tick, out }) =>
                    out.map(([id, location, x = null, y = null]) => JSON.stringify([id, tick, location, x, y])),
                  ),
          ),
        ),
      );
      let looked = 0;
      for (const view of viewsIn(seat.heard)) {
        const then = states.filter(({ tick }) => tick === Math.round(view.time * 10));
        if (then.length === 0) continue;
        const seen = new Set(view.vision.players_visible.map(({ id }) => id));
        const { known_locations, ...rest } = view;
        const text = JSON.stringify(rest);
        for (const state of then)
          for (const id of Object.keys(state.players)) {
            const mask = state.players[me]!.sees;
            if (id === me || (mask & (1 << state.seats.findIndex((one) => one.id === id))) !== 0) continue;
            const { x, y } = spotOf(state, state.players[id]!);
            if (
              then.every(
                ({ players }) => (players[me]!.sees & (1 << state.seats.findIndex((one) => one.id === id))) === 0,
              )
            ) {
              assert.equal(seen.has(id), false, `${me} sees ${id} at ${view.time}`);
              assert.equal(text.includes(`"x":${x},"y":${y}`), false, `${me} is told where ${id} is at ${view.time}`);
              const last = known_locations[id];
              if (last) {
                const known = JSON.stringify([id, Math.round(last.t * 10), last.location, last.x, last.y]);
                assert.ok(lost.has(known), `${me} has ${known} at ${view.time}, and did not lose sight there`);
              }
              looked++;
            }
          }
      }
      assert.ok(looked > 5, `${me}: ${looked} places out of sight`);
    }
    await red.context.close();
    // Time went on while a click was on its way: that is refused, and told.
    await bench.done(blue.context, /409|403|404/);
  });
});

/** Every view that a seat was sent whole. */
const viewsIn = (heard: readonly Heard[]): GlassView[] =>
  heard.flatMap(({ text }) => {
    try {
      const { view } = JSON.parse(text) as { view?: GlassView };
      return view?.you ? [view] : [];
    } catch {
      return [];
    }
  });
