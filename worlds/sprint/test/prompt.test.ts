// What models are asked at a sprint: one stable part for a whole team, the canon of the phase behind it, and no more as a match grows long.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Frame, type Prompt, viewOf } from "@orrery/kernel";
import { AGENTS } from "../agents.ts";
import { CANON_FIELDS, OPENING, SCOPES, type Sprint, sprint } from "../index.ts";
import { EDITION } from "../sketch/edition.ts";
import { sketchOf } from "../sketch/index.ts";
import { engine, match, tableOf } from "./stage.ts";

interface Asked {
  readonly to: string;
  readonly frame: Frame<Sprint>;
  readonly prompt: Prompt;
}
/** Every prompt of a match, as a model in each seat would have got it. */
function promptsOf(config: Parameters<typeof match>[1], seed = "prompts"): Asked[] {
  const played = match(seed, config);
  const frames = [played.opened.frame, ...played.commits.map(({ frame }) => frame)];
  return frames.flatMap((frame) =>
    sprint.asks(frame.state).map((ask) => {
      const view = viewOf(engine, frame, ask.to);
      return { to: ask.to, frame, prompt: sprint.prompt({ ask, view, legal: [] }) };
    }),
  );
}
const textOf = ({ parts }: Prompt, stable: boolean): string =>
  parts.flatMap((part) => (part.stable === stable ? [part.text] : [])).join("\n");
const isTable = ({ to }: Asked): boolean => /^[AB]\./.test(to);

describe("a prompt at a table", () => {
  const asked = promptsOf({ pictures: false });

  it("has the same stable parts for all four seats from the first turn to the last, in one conversation", () => {
    for (const team of ["A", "B"]) {
      const own = asked.filter(({ to }) => to.startsWith(`${team}.`));
      assert.equal(new Set(own.map(({ prompt }) => textOf(prompt, true))).size, 1);
      assert.deepEqual([...new Set(own.map(({ prompt }) => prompt.conversation))], [`team-${team}`]);
      assert.equal(new Set(own.map(({ prompt }) => JSON.stringify(prompt.output.schema))).size, 1);
    }
  });

  it("[W12] carries the canon as it is, as far as the phase may write it", () => {
    for (const one of asked.filter(isTable)) {
      const { canon, phase } = one.frame.state.teams[one.to[0] as "A" | "B"];
      const text = one.prompt.parts.find(({ id }) => id === "canon")!.text;
      const slice = JSON.parse(text.split("\n")[1]!) as Record<string, unknown>;
      const writable = CANON_FIELDS.filter((field) => SCOPES[phase].includes(`/${field}`));
      assert.deepEqual(slice, Object.fromEntries(writable.map((field) => [field, canon[field]])));
    }
  });

  it("names the role, the turn, and the ids that a resolution has to name", () => {
    for (const { prompt, to } of asked.filter(isTable)) {
      const text = textOf(prompt, false);
      assert.match(
        text,
        new RegExp(`You are ${to.slice(2)}\\. Give a (PROPOSAL|OBJECTION|RESPONSE|RESOLUTION|VOTE)\\.`),
      );
      if (/Give a RESOLUTION/.test(text)) assert.match(text, new RegExp(`Name the objection: evt_${to[0]}_\\d{4}`));
    }
  });

  it("advises temperature and room by the agent's configuration", () => {
    for (const { to, frame, prompt } of asked.filter(isTable)) {
      const { temperature, max_output_tokens } = AGENTS[tableOf(frame, to).you.role];
      assert.deepEqual(prompt.advice, { temperature, maxOutputTokens: max_output_tokens });
    }
  });

  it("says nothing of the other team", () => {
    for (const { prompt, to } of asked.filter(isTable))
      assert.ok(!textOf(prompt, false).includes(to[0] === "A" ? "evt_B_" : "evt_A_"));
  });

  it("does not grow with the length of the match: ten times the past is the same prompt", () => {
    for (const { to, frame, prompt } of asked.filter(isTable)) {
      const view = viewOf(engine, frame, to);
      if (view.kind !== "table" || view.team.from === 0) continue;
      const { turns, from } = view.team;
      const past = Array.from({ length: 10 }, () => turns.slice(0, from)).flat();
      const team = { ...view.team, turns: [...past, ...turns.slice(from)], from: past.length };
      const ask = sprint.asks(frame.state).find((one) => one.to === to)!;
      const longer = sprint.prompt({ ask, view: { ...view, team }, legal: [] });
      assert.deepEqual(longer.parts, prompt.parts);
    }
  });
});

describe("a prompt beside the tables", () => {
  const asked = promptsOf({});

  it("gives the engineer the final canon and nothing of how it came about", () => {
    const own = asked.filter(({ to }) => to === "prompt-engineer");
    assert.equal(own.length >= 2, true);
    for (const { prompt, frame } of own) {
      const text = `${prompt.chapter}${textOf(prompt, true)}${textOf(prompt, false)}`;
      assert.doesNotMatch(text, /evt_|OBJECTION|Breaks:|team-[AB]/);
      const canons = Object.values(frame.state.teams).map(({ canon }) => JSON.stringify(canon));
      assert.equal(canons.filter((canon) => text.includes(canon)).length, 1);
      assert.ok(!canons.includes(JSON.stringify(OPENING)));
    }
  });

  it("gives the painter one picture, and takes an image or nothing", () => {
    const own = asked.filter(({ to }) => to === "painter");
    for (const { prompt } of own) assert.ok(prompt.picture!.text.length > 80);
    const [{ prompt }] = own as [Asked, ...Asked[]];
    const [sketch] = prompt.actions({}) as { metadata: Record<string, unknown> }[];
    assert.equal(sketch!.metadata["hash"], undefined);
    const [made] = prompt.actions({ hash: "a".repeat(64), mediaType: "image/png" }) as (typeof sketch)[];
    assert.equal(made!.metadata["media_type"], "image/png");
  });

  it("asks for a picture in the shape and with the seed that its prompt names", () => {
    const [{ frame }] = asked.filter(({ to }) => to === "painter") as [Asked, ...Asked[]];
    const shapes = { "16:9": "960 540", "1:1": "720 720", "3:4": "600 800" } as const;
    for (const [aspect_ratio, size] of Object.entries(shapes) as [keyof typeof shapes, string][])
      for (const ask of sprint.asks(frame.state).filter(({ to }) => to === "painter")) {
        const view = viewOf(engine, frame, ask.to);
        assert.ok(view.kind === "painter");
        const wanted = view.wanted.map((one) => ({
          ...one,
          prompt: { ...one.prompt, params: { aspect_ratio, seed: 7 } },
        }));
        const { picture } = sprint.prompt({ ask, view: { ...view, wanted }, legal: [] });
        assert.equal(picture?.aspectRatio, aspect_ratio);
        assert.equal(picture?.seed, 7);
        for (const { prompt, picture: key } of wanted)
          assert.ok(sketchOf(prompt, key, EDITION).includes(`viewBox="0 0 ${size}"`), `${key} ${aspect_ratio}`);
      }
  });

  it("gives a judge two entries without a team, and the criteria with their weights", () => {
    const own = asked.filter(({ to }) => to === "judge");
    assert.ok(own.length > 0);
    for (const { prompt } of own) {
      assert.doesNotMatch(prompt.chapter!, /evt_|\bteam[ _-]?[AB]\b|\b[AB]\.[A-Z]{4}|scripted/i);
      assert.match(textOf(prompt, true), /coherence \(25 %\)/);
    }
  });
});
