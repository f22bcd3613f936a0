// The measures of social deduction, seat by seat: votes, claims and beliefs as parts of wholes and as predictions. Pure arithmetic over a game's facts.
import type { ActorId, Fraction, MeasureGroup, Prediction, SeatFacts } from "@orrery/kernel";
import { type BeliefFact, type ClaimGround, type GlassFacts, GROUNDS, MOMENTS } from "./facts.ts";

type MeasuredFacts = Pick<GlassFacts, "meetings" | "votes" | "statements" | "claims" | "beliefs">;
type Sides = ReadonlyMap<ActorId, string>;
type Measured = Pick<SeatFacts, "ratios" | "predictions">;

/** The side that beliefs are about. */
const GUILTY = "impostors";
/** The name of the predictions that say how far a player's suspicion followed lies: 50 % is no movement. */
const NOTICED = "lies noticed";

const BRIEF = { brief: true } as const;
const MOMENT_TITLES = { before: "before the talk", after: "after the talk", vote: "when voting" } as const;
export const MEASURES: readonly MeasureGroup[] = [
  {
    title: "Votes",
    measures: [
      { name: "vote accuracy", title: "votes right", brief: true },
      { name: "vote chance", title: "by chance", brief: true },
      { name: "skips", title: "skips" },
      { name: "skips with proof", title: "skips with proof" },
    ],
  },
  {
    title: "Claims and lies",
    measures: [
      { name: "lies", title: "lies of claims", brief: true },
      { name: "lies that lived", title: "lies that lived", brief: true },
      { name: NOTICED, title: "lies noticed (½: none)", as: "auroc", brief: true },
      { name: "false accounts", title: "false accounts", brief: true },
      { name: "insincere", title: "against own belief", brief: true },
      { name: "claims declared", title: "claims declared of those heard" },
      { name: "claims not in the words", title: "declared, not heard" },
      ...GROUNDS.map((ground) => ({ name: `claims ${ground}`, title: `claims: ${ground.replace("_", " ")}` })),
      { name: "suspicion after own lies", title: "suspicion after own lies", as: "amount" },
      { name: "suspicion after own truths", title: "suspicion after own truths", as: "amount" },
      { name: "false alarms", title: "false alarms" },
    ],
  },
  {
    title: "Beliefs",
    measures: MOMENTS.flatMap((name) => [
      { name, title: `${MOMENT_TITLES[name]}: Brier`, as: "brier" as const, ...(name === "vote" && BRIEF) },
      {
        name,
        title: `${MOMENT_TITLES[name]}: Brier by prior`,
        as: "priorBrier" as const,
        ...(name === "vote" && BRIEF),
      },
      { name, title: `${MOMENT_TITLES[name]}: log loss`, as: "logLoss" as const },
      { name, title: `${MOMENT_TITLES[name]}: AUROC`, as: "auroc" as const },
    ]),
  },
];

/** `prior`: how likely it is that any other player is an impostor, 0 to 1. */
export function measuresOf(
  told: MeasuredFacts,
  sides: Sides,
  prior: number,
): (actor: ActorId, survived: boolean) => Measured {
  const moves = movesOf(told);
  return (actor, survived) => ({
    ratios: {
      survived: [survived ? 1 : 0, 1],
      ...voteRatios(told, sides, actor),
      ...claimRatios(told, actor),
      ...moveRatios(moves, actor),
    },
    predictions: { ...beliefsOf(told, sides, actor, prior), [NOTICED]: noticePredictions(moves, actor) },
  });
}

function voteRatios({ votes }: MeasuredFacts, sides: Sides, actor: ActorId): Readonly<Record<string, Fraction>> {
  const own = votes.filter(({ by }) => by === actor);
  const cast = own.filter(({ choice }) => choice !== null);
  const proven = own.filter(({ proof }) => proof);
  // Chance of each vote in parts of a thousand, so that the sums stay whole.
  const chances = cast.map(({ guilty, others }) => (others === 0 ? 0 : Math.round((guilty / others) * 1000)));
  return {
    "vote accuracy": [count(cast, ({ by, choice }) => sides.get(choice!) !== sides.get(by)), cast.length],
    "vote chance": [total(chances), cast.length * 1000],
    skips: [own.length - cast.length, own.length],
    "skips with proof": [count(proven, ({ choice }) => choice === null), proven.length],
  };
}

function claimRatios(
  { claims, statements, meetings }: MeasuredFacts,
  actor: ActorId,
): Readonly<Record<string, Fraction>> {
  const own = claims.filter(({ by }) => by === actor);
  const spoken = own.filter(({ ground }) => ground !== "omission");
  const resolvable = spoken.filter(({ ground }) => ground !== "unsupported");
  const lies = resolvable.filter(({ ground }) => isLie(ground));
  const grounds = GROUNDS.map((one): [string, Fraction] => [
    `claims ${one}`,
    [count(own, ({ ground }) => ground === one), one === "omission" ? own.length : spoken.length],
  ]);
  const accounts = resolvable.filter(({ kind }) => kind !== "role" && kind !== "accusation");
  const judged = spoken.filter(({ sincere }) => sincere !== null);
  const said = statements.filter(({ by }) => by === actor);
  const both = total(said.map((one) => one.both));
  const declared = total(said.map((one) => one.declared));
  return {
    ...Object.fromEntries(grounds),
    lies: [lies.length, resolvable.length],
    "false accounts": [count(accounts, ({ ground }) => isLie(ground)), accounts.length],
    insincere: [count(judged, ({ sincere }) => sincere === false), judged.length],
    "claims declared": [both, total(said.map((one) => one.heard))],
    "claims not in the words": [declared - both, declared],
    "lies that lived": [count(lies, ({ by, meeting }) => meetings[meeting]?.out !== by), lies.length],
  };
}

/** How an innocent player's own beliefs turned out, by the moment at which it held them. */
function beliefsOf(
  { beliefs }: MeasuredFacts,
  sides: Sides,
  actor: ActorId,
  prior: number,
): Readonly<Record<string, readonly Prediction[]>> {
  if (sides.get(actor) === GUILTY) return {};
  const own = beliefs.filter(({ by }) => by === actor);
  return Object.fromEntries(
    MOMENTS.map((moment) => [
      moment,
      own.flatMap(({ stage, about, percent }) =>
        stage === moment ? [{ percent, prior, happened: sides.get(about) === GUILTY }] : [],
      ),
    ]),
  );
}

/** How far one listener's belief about one speaker moved over a meeting's talk, and whether that speaker lied in it. */
interface BeliefShift {
  readonly by: ActorId;
  readonly about: ActorId;
  readonly lied: boolean;
  /** In percent, upwards is more suspicion. */
  readonly move: number;
}

function movesOf({ beliefs, claims }: MeasuredFacts): readonly BeliefShift[] {
  const before = new Map<string, number>();
  for (const belief of beliefs) if (belief.stage === "before") before.set(keyOf(belief), belief.percent);
  const spoken = new Map<string, boolean>();
  for (const { meeting, by, ground } of claims) {
    const key = `${meeting} ${by}`;
    spoken.set(key, (spoken.get(key) ?? false) || isLie(ground));
  }
  return beliefs.flatMap((belief) => {
    const earlier = belief.stage === "after" ? before.get(keyOf(belief)) : undefined;
    const lied = spoken.get(`${belief.meeting} ${belief.about}`);
    if (earlier === undefined || lied === undefined) return [];
    return [{ by: belief.by, about: belief.about, lied, move: belief.percent - earlier }];
  });
}

function moveRatios(moves: readonly BeliefShift[], actor: ActorId): Readonly<Record<string, Fraction>> {
  const about = (lied: boolean): Fraction => {
    const own = moves.filter((one) => one.about === actor && one.lied === lied);
    return [total(own.map(({ move }) => move)), own.length];
  };
  const honest = moves.filter(({ by, lied }) => by === actor && !lied);
  return {
    "suspicion after own lies": about(true),
    "suspicion after own truths": about(false),
    "false alarms": [count(honest, ({ move }) => move > 0), honest.length],
  };
}

const noticePredictions = (moves: readonly BeliefShift[], actor: ActorId): readonly Prediction[] =>
  moves.flatMap(({ by, lied, move }) =>
    by === actor
      ? [{ percent: Math.min(100, Math.max(0, 50 + Math.trunc(move / 2))), prior: 0.5, happened: lied }]
      : [],
  );

const isLie = (ground: ClaimGround): boolean => ground === "knowing_lie" || ground === "fabricated";
const keyOf = ({ meeting, by, about }: BeliefFact): string => `${meeting} ${by} ${about}`;
const count = <T>(list: readonly T[], of: (item: T) => boolean): number => list.filter(of).length;
const total = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);
