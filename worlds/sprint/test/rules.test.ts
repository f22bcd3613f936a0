// Each business rule of a turn with the turn that breaks it: a round is played by hand up to the place where it matters.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Frame } from "@orrery/kernel";
import { admit, viewOf } from "@orrery/kernel";
import { type CanonPatch, type Landmark, type Sprint, type SprintReasons, sprint, type TurnOutput } from "../index.ts";
import { type Answer, askedOf, engine, opening, said, speak, step, tableOf } from "./stage.ts";

const LOGIC: CanonPatch = [
  { op: "replace", path: "/world_name", value: "Hushmere" },
  { op: "replace", path: "/governing_logic", value: "Silence is weighed and spent." },
  { op: "replace", path: "/aesthetic_mood", value: ["hushed"] },
];
const OBJECTION = "Breaks: nobody can hear who pays.\nWhere: /governing_logic\nSettle: say who listens at night.";
const DELTA = `I take it as it stands and hold one thing against it that matters to those who come later.
Delta:
- Add a watchman who sleeps by day and writes down each sound of the night.`;

/** What each seat says in a plain round; `votes` by role. */
const plain =
  (
    votes: Partial<Record<string, Partial<TurnOutput>>> = {},
    proposal: CanonPatch = LOGIC,
    more: Partial<TurnOutput> = {},
  ): Answer =>
  (actor, frame) => {
    const view = tableOf(frame, actor);
    const ids = view.team.turns.slice(view.team.from).map(({ id }) => id);
    switch (view.asked!.turn_type) {
      case "PROPOSAL":
        return speak(actor, said(view, "A first stone.", { canon_patch: [...proposal] }));
      case "OBJECTION":
        return speak(actor, said(view, OBJECTION));
      case "RESPONSE":
        return speak(actor, said(view, DELTA));
      case "RESOLUTION":
        return speak(
          actor,
          said(view, `It answers ${ids[1]}.`, {
            decision: view.asked!.stage === "tiebreak" ? "DEADLOCK_TIEBREAK" : "ACCEPT",
            references: ids,
            ...(view.asked!.stage === "tiebreak" ? more : {}),
          }),
        );
      default:
        return speak(actor, said(view, "So be it.", { vote: "ACCEPT", ...votes[view.you.role] }));
    }
  };

/** Plays on until the table is asked for such a turn. */
function until(turn: string, from: Frame<Sprint> = opening(), answer: Answer = plain()): Frame<Sprint> {
  let frame = from;
  for (let i = 0; i < 60; i++) {
    const [first] = askedOf(frame.state);
    if (tableOf(frame, first!).asked?.turn_type === turn) return frame;
    const played = step(frame, "table-A", answer);
    assert.deepEqual(played.refused, []);
    frame = played.frame;
  }
  throw new Error(`no ${turn} was asked for`);
}
/** A whole round. */
function round(from: Frame<Sprint>, answer: Answer = plain()): Frame<Sprint> {
  const { round: n, phase } = from.state.teams.A;
  let frame = from;
  for (let i = 0; i < 20; i++) {
    frame = step(frame, "table-A", answer).frame;
    if (frame.state.teams.A.round !== n || frame.state.teams.A.phase !== phase) return frame;
  }
  return frame;
}

/** The verdict on a turn of the actor asked first, or of the one at `who`. */
function verdict(frame: Frame<Sprint>, change: (own: TurnOutput) => unknown, who = 0) {
  const actor = askedOf(frame.state)[who]!;
  const own = (plain()(actor, frame, null as never) as ReturnType<typeof speak>).metadata as { output: TurnOutput };
  const ask = sprint.asks(frame.state).find(({ to }) => to === actor)!;
  return admit(engine, viewOf(engine, frame, actor), { actor, ask }, speak(actor, change(own.output)));
}
const refused = (frame: Frame<Sprint>, reason: keyof SprintReasons, change: (own: TurnOutput) => unknown) => {
  const found = verdict(frame, change);
  assert.equal(found?.reason, reason, JSON.stringify(found));
  return found!.message;
};
const landmark = (name: string): Landmark => ({ name, description: "d", significance: "s", visual_key: "v" });

describe("the form of a turn", () => {
  it("[W6] speaks for the role and the turn that were asked for", () => {
    const frame = until("PROPOSAL");
    refused(frame, "wrong_role", (own) => ({ ...own, speaker_role: "LOREKEEPER" }));
    refused(frame, "wrong_turn_type", (own) => ({ ...own, turn_type: "VOTE", vote: "ACCEPT" }));
  });

  it("has a vote only in a VOTE, and never an ABSTAIN", () => {
    refused(until("PROPOSAL"), "vote_not_allowed", (own) => ({ ...own, vote: "ACCEPT" }));
    refused(until("VOTE"), "vote_missing", (own) => ({ ...own, vote: null }));
    assert.equal(verdict(until("VOTE"), (own) => ({ ...own, vote: "ABSTAIN" }))?.reason, "invalid_action");
  });

  it("cannot be forfeited by choice", () => {
    const frame = until("VOTE");
    const ask = sprint.asks(frame.state)[0]!;
    const forfeit = ask.fallback!("deadline");
    const admitted = (by: "agent" | "fallback") =>
      admit(engine, viewOf(engine, frame, ask.to), { actor: ask.to, ask, provenance: { by } }, forfeit);
    assert.equal(admitted("agent")?.reason, "not_asked");
    assert.equal(admitted("fallback"), null);
  });

  it("has a decision only in a RESOLUTION, and breaks ties only at a deadlock", () => {
    refused(until("PROPOSAL"), "decision_not_allowed", (own) => ({ ...own, decision: "ACCEPT" }));
    refused(until("RESOLUTION"), "decision_missing", (own) => ({ ...own, decision: null }));
    refused(until("RESOLUTION"), "wrong_decision", (own) => ({ ...own, decision: "DEADLOCK_TIEBREAK" }));
  });

  it("has a patch where one is due, and nowhere else", () => {
    refused(until("PROPOSAL"), "patch_required", (own) => ({ ...own, canon_patch: [] }));
    refused(until("OBJECTION"), "patch_not_allowed", (own) => ({ ...own, canon_patch: LOGIC }));
    refused(until("RESOLUTION"), "patch_required", (own) => ({ ...own, decision: "AMEND" }));
    refused(until("RESOLUTION"), "patch_not_allowed", (own) => ({ ...own, decision: "REJECT", canon_patch: LOGIC }));
    refused(until("VOTE"), "patch_required", (own) => ({ ...own, vote: "AMEND" }));
    refused(until("VOTE"), "patch_not_allowed", (own) => ({ ...own, canon_patch: LOGIC }));
  });

  it("says something", () => {
    refused(until("PROPOSAL"), "no_content", (own) => ({ ...own, content: " \n" }));
  });

  it("[W1] is refused with the place when no schema fits, and the match goes on", () => {
    const frame = until("PROPOSAL");
    for (const broken of [
      { content: 5 },
      { speaker_role: "KING" },
      { canon_patch: [{ op: "move", path: "/world_name", from: "/x" }] },
      { canon_patch: [{ op: "replace", path: "/__proto__", value: "x" }] },
      { canon_patch: [{ op: "replace", path: "/world_name", value: ["not a text"] }] },
      { content: "x".repeat(4001) },
      { canon_patch: Array.from({ length: 33 }, () => LOGIC[0]) },
    ])
      assert.equal(verdict(frame, (own) => ({ ...own, ...broken }))?.reason, "invalid_action", JSON.stringify(broken));
    const { refused, frame: after } = step(frame, "table-A", (actor) => speak(actor, { content: 5 }));
    assert.deepEqual(refused, ["invalid_action"]);
    assert.deepEqual(askedOf(after.state), ["A.LOREKEEPER"]);
    assert.equal(after.state.teams.A.turns[0]!.output, null);
  });
});

describe("a patch", () => {
  const phase = (name: string): Frame<Sprint> => {
    let frame = opening();
    while (frame.state.teams.A.phase !== name) frame = round(frame, plain({}, patchOf(frame)));
    return until("PROPOSAL", frame);
  };
  const patchOf = (frame: Frame<Sprint>): CanonPatch => {
    const { phase, round, canon } = frame.state.teams.A;
    if (phase === "FOUNDATION")
      return round === 1 ? LOGIC : [{ op: "add", path: "/aesthetic_mood/-", value: `mood ${round}` }];
    if (phase === "LANDMARKS")
      return canon.landmarks.length < 3
        ? [{ op: "add", path: "/landmarks/-", value: landmark(`Place ${round}`) }]
        : [{ op: "replace", path: "/landmarks/0/visual_key", value: `key ${round}` }];
    return [{ op: "add", path: "/tension", value: { conflict: `c${round}`, stakes: "s", visual_manifestation: "v" } }];
  };
  const patched = (patch: unknown) => (own: TurnOutput) => ({ ...own, canon_patch: patch });

  it("stays within its phase", () => {
    const scopes = {
      FOUNDATION: ["/landmarks/-", "/tension/stakes"],
      LANDMARKS: ["/world_name", "/tension/stakes", "/hero_image_description"],
      TENSION: ["/landmarks/0/name", "/aesthetic_mood/-"],
    };
    for (const [name, paths] of Object.entries(scopes))
      for (const path of paths) {
        const value = path === "/landmarks/-" ? landmark("New") : "x";
        const message = refused(phase(name), "write_scope", patched([{ op: "add", path, value }]));
        assert.match(message, new RegExp(name));
      }
  });

  it("[W2] is tried before it is put to the vote, and says which operation does not apply", () => {
    const frame = phase("LANDMARKS");
    for (const operation of [
      { op: "replace", path: "/landmarks/7/name", value: "x" },
      { op: "replace", path: "/landmarks/-", value: landmark("x") },
      { op: "remove", path: "/landmarks/0" },
    ])
      refused(frame, "patch_inapplicable", patched([operation]));
    refused(phase("TENSION"), "patch_inapplicable", patched([{ op: "replace", path: "/tension/stakes", value: "x" }]));
  });

  it("never leads to a fourth landmark, to two of one name, or to a sixth mood", () => {
    const frame = phase("TENSION");
    assert.equal(frame.state.teams.A.canon.landmarks.length, 3);
    const early = round(
      phase("LANDMARKS"),
      plain({}, [{ op: "add", path: "/landmarks/-", value: landmark("The Stair") }]),
    );
    const twin = [{ op: "add", path: "/landmarks/-", value: landmark("the  stair") }];
    assert.match(refused(until("PROPOSAL", early), "patch_inapplicable", patched(twin)), /two landmarks/);
    const many = ["a", "b", "c", "d", "e", "f"];
    const moods = [{ op: "replace", path: "/aesthetic_mood", value: many }];
    assert.match(refused(until("PROPOSAL"), "patch_inapplicable", patched(moods)), /at most 5/);
  });

  it("changes something", () => {
    const frame = round(opening());
    refused(until("PROPOSAL", frame), "patch_changes_nothing", patched([LOGIC[0]]));
  });

  it("[W3] breaks no complete part of the canon in the crystallization", () => {
    const frame = phase("CRYSTALLIZATION");
    refused(frame, "final_schema", patched([{ op: "remove", path: "/landmarks/1" }]));
    refused(frame, "final_schema", patched([{ op: "replace", path: "/world_name", value: " " }]));
  });

  it("of a response may be written against the proposal as well", () => {
    const build = [{ op: "add", path: "/aesthetic_mood/1", value: "wide" }];
    assert.equal(verdict(until("RESPONSE"), patched(build)), null);
    const far = [{ op: "add", path: "/aesthetic_mood/3", value: "wide" }];
    refused(until("RESPONSE"), "patch_inapplicable", patched(far));
  });

  it("of an AMEND vote is written against the motion", () => {
    const amend = (patch: unknown) => (own: TurnOutput) => ({ ...own, vote: "AMEND", canon_patch: patch });
    assert.equal(verdict(until("VOTE"), amend([{ op: "add", path: "/aesthetic_mood/1", value: "wide" }])), null);
    refused(until("VOTE"), "patch_changes_nothing", amend([LOGIC[0]]));
  });

  it("has at most 32 KiB", () => {
    const big = Array.from({ length: 12 }, () => ({
      op: "replace",
      path: "/governing_logic",
      value: "é".repeat(2000),
    }));
    refused(until("PROPOSAL"), "patch_too_large", patched(big));
  });
});

describe("an objection", () => {
  const content = (text: string) => (own: TurnOutput) => ({ ...own, content: text });
  it("[W5] says what breaks, where, and what would settle it", () => {
    const frame = until("OBJECTION");
    for (const text of [
      "I object.",
      "Breaks: it\nWhere: /governing_logic\nSettle: say who listens at night.",
      "Breaks: nobody can hear who pays.\nWhere: somewhere\nSettle: say who listens at night.",
      "Breaks: nobody can hear who pays.\nWhere: /governing_logic",
    ])
      refused(frame, "objection_missing", content(text));
    refused(frame, "objection_where", content(OBJECTION.replace("/governing_logic", "/weather")));
    refused(frame, "objection_where", content(OBJECTION.replace("/governing_logic", "/landmarks/0")));
    assert.equal(
      verdict(
        frame,
        content(
          `**Breaks:** nobody can hear who pays.\n- Where: \`/aesthetic_mood/0\`\nSettle: say who listens at night.`,
        ),
      ),
      null,
    );
  });
});

describe("a response", () => {
  const content = (text: string) => (own: TurnOutput) => ({ ...own, content: text });
  it("[W5] that only agrees is refused, however it is put", () => {
    const frame = until("RESPONSE");
    for (const text of [
      "+1",
      "Agree",
      "sounds good",
      "yes!",
      "I wholeheartedly agree with everything the Architect said; this is a perfect, brilliant and truly wonderful idea, and I fully support it as it is.",
      "This proposal is great and I agree with all of it.\nDelta:\n- I agree\n- Yes, really great work by the team, truly wonderful, and I support everything that was said here",
    ])
      refused(frame, "bare_agreement", content(text));
  });
  it("without a patch has a delta, and is long enough to hold one", () => {
    const frame = until("RESPONSE");
    refused(frame, "no_delta", content(DELTA.replace("Delta:", "Well:")));
    refused(frame, "response_too_short", content("Delta:\n- Add a watchman who writes down sounds."));
    assert.equal(verdict(frame, content("Short, but with a patch.")) === null, false);
    const patch = [{ op: "add", path: "/aesthetic_mood/-", value: "wide" }];
    assert.equal(
      verdict(frame, (own) => ({ ...own, content: "Short.", canon_patch: patch })),
      null,
    );
  });
});

describe("a resolution", () => {
  it("has references that are there", () => {
    const frame = until("RESOLUTION");
    refused(frame, "references_missing", (own) => ({ ...own, references: [] }));
    refused(frame, "unknown_reference", (own) => ({ ...own, references: ["evt_A_0099"] }));
    refused(frame, "unknown_reference", (own) => ({ ...own, references: ["evt_B_0001"] }));
  });

  it("refers to no turn that was forfeited", () => {
    const silent = step(until("RESPONSE"), "table-A", () => null).frame;
    const forfeited = silent.state.teams.A.turns.at(-1)!;
    assert.equal(forfeited.output, null);
    const frame = until("RESOLUTION", silent);
    const spoken = frame.state.teams.A.turns.flatMap(({ id, output }) => (output ? [id] : []));
    assert.equal(
      verdict(frame, (own) => ({ ...own, references: spoken })),
      null,
    );
    refused(frame, "unknown_reference", (own) => ({ ...own, references: [...spoken, forfeited.id] }));
  });

  it("names an objection of its own round, and not one with a longer id that starts the same", () => {
    const frame = until("RESOLUTION");
    refused(frame, "objection_not_named", (own) => ({ ...own, content: "All is well." }));
    refused(frame, "objection_not_named", (own) => ({ ...own, content: "It answers evt_A_00021." }));
  });

  it("[W14] writes only where referenced turns wrote, or where an objection pointed", () => {
    const frame = until("RESOLUTION");
    const [proposal, objection] = frame.state.teams.A.turns.map(({ id }) => id);
    const amend = (references: unknown, patch: unknown) => (own: TurnOutput) => ({
      ...own,
      decision: "AMEND",
      references,
      canon_patch: patch,
    });
    const logic = [{ op: "replace", path: "/governing_logic", value: "Other." }];
    const mood = [{ op: "replace", path: "/aesthetic_mood", value: ["wide"] }];
    const hero = [{ op: "replace", path: "/hero_image_description", value: "A bell." }];
    assert.equal(verdict(frame, amend([objection], logic)), null);
    assert.equal(verdict(frame, amend([proposal], mood)), null);
    refused(frame, "untraced_path", amend([objection], mood));
    refused(frame, "untraced_path", amend([proposal, objection], hero));
  });
});

describe("a round", () => {
  const team = (frame: Frame<Sprint>) => frame.state.teams.A;
  const results = (frame: Frame<Sprint>) => team(frame).turns.flatMap(({ result }) => result ?? []);
  const other: CanonPatch = [{ op: "replace", path: "/world_name", value: "Loudmere" }];

  it("asks Architect and Lorekeeper in turn, objection, three responses, resolution, four votes", () => {
    const frame = round(round(opening()), plain({}, [{ op: "add", path: "/aesthetic_mood/-", value: "wide" }]));
    assert.deepEqual(
      team(frame).turns.map(({ turn_type, role }) => `${turn_type} ${turn_type === "VOTE" ? "" : role}`.trim()),
      ["ARCHITECT", "LOREKEEPER"].flatMap((proposer) => [
        `PROPOSAL ${proposer}`,
        "OBJECTION CONTRARIAN",
        ...["ARCHITECT", "LOREKEEPER", "CONTRARIAN", "SYNTHESIZER"]
          .filter((one) => one !== proposer)
          .map((one) => `RESPONSE ${one}`),
        "RESOLUTION SYNTHESIZER",
        ...Array.from({ length: 4 }, () => "VOTE"),
      ]),
    );
  });

  it("lands the motion at the last vote and at no other turn", () => {
    const frame = round(opening());
    const turns = team(frame).turns;
    assert.deepEqual(
      turns.map(({ before, after }) => before !== after),
      turns.map((_, i) => i === turns.length - 1),
    );
    assert.equal(team(frame).canon.world_name, "Hushmere");
    for (const [i, turn] of turns.entries()) if (i > 0) assert.equal(turn.before, turns[i - 1]!.after);
  });

  it("shows no vote before the window is closed", () => {
    const frame = until("VOTE");
    const asked = askedOf(frame.state);
    assert.equal(asked.length, 4);
    const after = step(frame, "table-A", plain());
    const ids = after.frame.state.teams.A.turns.slice(-4);
    assert.ok(ids.every(({ turn_type }) => turn_type === "VOTE"));
    assert.equal(new Set(ids.map(({ role }) => role)).size, 4);
  });

  it("applies an amendment that two share, behind the motion", () => {
    const amend = { vote: "AMEND" as const, canon_patch: [...other] };
    const frame = round(opening(), plain({ ARCHITECT: amend, CONTRARIAN: amend }));
    assert.deepEqual(results(frame), ["amended"]);
    assert.equal(team(frame).canon.world_name, "Loudmere");
    assert.equal(team(frame).canon.governing_logic, "Silence is weighed and spent.");
  });

  it("drops the motion at two rejections, and the next proposer goes on", () => {
    const no = { vote: "REJECT" as const };
    const frame = round(opening(), plain({ ARCHITECT: no, CONTRARIAN: no }));
    assert.deepEqual(results(frame), ["dropped"]);
    assert.equal(team(frame).canon.world_name, "");
    assert.deepEqual(askedOf(frame.state), ["A.LOREKEEPER"]);
  });

  it("opens a tie-break at a deadlock: its patch lands, an empty patch drops the motion", () => {
    const no = { vote: "REJECT" as const };
    const amend = { vote: "AMEND" as const, canon_patch: [...other] };
    const votes = { ARCHITECT: no, CONTRARIAN: amend };
    const dropped = round(opening(), plain(votes));
    assert.deepEqual(results(dropped), ["deadlock", "tiebreak"]);
    assert.equal(team(dropped).canon.world_name, "");
    const broken = round(opening(), plain(votes, LOGIC, { canon_patch: [...other] }));
    assert.equal(team(broken).canon.world_name, "Loudmere");
    const silent = round(opening(), (actor, frame, dice) =>
      tableOf(frame, actor).asked!.stage === "tiebreak" ? null : plain(votes)(actor, frame, dice),
    );
    assert.equal(team(silent).canon.world_name, "Hushmere");
  });

  it("[W7] takes a tie-break only as such, and only with reasons that name the objection", () => {
    const split = {
      CONTRARIAN: { vote: "AMEND" as const, canon_patch: [...other] },
      SYNTHESIZER: { vote: "AMEND" as const, canon_patch: [LOGIC[1]!, ...other] },
    };
    const frame = step(until("VOTE"), "table-A", plain(split)).frame;
    assert.deepEqual(results(frame), ["deadlock"]);
    assert.equal(
      verdict(frame, (own) => own),
      null,
    );
    refused(frame, "wrong_decision", (own) => ({ ...own, decision: "ACCEPT" }));
    refused(frame, "objection_not_named", (own) => ({ ...own, content: "I have decided." }));
    refused(frame, "references_missing", (own) => ({ ...own, references: [] }));
  });

  it("goes on with the other proposer when one is silent, and ends when both are", () => {
    const silent =
      (...roles: string[]): Answer =>
      (actor, frame, dice) =>
        roles.includes(tableOf(frame, actor).you.role) && tableOf(frame, actor).asked!.turn_type === "PROPOSAL"
          ? null
          : plain()(actor, frame, dice);
    const one = round(opening(), silent("ARCHITECT"));
    assert.equal(team(one).proposer, "LOREKEEPER");
    assert.equal(team(one).canon.world_name, "Hushmere");
    assert.deepEqual(askedOf(one.state), ["A.ARCHITECT"]);
    const none = round(opening(), silent("ARCHITECT", "LOREKEEPER"));
    assert.deepEqual(results(none), ["unproposed"]);
    assert.equal(team(none).turns.length, 2);
    assert.deepEqual(askedOf(none.state), ["A.ARCHITECT"]);
  });

  it("has the engine object for a silent Contrarian, under its own name", () => {
    const frame = step(until("OBJECTION"), "table-A", () => null).frame;
    const [silence, objection] = team(frame).turns.slice(-2);
    assert.equal(silence!.output, null);
    assert.equal(silence!.cause, "attempts");
    assert.equal(objection!.by, "engine");
    assert.match(objection!.output!.content, /the engine raises/);
    assert.equal(verdictOfEngine(objection!.output!.content), null);
  });
  const verdictOfEngine = (content: string) => verdict(until("OBJECTION"), (own) => ({ ...own, content }));

  it("puts the proposal to the vote when the Synthesizer is silent, and counts a silent vote as an ABSTAIN", () => {
    const frame = round(opening(), (actor, at, dice) =>
      tableOf(at, actor).asked!.turn_type === "RESOLUTION" ||
      (tableOf(at, actor).asked!.turn_type === "VOTE" && actor === "A.CONTRARIAN")
        ? null
        : plain()(actor, at, dice),
    );
    assert.deepEqual(results(frame), ["accepted"]);
    assert.equal(team(frame).canon.world_name, "Hushmere");
  });
});

describe("the crystallization", () => {
  const short = { rounds: { FOUNDATION: 1, LANDMARKS: 1, TENSION: 1, CRYSTALLIZATION: 1 }, pictures: false };
  const at = (): Frame<Sprint> => {
    let frame = opening(short);
    while (frame.state.teams.A.phase !== "CRYSTALLIZATION") {
      const { phase } = frame.state.teams.A;
      const patch: CanonPatch =
        phase === "FOUNDATION"
          ? LOGIC
          : phase === "LANDMARKS"
            ? [{ op: "add", path: "/landmarks/-", value: landmark("The Stair") }]
            : [{ op: "add", path: "/tension", value: { conflict: "c", stakes: "s", visual_manifestation: "v" } }];
      frame = round(frame, plain({}, patch));
    }
    return frame;
  };
  const hero: CanonPatch = [{ op: "replace", path: "/hero_image_description", value: "A bell under a coat." }];
  const finish = (from: Frame<Sprint>, answer: Answer): Frame<Sprint> => {
    let frame = from;
    while (askedOf(frame.state).some((who) => who.startsWith("A."))) frame = step(frame, "table-A", answer).frame;
    return frame;
  };

  it("[W4] survives a dissent: all vote once more, on the motion with the dissenter's patch", () => {
    const amend = {
      vote: "AMEND" as const,
      canon_patch: [{ op: "replace" as const, path: "/world_name" as const, value: "Loudmere" }],
    };
    const frame = finish(at(), (actor, now, dice) =>
      tableOf(now, actor).asked!.stage === "vote"
        ? plain({ LOREKEEPER: amend }, hero)(actor, now, dice)
        : plain({}, hero)(actor, now, dice),
    );
    const turns = frame.state.teams.A.turns.filter(({ phase }) => phase === "CRYSTALLIZATION");
    assert.equal(turns.filter(({ turn_type }) => turn_type === "VOTE").length, 8);
    assert.deepEqual(
      turns.slice(-9).map(({ turn_type, by }) => `${turn_type}${by === "engine" ? " engine" : ""}`),
      [...Array.from({ length: 8 }, () => "VOTE"), "RESOLUTION engine"],
    );
    assert.deepEqual(
      turns.flatMap(({ result }) => result ?? []),
      ["revote", "carried", "completed"],
    );
    assert.equal(frame.state.teams.A.canon.world_name, "Loudmere");
    assert.equal(frame.state.teams.A.canon.hero_image_description, "A bell under a coat.");
  });

  it("lands nothing where the second vote has no majority, and the engine completes the canon visibly", () => {
    const no = { vote: "REJECT" as const };
    const frame = finish(at(), plain({ ARCHITECT: no, CONTRARIAN: no }, hero));
    const { turns, canon, stage } = frame.state.teams.A;
    assert.deepEqual(
      turns.slice(-9).flatMap(({ result }) => result ?? []),
      ["revote", "failed", "completed"],
    );
    assert.equal(stage, "prompts");
    const last = turns.at(-1)!;
    assert.equal(last.by, "engine");
    assert.match(last.output!.content, /the engine completes it/);
    assert.notEqual(last.before, last.after);
    assert.equal(canon.landmarks.length, 3);
    assert.equal(canon.landmarks[0]!.name, "The Stair");
    assert.notEqual(canon.hero_image_description, "A bell under a coat.");
  });
});
