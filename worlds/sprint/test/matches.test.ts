// Whole matches: by scripted seats over many seeds, with every single turn broken once, judged and unsealed a thousand times.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, decideGod, type Frame, keyedDice } from "@orrery/kernel";
import { sha256 } from "@orrery/kernel/testing";
import { composePack } from "../bots/engineer.ts";
import { deltasIn, objectionsIn } from "../discourse.ts";
import { entryOf } from "../entries.ts";
import {
  applyPatch,
  type Canon,
  canonHash,
  finalProblems,
  LABELS,
  OPENING,
  PICTURES,
  packProblem,
  promptOf,
  type Sprint,
  type SprintEvent,
  type SprintState,
  sprint,
  TEAMS,
  type Team,
} from "../index.ts";
import { judgementOf, weightedMark } from "../judging.ts";
import { BIOMES } from "../lore/biomes.ts";
import { PEOPLES } from "../lore/peoples.ts";
import { TWISTS } from "../lore/twists.ts";
import { EDITION } from "../sketch/edition.ts";
import { sketchOf } from "../sketch/index.ts";
import { type Answer, askedOf, engine, match, opening, scriptedAnswer, speak, step, tableOf } from "./stage.ts";

const LONG = process.env["ORRERY_LONG"] === "1";
const SEEDS = LONG ? 1_000 : 24;
const base = process.env["ORRERY_SEED"] ?? "m";

const stateOf = (seed: string, config: Parameters<typeof match>[1] = { pictures: false }): SprintState => {
  const played = match(seed, config);
  assert.notEqual(played.outcome, null, `${seed} did not end`);
  const refused = played.commits.flatMap(({ draft }) => draft.validation.filter(({ success }) => !success));
  assert.deepEqual(refused, [], `${seed}: a scripted turn was refused`);
  return played.frame.state;
};

/** Without ids, names, quotes and the labelled lines of an objection, which quote the lore. */
const sentencesOf = (content: string): readonly string[] =>
  content
    .replaceAll(/^(Breaks|Where|Settle):.*$/gm, "")
    .replaceAll(/“[^”]*”|\*\*[^*]*\*\*|evt_[AB]_\d+/g, "…")
    .split(/(?<=[.?!])\s+|\n/)
    .filter((sentence) => sentence.length > 12);

describe("scripted matches", () => {
  const states = Array.from({ length: SEEDS }, (_, i) =>
    stateOf(`${base}${i}`, { tier: ((i % 3) + 1) as 1 | 2 | 3, pictures: false }),
  );
  const turns = states.flatMap(({ teams }) => TEAMS.flatMap((team) => teams[team].turns));

  it("end with two different canons that are final, and seldom need the engine", () => {
    for (const { teams } of states) {
      assert.notDeepEqual(teams.A.canon, teams.B.canon);
      for (const team of TEAMS) assert.deepEqual(finalProblems(teams[team].canon), []);
    }
    const completed = turns.filter(({ result }) => result === "completed").length;
    assert.ok(
      completed <= states.length / 10,
      `${completed} of ${states.length * 2} canons were completed by the engine`,
    );
  });

  it("meet every outcome of a vote", (test) => {
    const results = turns.flatMap(({ result }) => result ?? []);
    const seen = new Set(results);
    const counts = Object.entries(Object.groupBy(results, (one) => one)).map(([one, all]) => `${one} ${all.length}`);
    test.diagnostic(`${states.length} matches, ${turns.length} turns: ${counts.sort().join(", ")}`);
    const wanted = ["accepted", "amended", "dropped", "deadlock", "tiebreak", "revote", "carried", "failed"];
    for (const one of [...wanted, "completed"]) assert.ok(seen.has(one as never), `${one} never occurred`);
  });

  it("say that they are scripted, and abstain by forfeit alone", () => {
    for (const { by, output } of turns) {
      if (by !== "engine") assert.equal(by, "scripted");
      assert.notEqual(output, null);
    }
  });

  it("object with substance, answer with patches or deltas, and hardly repeat themselves", () => {
    for (const { turn_type, output } of turns) {
      if (turn_type === "OBJECTION") assert.equal(objectionsIn(output!.content).length, 1);
      if (turn_type === "RESPONSE") assert.ok(output!.canon_patch.length > 0 || deltasIn(output!.content).length >= 2);
    }
    for (const { teams } of states)
      for (const team of TEAMS) {
        const said = teams[team].turns.flatMap(({ turn_type, output }) =>
          turn_type === "VOTE" ? [] : [output!.content],
        );
        assert.equal(new Set(said).size, said.length, "two turns of one team are word for word the same");
        const aims = teams[team].turns.flatMap(({ turn_type, output }) =>
          turn_type === "OBJECTION" ? objectionsIn(output!.content).map(({ breaks, where }) => breaks + where) : [],
        );
        assert.ok(new Set(aims).size >= aims.length - 1, "the same objection was raised again and again");
      }
  });

  it("say most sentences once, and none in every match", () => {
    const sayers = new Map<string, number>();
    let [said, again] = [0, 0];
    for (const { teams } of states)
      for (const team of TEAMS) {
        const own = teams[team].turns.flatMap(({ output }) => sentencesOf(output!.content));
        const once = new Set(own);
        said += own.length;
        again += own.length - once.size;
        for (const sentence of once) sayers.set(sentence, (sayers.get(sentence) ?? 0) + 1);
      }
    assert.ok(again < said / 50, `${again} of ${said} sentences were said before by the same team`);
    const canned = [...sayers].filter(([, teams]) => teams > states.length * TEAMS.length * 0.85);
    assert.deepEqual(canned, [], "sentences that nearly every team says");
  });

  it("fill a gap with something else than what was dropped", () => {
    for (const { teams } of states)
      for (const team of TEAMS) {
        const laws = teams[team].turns.flatMap(({ turn_type, phase, round, output }) =>
          turn_type === "PROPOSAL" && phase === "FOUNDATION" && round <= 2
            ? output!.canon_patch.flatMap((one) =>
                one.path === "/governing_logic" && "value" in one ? [one.value as string] : [],
              )
            : [],
        );
        assert.equal(new Set(laws).size, laws.length, "the law that was dropped came again");
      }
  });

  it("name the law, the place and the people of their challenge, and leave no slot open", () => {
    for (const { teams, challenge } of states)
      for (const team of TEAMS) {
        const text = JSON.stringify(teams[team].canon);
        assert.doesNotMatch(text, /[{]\w+[}]|undefined|\s\s|\.\./);
        const { twist, biome, people } = {
          twist: TWISTS.find((one) => one.text === challenge.twist_constraint)!,
          biome: BIOMES.find((one) => one.text === challenge.biome)!,
          people: PEOPLES.find((one) => one.text === challenge.inhabitants)!,
        };
        // An agent shows what it was given; the engine, which completes what agents left open, says it in the challenge's words.
        const isCompleted = teams[team].turns.some(({ result }) => result === "completed");
        const names = (shown: readonly string[], given: string) =>
          assert.ok(
            [...shown, ...(isCompleted ? [given] : [])].some((words) => text.includes(words)),
            text,
          );
        names([biome.place.replace("the ", ""), biome.ground], biome.text);
        if (!teams[team].turns.some(({ result }) => result === "failed")) names([people.mark], people.text);
        names(twist.moods, twist.text);
      }
  });

  it("land only what the transcript says, hash by hash", () => {
    for (const { teams } of states.slice(0, 10))
      for (const team of TEAMS) {
        let hash = canonHash(sha256, OPENING);
        for (const { before, after } of teams[team].turns) {
          assert.equal(before, hash);
          hash = after;
        }
        assert.equal(hash, canonHash(sha256, teams[team].canon));
      }
  });

  it("give packs that cover their canon, and pictures of which no two are the same", () => {
    const pictures = new Set<string>();
    let count = 0;
    for (const { teams } of states.slice(0, 12))
      for (const team of TEAMS) {
        const { canon } = teams[team];
        const pack = composePack(canon);
        assert.equal(packProblem(pack, canon), null);
        assert.deepEqual(composePack(canon), pack);
        for (const key of PICTURES) {
          const svg = sketchOf(promptOf(pack, key), key, EDITION);
          assert.equal(sketchOf(promptOf(pack, key), key, EDITION), svg);
          assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
          assert.match(svg, /sketch, drawn from the prompt without a model/);
          pictures.add(svg);
          count++;
        }
      }
    assert.equal(pictures.size, count);
  });

  it("never run out of words, however many rounds are asked for", () => {
    const rounds = { FOUNDATION: 12, LANDMARKS: 12, TENSION: 24, CRYSTALLIZATION: 6 };
    for (const seed of ["long", "longer"]) {
      const { teams } = match(seed, { rounds, prompts: false }).frame.state;
      for (const team of TEAMS) {
        assert.ok(teams[team].turns.length > 450, `${teams[team].turns.length} turns`);
        assert.deepEqual(finalProblems(teams[team].canon), []);
      }
    }
  });

  it("repeat with the same seed, and differ with another", () => {
    assert.equal(match("same").truth, match("same").truth);
    assert.notEqual(match("same").truth, match("other").truth);
  });
});

describe("a match with every turn broken once", () => {
  /** A way to spoil the turn that is due. Null is silence. */
  const WAYS: Readonly<Record<string, Answer>> = {
    silence: () => null,
    schema: (actor) => speak(actor, { speaker_role: "NOBODY", content: 7 }),
    patch: (actor, frame, dice) => {
      const own = scriptedAnswer(actor, frame, dice) as ReturnType<typeof speak> & { metadata: { output: object } };
      const patch = [{ op: "replace", path: "/landmarks/9/name", value: "x" }];
      return { ...own, metadata: { output: { ...own.metadata.output, canon_patch: patch } } };
    },
    rule: (actor, frame, dice) => {
      const own = scriptedAnswer(actor, frame, dice) as ReturnType<typeof speak> & { metadata: { output: object } };
      const wrong = tableOf(frame, actor).you.role === "ARCHITECT" ? "LOREKEEPER" : "ARCHITECT";
      return { ...own, metadata: { output: { ...own.metadata.output, speaker_role: wrong } } };
    },
  };
  const short = { pictures: false, rounds: { FOUNDATION: 1, LANDMARKS: 2, TENSION: 1, CRYSTALLIZATION: 1 } };
  /** Plays team A on from a frame; `broken` answers in the first window alone, or in all. */
  const play = (from: Frame<Sprint>, broken: Answer, all = false) => {
    const frames = [from];
    let refused = 0;
    while (askedOf(frames.at(-1)!.state).some((who) => who.startsWith("A."))) {
      const answer = all || frames.length === 1 ? broken : scriptedAnswer;
      const played = step(frames.at(-1)!, "table-A", answer, "broken");
      refused += played.refused.length;
      frames.push(played.frame);
      assert.ok(frames.length < 100, "the match does not end");
    }
    return { team: frames.at(-1)!.state.teams.A, frames, refused };
  };

  for (const [name, broken] of Object.entries(WAYS))
    it(`ends with a final canon: ${name}`, () => {
      const { frames } = play(opening(short, "broken"), scriptedAnswer);
      assert.ok(frames.length > 30);
      for (const [at, frame] of frames.slice(0, -1).entries()) {
        const { team, refused } = play(frame, broken);
        assert.deepEqual(finalProblems(team.canon), [], `window ${at}`);
        assert.ok(name === "silence" || refused > 0, `window ${at} was not broken`);
        assert.ok(team.turns.some(({ output, cause }) => output === null && cause === "attempts"));
      }
    });

  it("ends even if every turn is broken: the engine alone completes the canon", () => {
    for (const broken of Object.values(WAYS)) {
      const { team } = play(opening(short, "broken"), broken, true);
      assert.deepEqual(finalProblems(team.canon), []);
      assert.ok(team.turns.every(({ output, by }) => output === null || by === "engine"));
      assert.equal(team.turns.at(-1)!.result, "completed");
    }
  });
});

describe("sealing and judging", () => {
  const done = stateOf("sealed", {});

  it("[W9] reveals the right mapping over 1,000 seeds, and each order about as often", () => {
    const quiet = (team: Team) => ({ ...done.teams[team], turns: [] });
    const brief = { ...done, teams: { A: quiet("A"), B: quiet("B") } };
    const marks = { coherence: 3, ambition: 3, visual_fidelity: 3, artifact_quality: 3, process: 3 };
    const verdict = { judge: "judge", order: LABELS, scores: { "entry-1": marks, "entry-2": marks } };
    const verdicts = [verdict, verdict];
    let aFirst = 0;
    const salts = new Set<string>();
    for (let i = 0; i < 1_000; i++) {
      const dice = keyedDice(sha256, { seed: `${base}${i}`, salt: "0", lane: "table-A", depth: 1 }, "@settle");
      const [sealed] = sprint.settle({ ...brief, seal: null }, dice, "answers");
      assert.equal(sealed?.type, "sealed");
      const { seal } = sealed as Extract<SprintEvent, { type: "sealed" }>;
      const opened = sprint.god.decide.unseal({ ...brief, seal, verdicts }, { actorId: "god", type: "unseal" }, dice);
      const [event] = opened as readonly SprintEvent[];
      assert.equal(event?.type, "unsealed");
      const { mapping, salt } = event as Extract<SprintEvent, { type: "unsealed" }>;
      assert.equal(`sha256:${sha256(canonical({ mapping, salt }))}`, seal.commitment);
      for (const label of LABELS)
        assert.deepEqual(entryOf({ ...brief, seal }, label).canon, done.teams[mapping[label]].canon);
      if (mapping["entry-1"] === "A") aFirst++;
      // Shorter, or the same for two matches, and the commitment could be opened by trying.
      assert.match(salt, /^[0-9a-f]{64}$/);
      salts.add(salt);
    }
    assert.equal(salts.size, 1_000);
    assert.ok(aFirst > 430 && aFirst < 570, `${aFirst} of 1000`);
  });

  it("[W9] stays sealed before a verdict, and takes no marks for an entry that is not there", () => {
    const frame = { ...match("sealed", {}).frame };
    const refused = decideGod(engine, frame, { actorId: "god", type: "unseal" }, { seed: "x", salt: "0" });
    assert.equal((refused as { reason?: string }).reason, "no_verdict");
    const view = sprint.view(done, "judge");
    assert.equal(view.kind, "judge");
    const marks = { coherence: 3, ambition: 3, visual_fidelity: 3, artifact_quality: 3, process: 3 };
    const score = (scores: Record<string, typeof marks>) =>
      sprint.check.score(view, { actorId: "judge", type: "score", metadata: { scores } });
    assert.equal(score({ "entry-1": marks, "entry-3": marks })?.reason, "unknown_label");
    assert.equal(score({ "entry-1": marks })?.reason, "label_missing");
    assert.equal(score({ "entry-1": marks, "entry-2": marks }), null);
  });

  it("[W9] opens for a judge who has read both ways round, and once", () => {
    const marks = { coherence: 3, ambition: 3, visual_fidelity: 3, artifact_quality: 3, process: 3 };
    const by = (...judges: string[]): SprintState["verdicts"] =>
      judges.map((judge) => ({ judge, order: LABELS, scores: { "entry-1": marks, "entry-2": marks } }));
    const dice = keyedDice(sha256, { seed: "x", salt: "0", lane: "god", depth: 1 }, "@god");
    const unseal = (state: SprintState) =>
      sprint.god.decide.unseal(state, { actorId: "god", type: "unseal" }, dice) as { reason?: string };
    assert.equal(unseal({ ...done, verdicts: by("judge") }).reason, "no_verdict");
    assert.equal(unseal({ ...done, verdicts: by("judge", "judge-2") }).reason, "no_verdict");
    const verdicts = by("judge", "judge-2", "judge-2");
    assert.equal(unseal({ ...done, verdicts }).reason, undefined);
    assert.equal(unseal({ ...done, verdicts, unsealed: true }).reason, "already_unsealed");
  });

  it("[W10] shows judges no team, model or original id, even if an agent wrote them down", () => {
    const told = {
      ...done,
      teams: {
        ...done.teams,
        A: {
          ...done.teams.A,
          turns: done.teams.A.turns.map((turn) => ({
            ...turn,
            output: turn.output && {
              ...turn.output,
              content: `${turn.output.content} We of Team A, says A.ARCHITECT of ${turn.id}.`,
            },
          })),
        },
      },
    };
    for (const label of LABELS) {
      const text = JSON.stringify(entryOf(told, label));
      assert.doesNotMatch(text, /evt_|\bteam[ _-]?[AB]\b|\b[AB]\.[A-Z]{4}|scripted/i);
      assert.match(text, /ARCHITECT/);
      assert.match(text, /event-001/);
    }
  });

  it("[W10] tells no judge which team wrote an entry: with the teams changed over, all that a judge reads is the same", () => {
    const { A, B } = done.teams;
    const [first, second] = done.seal!.order;
    const other = { ...done, teams: { A: B, B: A }, seal: { ...done.seal!, order: [second, first] as const } };
    assert.deepEqual(sprint.view(other, "judge"), sprint.view(done, "judge"));
    assert.deepEqual(sprint.outcome(other), sprint.outcome(done));
    assert.equal(sprint.words.ending!(other), sprint.words.ending!(done));
    const asked = (state: SprintState) => sprint.asks(state).filter(({ to }) => to === "judge");
    assert.deepEqual(asked(other), asked(done));
  });

  it("[W11] weighs the marks, and both orders count", () => {
    const marks = { coherence: 5, ambition: 4, visual_fidelity: 3, artifact_quality: 2, process: 1 };
    assert.equal(weightedMark(marks), 3.2);
    const low = { coherence: 1, ambition: 1, visual_fidelity: 1, artifact_quality: 1, process: 1 };
    const verdicts = [
      { judge: "judge", order: ["entry-1", "entry-2"] as const, scores: { "entry-1": marks, "entry-2": low } },
      { judge: "judge", order: ["entry-2", "entry-1"] as const, scores: { "entry-1": low, "entry-2": low } },
    ];
    const { totals, weights } = judgementOf({ ...done, verdicts });
    assert.equal(
      Object.values(weights).reduce((sum, one) => sum + one, 0),
      100,
    );
    assert.equal(totals["entry-1"].mean, Math.round(((weightedMark(marks) + 1) / 2) * 1000) / 1000);
    assert.ok(totals["entry-1"].low < totals["entry-1"].mean && totals["entry-1"].mean < totals["entry-1"].high);
    assert.deepEqual(totals["entry-2"], { mean: 1, low: 1, high: 1 });
    // 3.2 and 1 spread far beyond the scale; a single verdict may lie anywhere on it.
    assert.deepEqual([totals["entry-1"].low, totals["entry-1"].high], [1, 5]);
    const single = judgementOf({ ...done, verdicts: verdicts.slice(0, 1) }).totals;
    assert.deepEqual(single["entry-1"], { mean: 3.2, low: 1, high: 5 });
  });

  it("asks each judge both ways round and then no more", () => {
    const orders = [0, 1, 2].map((n) => {
      const verdicts = Array.from({ length: n }, () => ({ judge: "judge", order: LABELS, scores: {} }));
      const view = sprint.view({ ...done, verdicts: verdicts as unknown as SprintState["verdicts"] }, "judge");
      return view.kind === "judge" ? view.entries.map(({ label }) => label) : null;
    });
    assert.deepEqual(orders, [["entry-1", "entry-2"], ["entry-2", "entry-1"], []]);
  });
});

describe("a contest", () => {
  it("compares words alone, places both teams by the rubric, and counts what each seat did", () => {
    const { contest } = sprint;
    const seats = contest.actors({}, (_, list) => [...list]).map((actor, i) => ({ actor, side: i < 4 ? "A" : "B" }));
    const config = contest.deal({ tier: 3 }, seats);
    const played = match("contest", config);
    const watch = contest.watch(played.opened.frame);
    assert.equal(watch.facts().results, null);
    const before = played.opened.frame;
    for (const { frame, draft } of played.commits) for (const event of draft.events) watch.see(before, event, frame);
    const { results, seats: facts } = watch.facts();
    assert.deepEqual(
      results!.map(({ side }) => side),
      ["A", "B"],
    );
    assert.ok(results!.some(({ place }) => place === 1));
    assert.ok(results!.every(({ score }) => score! > 0 && score! < 500));
    assert.equal(facts.length, 8);
    for (const { ratios, counts } of facts) {
      assert.deepEqual(ratios["taken"], [counts["turns"], counts["turns"]]);
      assert.equal(counts["forfeits"], 0);
    }
    assert.equal(played.frame.state.teams.A.pack, null);
    assert.equal(played.frame.state.teams.A.stage, "done");
  });
});

describe("patches", () => {
  it("leave untouched fields and the tried canon unchanged", () => {
    const { canon } = stateOf("pure").teams.A;
    const before = canonical(canon);
    const done = applyPatch(canon, [{ op: "replace", path: "/landmarks/1/name", value: "Elsewhere" }]);
    assert.ok(done.ok);
    assert.equal(canonical(canon), before);
    assert.equal((done.canon as Canon).landmarks[1]!.name, "Elsewhere");
    assert.equal(done.canon.landmarks[0], canon.landmarks[0]);
  });

  it("apply wholly or not at all", () => {
    const done = applyPatch(OPENING, [
      { op: "replace", path: "/world_name", value: "x" },
      { op: "remove", path: "/landmarks/0" },
    ]);
    assert.deepEqual(done, { ok: false, index: 1, path: "/landmarks/0", why: "the list is empty" });
  });
});
