// A whole deliberation from a fixed seed and canned outputs: who is asked for what, and how the canon evolves, round by round and word by word.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sha256 } from "@orrery/kernel/testing";
import { type Canon, canonHash, finalProblems, OPENING, type TurnOutput, type TurnRecord } from "../index.ts";
import { askedOf, opening, speak, step, tableOf } from "./stage.ts";

const CONFIG = { pictures: false, rounds: { FOUNDATION: 1, LANDMARKS: 3, TENSION: 1, CRYSTALLIZATION: 1 } };

type Said = Partial<TurnOutput>;
interface Round {
  readonly turns: readonly Said[];
  /** In role order. */
  readonly votes: readonly (readonly Said[])[];
  readonly tiebreak?: Said;
  /** What the round changes of the canon before it. */
  readonly lands: Partial<Canon>;
  readonly results: readonly string[];
}

const landmark = (name: string, visual_key: string) => ({
  name,
  description: `${name} stands on the cracked salt.`,
  significance: "Here a debt of silence is paid.",
  visual_key,
});
const ORCHARD = landmark("The Bell Orchard", "coats on bare branches");
const STAIR = landmark("The Toll Stair", "one lit step");
const KEEL = landmark("The Listening Keel", "a roof like an upturned keel");
const LAW = "Silence is stored, weighed and spent.";
const PAID = `${LAW} Who shouts pays for all who hear.`;
const TENSION = {
  conflict: "The ringers want one day of noise a year.",
  stakes: "If they get it, every debt is void.",
  visual_manifestation: "A crowd before a bell that is wrapped in felt.",
};
const PEOPLE = {
  appearance: "They wear felt coats.",
  culture_snapshot: "At dusk each lays a palm on a bell.",
  relationship_to_place: "They sweep the old waterline.",
};
const HERO = "A stranded ship among bell trees.";

const ACCEPT: Said = { content: "Yes.", vote: "ACCEPT" };
const REJECT: Said = { content: "No.", vote: "REJECT" };
const amend = (...canon_patch: TurnOutput["canon_patch"]): Said => ({
  content: "Yes, with this.",
  vote: "AMEND",
  canon_patch,
});
const objection = (where: string): Said => ({
  content: `Breaks: nobody can tell who has to pay for it.\nWhere: ${where}\nSettle: name somebody who pays, and when.`,
});
const delta = (what: string): Said => ({
  content: `I take it and hold one thing against it, for those who come later and were not asked.\nDelta:\n- Add ${what}.`,
});
const DELTAS = [
  delta("a watchman who sleeps by day and writes down every sound of the night"),
  delta("a price that the strongest of them cannot pay without help from a neighbour"),
  delta("a child who has never heard a bell and would like to know what it is for"),
];
/** `references`: by their number within the round, from 0. */
const accept = (references: readonly number[]): Said => ({
  content: "It answers <1>.",
  decision: "ACCEPT",
  references: references.map(String),
});

const ROUNDS: readonly Round[] = [
  {
    // FOUNDATION 1: a response mends the law, and the resolution takes it in.
    turns: [
      {
        content: "A first stone.",
        canon_patch: [
          { op: "replace", path: "/world_name", value: "Hushwater" },
          { op: "replace", path: "/governing_logic", value: LAW },
          { op: "replace", path: "/aesthetic_mood", value: ["hushed", "salt-white", "owed"] },
        ],
      },
      objection("/governing_logic"),
      {
        content: "So: who shouts pays.",
        canon_patch: [{ op: "replace", path: "/governing_logic", value: PAID }],
        references: ["1"],
      },
      DELTAS[1]!,
      DELTAS[2]!,
      {
        content: "Both, because of <1>.",
        decision: "AMEND",
        references: ["0", "1", "2"],
        canon_patch: [
          { op: "replace", path: "/world_name", value: "Hushwater" },
          { op: "replace", path: "/governing_logic", value: PAID },
          { op: "replace", path: "/aesthetic_mood", value: ["hushed", "salt-white", "owed"] },
        ],
      },
    ],
    votes: [[ACCEPT, ACCEPT, REJECT, ACCEPT]],
    lands: { world_name: "Hushwater", governing_logic: PAID, aesthetic_mood: ["hushed", "salt-white", "owed"] },
    results: ["accepted"],
  },
  {
    // LANDMARKS 1: two equal amendments come behind the motion.
    turns: [
      { content: "A place.", canon_patch: [{ op: "add", path: "/landmarks/-", value: ORCHARD }] },
      objection("/landmarks/0/description"),
      ...DELTAS,
      accept([0, 1]),
    ],
    votes: [
      [
        ACCEPT,
        amend({ op: "replace", path: "/landmarks/0/visual_key", value: "four hundred muffled bells" }),
        ACCEPT,
        amend({ op: "replace", path: "/landmarks/0/visual_key", value: "four hundred muffled bells" }),
      ],
    ],
    lands: { landmarks: [{ ...ORCHARD, visual_key: "four hundred muffled bells" }] },
    results: ["amended"],
  },
  {
    // LANDMARKS 2: dropped.
    turns: [
      { content: "Another.", canon_patch: [{ op: "add", path: "/landmarks/-", value: KEEL }] },
      objection("/landmarks/1/description"),
      ...DELTAS,
      accept([0, 1]),
    ],
    votes: [[REJECT, ACCEPT, REJECT, ACCEPT]],
    lands: {},
    results: ["dropped"],
  },
  {
    // LANDMARKS 3: a deadlock, broken with one of the two amendments.
    turns: [
      { content: "A stair.", canon_patch: [{ op: "add", path: "/landmarks/-", value: STAIR }] },
      objection("/landmarks/1/significance"),
      ...DELTAS,
      accept([0, 1]),
    ],
    votes: [
      [
        ACCEPT,
        amend({ op: "replace", path: "/landmarks/1/visual_key", value: "ninety steps" }),
        amend({ op: "replace", path: "/landmarks/1/visual_key", value: "a missing step" }),
        ACCEPT,
      ],
    ],
    tiebreak: {
      content: "The missing step answers <1>.",
      decision: "DEADLOCK_TIEBREAK",
      references: ["0", "1", "8"],
      canon_patch: [
        { op: "add", path: "/landmarks/-", value: STAIR },
        { op: "replace", path: "/landmarks/1/visual_key", value: "a missing step" },
      ],
    },
    lands: {
      landmarks: [
        { ...ORCHARD, visual_key: "four hundred muffled bells" },
        { ...STAIR, visual_key: "a missing step" },
      ],
    },
    results: ["deadlock", "tiebreak"],
  },
  {
    // TENSION 1: as proposed.
    turns: [
      { content: "A quarrel.", canon_patch: [{ op: "add", path: "/tension", value: TENSION }] },
      objection("/tension/stakes"),
      ...DELTAS,
      accept([0, 1]),
    ],
    votes: [[ACCEPT, ACCEPT, ACCEPT, ACCEPT]],
    lands: { tension: TENSION },
    results: ["accepted"],
  },
  {
    // CRYSTALLIZATION 1: one dissents with a patch, all vote once more on both, and a majority carries it.
    turns: [
      {
        content: "The rest.",
        canon_patch: [
          { op: "add", path: "/landmarks/-", value: KEEL },
          { op: "add", path: "/inhabitants", value: PEOPLE },
          { op: "replace", path: "/hero_image_description", value: HERO },
        ],
      },
      objection("/hero_image_description"),
      ...DELTAS,
      accept([0, 1]),
    ],
    votes: [
      [ACCEPT, ACCEPT, amend({ op: "replace", path: "/aesthetic_mood/2", value: "overheard" }), ACCEPT],
      [ACCEPT, ACCEPT, ACCEPT, REJECT],
    ],
    lands: {
      aesthetic_mood: ["hushed", "salt-white", "overheard"],
      landmarks: [
        { ...ORCHARD, visual_key: "four hundred muffled bells" },
        { ...STAIR, visual_key: "a missing step" },
        KEEL,
      ],
      inhabitants: PEOPLE,
      hero_image_description: HERO,
    },
    results: ["revote", "carried"],
  },
];

describe("a deliberation of canned outputs", () => {
  it("asks for what the protocol says, takes every output, and evolves the canon exactly as written", () => {
    let frame = opening(CONFIG, "canned");
    let canon: Canon = OPENING;
    for (const [at, { turns, votes, tiebreak, lands, results }] of ROUNDS.entries()) {
      const from = frame.state.teams.A.turns.length;
      const own = (): readonly TurnRecord[] => frame.state.teams.A.turns.slice(from);
      const take = (script: readonly Said[]) => {
        const named = (text: string) => text.replaceAll(/<(\d+)>/g, (_, n) => own()[Number(n)]!.id);
        const asked = askedOf(frame.state);
        assert.equal(asked.length, script.length, `round ${at}: ${asked.join(", ")}`);
        const played = step(frame, "table-A", (actor, now) => {
          const { role, turn_type } = tableOf(now, actor).asked!;
          const said = script[asked.indexOf(actor)]!;
          return speak(actor, {
            canon_patch: [],
            vote: null,
            decision: null,
            ...said,
            speaker_role: role,
            turn_type,
            content: named(said.content!),
            references: (said.references ?? []).map((n) => own()[Number(n)]!.id),
          });
        });
        assert.deepEqual(played.refused, [], `round ${at}: ${JSON.stringify(script)}`);
        frame = played.frame;
      };
      for (const turn of turns) {
        assert.equal(
          canonHash(sha256, frame.state.teams.A.canon),
          canonHash(sha256, canon),
          "nothing lands before the vote",
        );
        take([turn]);
      }
      for (const window of votes) take(window);
      if (tiebreak) take([tiebreak]);
      canon = { ...canon, ...lands };
      assert.deepEqual(frame.state.teams.A.canon, canon, `round ${at}`);
      assert.equal(frame.state.teams.A.hash, canonHash(sha256, canon));
      assert.deepEqual(
        own().flatMap(({ result }) => result ?? []),
        results,
        `round ${at}`,
      );
    }
    assert.deepEqual(finalProblems(canon), []);
    assert.deepEqual(askedOf(frame.state), [], "the deliberation is over");
  });
});
