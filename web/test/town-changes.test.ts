// The drawn graph of a town goes from round to round by what differs, and ends the same as if it had been drawn anew.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MultiDirectedGraph } from "graphology";
import { changeLines, changePeople, type TownGraph } from "../src/stage/story/town-changes.ts";

const town = (people: number): TownGraph => {
  const graph: TownGraph = new MultiDirectedGraph();
  for (let place = 0; place < people; place++) graph.addNode(place, { x: place, y: 0, size: 3 });
  return graph;
};
const PEOPLE = 1000;
const tiesIn = (round: number) =>
  Array.from({ length: PEOPLE }, (_, from) =>
    [1, 2, 3, 4, 5, 6].map((step) => [from, (from + step * (from % 50 === round % 50 ? 11 : 7)) % PEOPLE] as const),
  ).flat();
const linesIn = (round: number, spread: readonly (readonly [number, number])[] = []) => ({
  ties: tiesIn(round),
  mutes: [],
  spread,
});
const looks = (round: number) =>
  Array.from({ length: PEOPLE }, (_, place) => ({ color: place % 100 === round ? "#f00" : "#888", label: `${place}` }));

describe("the graph of a town of a thousand", () => {
  it("changes only what differs between two rounds", () => {
    const graph = town(PEOPLE);
    assert.equal(changePeople(graph, looks(1)), PEOPLE);
    assert.equal(changeLines(graph, linesIn(1)), 6 * PEOPLE);
    let [people, ties] = [0, 0];
    graph.on("nodeAttributesUpdated", () => people++);
    graph.on("edgeAdded", () => ties++);
    graph.on("edgeDropped", () => ties++);
    assert.equal(changePeople(graph, looks(2)), 20);
    assert.equal(people, 20);
    const changed = changeLines(graph, linesIn(2, [[3, 4]]));
    assert.equal(changed, ties);
    assert.ok(changed > 0 && changed <= 4 * 6 * (PEOPLE / 50) + 1, `${changed} of ${6 * PEOPLE}`);
    assert.equal(changePeople(graph, looks(2)) + changeLines(graph, linesIn(2, [[3, 4]])), 0);
  });

  it("draws who muted whom beside who follows whom, and takes it away again", () => {
    const graph = town(3);
    const lines = { ties: [[0, 1]] as const, mutes: [[0, 1]] as const, spread: [] };
    assert.equal(changeLines(graph, lines), 2);
    assert.equal(changeLines(graph, { ...lines, mutes: [] }), 1);
    assert.deepEqual(graph.edges(), ["0 1"]);
  });

  it("is the same as one that was drawn anew", () => {
    const graph = town(PEOPLE);
    for (const round of [1, 9, 4, 60]) {
      changePeople(graph, looks(round));
      changeLines(graph, linesIn(round, [[round, 0]]));
    }
    const fresh = town(PEOPLE);
    changePeople(fresh, looks(60));
    changeLines(fresh, linesIn(60, [[60, 0]]));
    const edgesOf = (one: TownGraph) =>
      one.mapEdges((key, look, from, to) => `${key} ${from} ${to} ${JSON.stringify(look)}`).sort();
    assert.deepEqual(edgesOf(graph), edgesOf(fresh));
    assert.deepEqual(
      graph.mapNodes((_, look) => look),
      fresh.mapNodes((_, look) => look),
    );
  });
});
