// The blind package: over many matches, of seats that name their team in every turn too, nothing in it tells which team wrote an entry.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dice } from "@orrery/kernel";
import type { Chance } from "@orrery/kernel/testing";
import { packageOf } from "../exports/package.ts";
import { LABELS, ROLES, type Sprint, type SprintAction, type SprintState, TEAMS } from "../index.ts";
import { match, scripted } from "./stage.ts";

const MATCHES = process.env["ORRERY_LONG"] ? 1_000 : 8;
const base = process.env["ORRERY_SEED"] ?? "blind";

describe("the blind package", () => {
  it("[W10] holds no token of a team, and reads the same with the teams changed over", (test) => {
    let planted = 0;
    let files = 0;
    for (let i = 0; i < MATCHES; i++) {
      // So long that no number in a picture is it by chance.
      const seed = `match ${base}-${i}`;
      const tier = ((i % 3) + 1) as 1 | 2 | 3;
      const played = match(seed, { tier }, i % 2 === 0 ? scripted : telling);
      const { state } = played.frame;
      assert.ok(state.seal, `${seed} did not end`);
      const texts = textsOf(state);
      for (const [path, text] of texts) assert.doesNotMatch(text, TOKEN, `${seed} ${path}`);
      assert.ok(!texts.some(([, text]) => text.includes(seed)), seed);
      assert.deepEqual(textsOf(changedOver(state)), texts, seed);
      planted += JSON.stringify(state.teams).split(PLANTED).length - 1;
      files += texts.length;
    }
    test.diagnostic(`${MATCHES} packages, ${files} files, ${planted} turns that named their team`);
    assert.ok(planted > MATCHES * 20, `only ${planted} turns named their team`);
  });

  it("leaves prose alone that only sounds like a team's name", () => {
    const prose = "A team of table-bearers, a world apart; Table B-flat and the world a child would draw.";
    const played = match("prose", { pictures: false }, (chance) => withWords(chance, prose));
    const texts = textsOf(played.frame.state);
    assert.ok(texts.some(([path, text]) => path.endsWith("transcript.jsonl") && text.includes(prose)));
  });
});

const PLANTED = "(as our own seat says)";

/** Whatever names a team, one of its seats, or something that was numbered by team; in any case. */
const TOKEN = new RegExp(
  [
    "evt_[ab]",
    "(?<![a-z0-9])team[\\s_-]?[ab](?![a-z0-9])",
    `(?<![a-z0-9])[ab][._-](${ROLES.join("|")})`,
    "(table|world|landmark|picture|prompts)[_-][ab](?![a-z0-9])",
    '"team',
    "scripted",
    '"model',
    "timestamp",
  ].join("|"),
  "i",
);

/** The ways in which a seat can say which team it is. */
const WAYS: readonly ((team: "A" | "B", role: string, id: string) => string)[] = [
  (team) => `We of Team ${team} hold to it.`,
  (team) => `We, TEAM_${team}, hold to it.`,
  (team) => `So says team-${team.toLowerCase()}.`,
  (team) => `So says team${team}, and nobody else.`,
  (team, role) => `This is ${team}.${role}.`,
  (team, role) => `This is ${team.toLowerCase()}.${role.toLowerCase()}, at table-${team}.`,
  (team, role) => `Asked as ${team}.${role}-12-VOTE, in the lane table-${team}.`,
  (team, role) => `Our seat is ${team}_${role}, our place is world-${team} and landmark-${team}-2.`,
  (_, __, id) => `It goes back to ${id}, or ${id.toLowerCase()}.`,
  (team) => `It goes back to evt_${team}_9999.`,
];

/** The scripted player, who also says in its words, and in the canon, which team it belongs to. */
function telling(chance: Chance<Sprint>) {
  const { view, dice } = chance;
  if (view.kind !== "table" || !view.asked) return scripted(chance);
  const { team, role } = view.you;
  const id = view.team.turns.at(-1)?.id ?? `evt_${team}_0001`;
  const way = WAYS[dice.int("way", 0, WAYS.length - 1)]!;
  return withWords(chance, `${way(team, role, id)} ${PLANTED}`, dice);
}

function withWords(chance: Chance<Sprint>, words: string, dice?: Dice) {
  const given = scripted(chance) as readonly SprintAction[] | null;
  return (
    given?.map((action) => {
      if (action.type !== "speak") return action;
      const { output } = action.metadata;
      const canon_patch = output.canon_patch.map((one) =>
        dice && one.op !== "remove" && one.path === "/governing_logic"
          ? { ...one, value: `${one.value} ${words}` }
          : one,
      ) as typeof output.canon_patch;
      return { ...action, metadata: { output: { ...output, content: `${output.content}\n${words}`, canon_patch } } };
    }) ?? null
  );
}

/** Every file of a package, as text. */
function textsOf(state: SprintState): readonly (readonly [string, string])[] {
  const files = packageOf({ artifact: () => null }, state);
  assert.equal(
    files.filter(({ path }) => LABELS.some((label) => path.startsWith(`${label}/`))).length,
    files.length - 1,
  );
  return files.map(({ path, bytes }) => [path, String(bytes)] as const);
}

/** The same entries under the same labels, each by the other team. */
function changedOver(state: SprintState): SprintState {
  const [a, b] = TEAMS;
  const [first, second] = state.seal!.order;
  return {
    ...state,
    teams: { [a]: state.teams[b], [b]: state.teams[a] } as SprintState["teams"],
    seal: { ...state.seal!, order: [second, first] },
  };
}
