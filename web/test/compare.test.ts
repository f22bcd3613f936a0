// Two lines of a run held against each other, and the versions of a turn: pure folds over lines and branches.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownDeeds, partingOf, stepsOf } from "../src/run/compare/parting.ts";
import { alternativesAt, nameFrom } from "../src/run/otherwise.ts";
import { piecesOf } from "../src/run/touch.ts";
import type { Branch, Line } from "../src/shapes.ts";

const line = (turn: number, id: string, said: string, came = "", actorId = "you"): Line =>
  ({
    turn,
    id,
    rawText: "",
    narration: came,
    actions: [{ actorId, type: said }],
    validation: [],
    events: [],
  }) as unknown as Line;
const read = ({ actions, narration }: Line) => ({ deeds: actions.map(({ type }) => type), came: narration });
const main = [
  line(0, "o", ""),
  line(1, "a", "look"),
  line(2, "b", "go west", "You are in the lane."),
  line(3, "c", "wait"),
];
const branch = (name: string, head: number, apart?: Branch["apart"]): Branch =>
  ({ name, head: { turn: head }, parent: null, ...(apart ? { apart } : {}) }) as unknown as Branch;

describe("where two stories part", () => {
  it("is the first turn that reads otherwise, not the turn of the branch", () => {
    const other = [main[0]!, main[1]!, line(2, "B", "go west", "You are in the lane."), line(3, "C", "knock")];
    assert.deepEqual(partingOf(main, other, read), { shared: 1, first: { turn: 3, cause: "deed" } });
  });

  it("tells chance, a god's hand and a line that stops from another choice", () => {
    const after = (one: Line) => partingOf(main.slice(0, 3), [main[0]!, main[1]!, one], read).first;
    assert.deepEqual(after(line(2, "B", "go west", "The gate sticks.")), { turn: 2, cause: "chance" });
    assert.deepEqual(after(line(2, "B", "kill", "", "god")), { turn: 2, cause: "god" });
    assert.deepEqual(partingOf(main, main.slice(0, 3), read), { shared: 2, first: { turn: 3, cause: "stops" } });
    assert.deepEqual(partingOf(main, main, read), { shared: 3, first: null });
  });

  it("names of many deeds those that the other side does not have", () => {
    const [one, other] = [
      { deeds: ["Red votes", "Blue votes"], came: "" },
      { deeds: ["Red votes"], came: "" },
    ];
    assert.deepEqual(ownDeeds(one, other), ["Blue votes"]);
    assert.deepEqual(ownDeeds(other, one), ["Red votes"]);
    assert.deepEqual(ownDeeds(one, null), one.deeds);
  });

  it("walks along both turn by turn, and waits at the end of the shorter", () => {
    assert.deepEqual(stepsOf(1, [3, 2], null), [
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
    assert.deepEqual(stepsOf(2, [2, 2], null), [[2, 2]]);
  });

  it("walks along both by the world's own time where it keeps one", () => {
    const clocks = [
      [0, 10, 20, 60],
      [0, 10, 40, 50],
    ] as const;
    assert.deepEqual(stepsOf(1, [3, 3], clocks), [
      [1, 1],
      [2, 1],
      [2, 2],
      [2, 3],
      [3, 3],
    ]);
  });
});

describe("versions of a turn", () => {
  it("are those of the branches that leave the line before it, the oldest first", () => {
    const branches = [
      branch("main", 5, { turn: 5, next: null }),
      branch("knock", 3, { turn: 2, next: "x" }),
      branch("knock twice", 4, { turn: 2, next: "x" }),
      branch("wait", 3, { turn: 2, next: "y" }),
      branch("same", 5, { turn: 5, next: null }),
    ];
    assert.deepEqual(
      [...alternativesAt(branches, "main")],
      [
        [
          3,
          [
            { branch: "main", here: true },
            { branch: "knock", here: false },
            { branch: "wait", here: false },
          ],
        ],
      ],
    );
  });

  it("are none where this branch has no such turn yet", () => {
    assert.equal(
      alternativesAt([branch("main", 2, { turn: 2, next: null }), branch("on", 4, { turn: 2, next: "x" })], "main")
        .size,
      0,
    );
  });

  it("give a branch a name that the server takes", () => {
    assert.equal(nameFrom("“Knock”, at the door!", []), "Knock at the door");
    assert.equal(nameFrom("knock", ["knock", "knock 2"]), "knock 3");
    assert.equal(nameFrom("?!", []), "try");
    assert.ok(nameFrom("x".repeat(500), []).length <= 64);
  });
});

describe("what can be clicked in the prose", () => {
  const handle = (id: string, ...words: string[]) => ({ id, words, deeds: [] });

  it("is each whole word that names something, by its longest name", () => {
    const handles = [handle("gate", "garden gate", "gate"), handle("door", "door")];
    assert.deepEqual(piecesOf("The Garden gate and the doormat.", handles), [
      "The ",
      { text: "Garden gate", id: "gate" },
      " and the doormat.",
    ]);
    assert.deepEqual(piecesOf("Nothing.", []), ["Nothing."]);
  });

  it("takes a name with signs in it for those signs", () => {
    assert.deepEqual(piecesOf("A (small) key.", [handle("key", "(small) key")]).length, 3);
  });
});
