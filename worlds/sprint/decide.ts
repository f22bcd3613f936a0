// What an admitted answer brings about: turns with the votes counted and the canon hashed, packs, pictures, verdicts, the sealing.
import { type ActionOf, type Cause, canonical, type Dice, type Hash, type World } from "@orrery/kernel";
import { canonHash } from "./canon.ts";
import { completion, completionOf, standingObjection } from "./engine.ts";
import { entryFor, wantedPictures } from "./entries.ts";
import { mappingOf } from "./judging.ts";
import { promptOf } from "./pack.ts";
import { patchProblem } from "./patch.ts";
import {
  advance,
  askedTurns,
  ballotOf,
  ballotsOf,
  endsDeliberation,
  landPatch,
  motionOf,
  proposalOf,
} from "./protocol.ts";
import { ROLES, seatOf, TEAMS, type Team } from "./settings.ts";
import type {
  AskedTurn,
  actions,
  Result,
  Seal,
  Sprint,
  SprintEvent,
  SprintState,
  TeamState,
  TurnRecord,
} from "./shape.ts";
import { EDITION } from "./sketch/edition.ts";
import { sketchOf } from "./sketch/index.ts";
import type { CanonPatch, TurnOutput } from "./turn.ts";
import { carries, ratify, riderOf, tally } from "./votes.ts";

type Actions = typeof actions;

export const decide: World<Sprint>["decide"] = {
  speak: (state, { actorId, metadata: { output, scripted } }, dice) =>
    takeTurn(state, actorId, { output, by: scripted ? "scripted" : "seat" }, (text) => dice.hash(text)),
  forfeit: (state, { actorId, metadata: { cause } }, dice) =>
    takeTurn(state, actorId, { output: null, by: "seat", cause }, (text) => dice.hash(text)),
  compose: (_, { metadata: { team, pack, scripted } }) => [
    { type: "composed", team, pack, scripted: scripted === true },
  ],
  paint: (state, action, dice) => [paintEvent(state, action, dice)],
  score: (state, { actorId, metadata: { scores } }) => {
    const { order } = entryFor(state, actorId)!;
    const verdict = { judge: actorId, order, scores: { "entry-1": scores["entry-1"]!, "entry-2": scores["entry-2"]! } };
    return [{ type: "judged", verdict }];
  },
};

/** What was said, before it has an id and its hashes. */
interface SpokenTurn extends Pick<TurnRecord, "output" | "by"> {
  readonly cause?: Cause;
}

/** A turn and what the engine adds to it: an objection that nobody gave, or the completion of the canon. */
function takeTurn(state: SprintState, actor: string, said: SpokenTurn, hash: (text: string) => Hash): SprintEvent[] {
  const { team, role } = seatOf(actor)!;
  const before = state.teams[team];
  const asked = askedTurns(before).find((one) => one.role === role)!;
  const { result, landed } = consequence(before, asked, said.output);
  const events = [turnEvent(before, team, asked, said, landed, result, hash)];
  let after = advance(before, state.settings, events[0]!.turn, landed);
  const add = (next: SpokenTurn, at: AskedTurn, patch: CanonPatch, why?: Result) => {
    const event = turnEvent({ ...after, phase: before.phase, round: before.round }, team, at, next, patch, why, hash);
    events.push(event);
    after = advance(after, state.settings, event.turn, patch);
  };
  if (asked.turn_type === "OBJECTION" && said.output === null)
    add({ output: standingObjection(after, state.challenge), by: "engine" }, asked, []);
  if (result !== undefined && endsDeliberation(before, state.settings, result)) {
    const patch = completionOf(after.canon, state.challenge);
    const ending: AskedTurn = { role: "SYNTHESIZER", turn_type: "RESOLUTION", stage: asked.stage };
    if (patch.length > 0)
      add({ output: completion(after, state.challenge, patch), by: "engine" }, ending, patch, "completed");
  }
  return events;
}

function turnEvent(
  team: TeamState,
  name: Team,
  { role, turn_type }: AskedTurn,
  said: SpokenTurn,
  landed: CanonPatch,
  result: Result | undefined,
  hash: (text: string) => Hash,
): Extract<SprintEvent, { type: "turned" }> {
  const turn = {
    id: `evt_${name}_${String(team.turns.length + 1).padStart(4, "0")}`,
    phase: team.phase,
    round: team.round,
    role,
    turn_type,
    ...said,
    before: team.hash,
    ...(result === undefined ? {} : { result }),
  };
  const after = landed.length === 0 ? team.hash : canonHash(hash, landPatch(team.canon, landed));
  return { type: "turned", team: name, turn: { ...turn, after }, landed };
}

/** What a turn decides, and what of it lands. Most turns decide nothing. */
function consequence(
  team: TeamState,
  { stage, role }: AskedTurn,
  output: TurnOutput | null,
): { result?: Result; landed: CanonPatch } {
  switch (stage) {
    case "second_proposal":
      return output ? NOTHING : { result: "unproposed", landed: [] };
    case "tiebreak":
      return landing(team, "tiebreak", output ? output.canon_patch : (proposalOf(team)!.output?.canon_patch ?? []));
    case "vote":
    case "revote": {
      const ballots = [...ballotsOf(team, stage === "revote"), ballotOf({ role, output })];
      return ballots.length < ROLES.length ? NOTHING : countBallots(team, stage, ballots);
    }
    default:
      return NOTHING;
  }
}
const NOTHING = { landed: [] } as const;

function countBallots(team: TeamState, stage: "vote" | "revote", ballots: Parameters<typeof tally>[0]) {
  const motion = motionOf(team);
  if (stage === "revote") {
    const rider = riderOf(ballotsOf(team, false));
    return carries(ballots)
      ? landing(team, "carried", [...motion, ...rider])
      : { result: "failed" as const, landed: [] };
  }
  if (team.phase === "CRYSTALLIZATION") {
    const first = ratify(ballots);
    return first.result === "accepted" ? landing(team, "accepted", motion) : { result: first.result, landed: [] };
  }
  const come = tally(ballots);
  switch (come.result) {
    case "accepted":
      return landing(team, "accepted", motion);
    case "amended":
      return landing(team, "amended", [...motion, ...come.patch]);
    default:
      return { result: come.result, landed: [] };
  }
}

/** A god may have changed the canon since a patch was tried: what does not fit any more lands nothing, and says so. */
const landing = (team: TeamState, result: Result, patch: CanonPatch): { result: Result; landed: CanonPatch } =>
  patch.length > 0 && patchProblem(team.canon, patch) !== null
    ? { result: "inapplicable", landed: [] }
    : { result, landed: patch };

function paintEvent(state: SprintState, { metadata }: ActionOf<"paint", Actions["paint"]>, dice: Dice): SprintEvent {
  const { team, picture, hash, media_type } = metadata;
  if (hash !== undefined && media_type !== undefined)
    return { type: "painted", team, picture, made: { hash, media_type, sketch: false } };
  const svg = sketchOf(promptOf(state.teams[team].pack!.pack, picture), picture, EDITION);
  const made = { hash: dice.hash(svg), media_type: "image/svg+xml", sketch: true, edition: EDITION };
  return { type: "painted", team, picture, made };
}

/** Once both teams are done, their entries are shuffled under labels and the mapping is committed to. */
export function settle(state: SprintState, dice: Dice): readonly SprintEvent[] {
  if (state.seal || TEAMS.some((team) => state.teams[team].stage !== "done" || wantedPictures(state, team).length > 0))
    return [];
  const [a, b] = dice.joint("sprint: labels").shuffle("order", TEAMS) as [Team, Team];
  const joint = dice.joint("sprint: salt");
  const salt = Array.from({ length: 8 }, () => joint.int("salt", 0, 0xffff_ffff).toString(16).padStart(8, "0")).join(
    "",
  );
  const seal: Seal = { order: [a, b], salt, commitment: commitmentOf((text) => dice.hash(text), [a, b], salt) };
  return [{ type: "sealed", seal }];
}

/** `sha256:` of the RFC 8785 text of `{mapping, salt}`. */
const commitmentOf = (hash: (text: string) => Hash, order: Seal["order"], salt: string): string =>
  `sha256:${hash(canonical({ mapping: mappingOf(order), salt }))}`;

export const godDecide: NonNullable<World<Sprint>["god"]>["decide"] = {
  unseal({ seal, verdicts, unsealed }) {
    if (unsealed) return refusedGod("already_unsealed", "The mapping is open already.");
    const isJudged = verdicts.some(({ judge }) => verdicts.filter((one) => one.judge === judge).length === 2);
    if (!seal || !isJudged) return refusedGod("no_verdict", "There is no verdict yet, so the mapping stays sealed.");
    const { order, salt, commitment } = seal;
    return [{ type: "unsealed", mapping: mappingOf(order), salt, commitment }];
  },
};
const refusedGod = <R extends "already_unsealed" | "no_verdict">(reason: R, message: string) => ({ reason, message });
