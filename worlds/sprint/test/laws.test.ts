// Laws of the sprint: replay, fork, blindness between the teams, lanes that commute, gods that break nothing.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, stateHash } from "@orrery/kernel";
import { amendable, blindfold, lawful, redecides, replays, sha256 } from "@orrery/kernel/testing";
import { OPENING, type SprintState, TEAMS, type Team } from "../index.ts";
import { askedOf, engine, match, opening, scriptedAnswer, step } from "./stage.ts";

describe("laws", () => {
  it("hold in a match that is played by scripted seats", () => {
    const played = match("laws", { rounds: { FOUNDATION: 2, LANDMARKS: 3, TENSION: 1 } });
    const frames = [played.opened.frame, ...played.commits.map(({ frame }) => frame)];
    const tally = lawful(
      engine,
      frames.filter((_, i) => i % 5 === 0),
    );
    assert.ok(tally.legal > 60 && tally.refused > 30 && tally.fallbacks > 30, JSON.stringify(tally));
  });

  it("replay and decide the same again, byte for byte", () => {
    const played = match("replay", {});
    assert.notEqual(played.outcome, null);
    replays(engine, played.opened, played.commits);
    redecides(engine, played);
  });

  it("reach the same worlds in either order of the two tables", () => {
    const [one, other] = [inOrder("A"), inOrder("B")];
    assert.deepEqual(one.teams, other.teams);
    assert.ok(one.teams.A.turns.length > 90);
    assert.notEqual(one.seal, null);
    assert.deepEqual(one.seal, other.seal);
  });

  it("show no table anything of the other", () => {
    const played = match("blind");
    const frames = played.commits.map(({ frame }) => frame);
    const a = frames[40]!;
    const b = { ...a, state: { ...a.state, teams: { ...a.state.teams, B: frames[60]!.state.teams.B } } };
    assert.notEqual(canonical(a.state.teams.B), canonical(b.state.teams.B));
    for (const role of ["ARCHITECT", "LOREKEEPER", "CONTRARIAN", "SYNTHESIZER"]) blindfold(engine, a, b, `A.${role}`);
  });

  it("hold after every amendment by a god", () => {
    const played = match("god", { rounds: { FOUNDATION: 1, LANDMARKS: 3, TENSION: 1 }, pictures: false });
    const frames = played.commits.map(({ frame }) => frame).filter((_, i) => i % 11 === 0);
    const { done, refused } = amendable(engine, [opening(), ...frames], { most: 25 });
    assert.ok(done > 8 && refused > 50, `${done} done, ${refused} refused`);
  });

  it("begin with the opening canon and its hash", () => {
    const { teams } = opening().state;
    const text =
      '{"aesthetic_mood":[],"governing_logic":"","hero_image_description":"","inhabitants":{},"landmarks":[],"tension":{},"world_name":""}';
    assert.equal(canonical(OPENING), text);
    for (const team of TEAMS) assert.equal(teams[team].hash, `sha256:${sha256(text)}`);
    assert.equal(stateHash(sha256, teams.A.canon), sha256(text));
  });
});

/** A match in which one team is heard to its end before the other begins. */
function inOrder(first: Team): SprintState {
  let frame = opening({ pictures: false }, "lanes");
  for (const team of [first, first === "A" ? "B" : "A"] as const)
    while (askedOf(frame.state, team).length > 0) frame = step(frame, `table-${team}`, scriptedAnswer).frame;
  while (askedOf(frame.state, "desk").length > 0) frame = step(frame, "desk", scriptedAnswer).frame;
  return frame.state;
}
