// What one entrant did on one side, over all its games: sums that grow game by game, each seed one cluster, and no list of games.
import { type BeliefFact, type Cause, type GameFacts, GROUNDS, type Ground, STAGES, type Stage } from "@orrery/kernel";
import { Predictions } from "./beliefs.ts";
import type { Effort } from "./game.ts";
import type { Spent } from "./spent.ts";
import { type Mean, Ratio, type Share } from "./statistics.ts";

/** One seat of one game, as its entrant's measures take it. */
export interface Played {
  readonly actor: string;
  readonly side: string;
}

export class Measures {
  readonly #won = new Ratio();
  readonly #ratios = new Map<string, Ratio>();
  /** Seats in all games: what is counted by the game is a part of these. */
  readonly #seats = new Ratio();
  readonly #perGame = new Map<string, { readonly ratio: Ratio; readonly unit: number }>();
  readonly #counted = new Set<string>();
  readonly #beliefs = new Map<Stage, Predictions>(STAGES.map((stage) => [stage, new Predictions()]));
  readonly #detection = new Predictions();

  /** One game in which the entrant had these seats of one side. `won` is 1, 0, or ½ for a draw; `cluster` is the same for games of one seed. */
  add(
    cluster: number,
    facts: GameFacts,
    seats: readonly Played[],
    guilty: string,
    won: number,
    efforts: Readonly<Record<string, Effort>>,
  ): void {
    const mine = new Set(seats.map(({ actor }) => actor));
    const sideOf = new Map(facts.seats.map(({ actor, side }) => [actor, side]));
    this.#won.add(cluster, won, 1);
    const ratio = (name: string, part: number, whole: number) => this.#ratio(cluster, name, part, whole);
    const own = facts.seats.filter(({ actor }) => mine.has(actor));
    ratio(
      "survived",
      count(own, ({ survived }) => survived),
      own.length,
    );
    this.#seats.add(cluster, own.length, own.length);
    const each = (name: string, part: number, unit = 1) => {
      const known = this.#perGame.get(name) ?? { ratio: new Ratio(), unit };
      known.ratio.add(cluster, part, own.length * unit);
      this.#perGame.set(name, known);
    };
    for (const name of new Set(own.flatMap(({ counts }) => Object.keys(counts)))) {
      this.#counted.add(name);
      each(
        name,
        total(own, ({ counts }) => counts[name] ?? 0),
      );
    }

    const votes = facts.votes.filter(({ by }) => mine.has(by));
    const cast = votes.filter(({ choice }) => choice !== null);
    ratio(
      "vote accuracy",
      count(cast, ({ by, choice }) => sideOf.get(choice!) !== sideOf.get(by)),
      cast.length,
    );
    // Chance of each vote in parts of a thousand, so that the sums stay whole.
    const chances = cast.map(({ guilty, others }) => (others === 0 ? 0 : Math.round((guilty / others) * 1000)));
    ratio(
      "vote chance",
      total(chances, (chance) => chance),
      cast.length * 1000,
    );
    ratio("skips", votes.length - cast.length, votes.length);
    const proven = votes.filter(({ proof }) => proof);
    ratio(
      "skips with proof",
      count(proven, ({ choice }) => choice === null),
      proven.length,
    );

    const claims = facts.claims.filter(({ by }) => mine.has(by));
    for (const ground of GROUNDS)
      ratio(
        `claims ${ground}`,
        count(claims, (claim) => claim.ground === ground),
        claims.length,
      );
    const resolvable = claims.filter(({ ground }) => ground !== "unsupported");
    const lies = resolvable.filter(({ ground }) => isLie(ground));
    ratio("lies", lies.length, resolvable.length);
    ratio(
      "lies that lived",
      count(lies, ({ by, meeting }) => facts.meetings[meeting]?.out !== by),
      lies.length,
    );

    this.#believe(cluster, facts, mine, sideOf, guilty);
    this.#moved(cluster, facts, mine);

    const done = own.flatMap(({ actor }) => efforts[actor] ?? []);
    const asked = total(done, (effort) => effort.asked);
    ratio(
      "invalid answers",
      total(done, ({ invalid }) => invalid),
      asked,
    );
    ratio(
      "fallbacks",
      total(done, ({ fallbacks }) => total(Object.values(fallbacks), (n) => n)),
      asked,
    );
    for (const cause of new Set(done.flatMap(({ fallbacks }) => Object.keys(fallbacks) as Cause[])))
      ratio(
        `fallbacks: ${cause}`,
        total(done, ({ fallbacks }) => fallbacks[cause] ?? 0),
        asked,
      );
    each("asked", asked);
    const used = (of: (spent: Spent) => number) => total(done, ({ spent }) => of(spent));
    if (used(({ calls }) => calls) === 0) return;
    each(
      "model calls",
      used(({ calls }) => calls),
    );
    each(
      "tokens",
      used(({ tokens }) => tokens),
    );
    each(
      "tokens cached",
      used(({ cached }) => cached),
    );
    each(
      "tokens written",
      used(({ output }) => output),
    );
    each(
      "dollars",
      used(({ microdollars }) => microdollars),
      1_000_000,
    );
    each(
      "calls without a price",
      used(({ unpriced }) => unpriced),
    );
    ratio(
      "milliseconds a call",
      used(({ ms }) => ms),
      used(({ calls }) => calls),
    );
  }

  /** How this entrant's own beliefs turned out. */
  #believe(
    cluster: number,
    facts: GameFacts,
    mine: ReadonlySet<string>,
    sideOf: ReadonlyMap<string, string>,
    guilty: string,
  ): void {
    const own = facts.beliefs.filter(({ by }) => mine.has(by) && sideOf.get(by) !== guilty);
    for (const stage of STAGES)
      this.#beliefs.get(stage)!.add(
        cluster,
        own.flatMap((one) => (one.stage === stage ? [[one.percent, sideOf.get(one.about) === guilty] as const] : [])),
      );
  }

  /** How listeners' beliefs moved over the talk: about this entrant after its lies, and in this entrant about liars and honest speakers. */
  #moved(cluster: number, facts: GameFacts, mine: ReadonlySet<string>): void {
    const before = new Map<string, number>();
    for (const belief of facts.beliefs) if (belief.stage === "before") before.set(keyOf(belief), belief.percent);
    const spoken = new Map<string, { lies: boolean }>();
    for (const { meeting, by, ground } of facts.claims) {
      const said = spoken.get(`${meeting} ${by}`) ?? { lies: false };
      spoken.set(`${meeting} ${by}`, { lies: said.lies || isLie(ground) });
    }
    const noticed: [percent: number, lied: boolean][] = [];
    const effect = { lies: [0, 0], truths: [0, 0], alarms: [0, 0] };
    for (const belief of facts.beliefs) {
      const earlier = belief.stage === "after" ? before.get(keyOf(belief)) : undefined;
      const said = spoken.get(`${belief.meeting} ${belief.about}`);
      if (earlier === undefined || !said) continue;
      const move = belief.percent - earlier;
      if (mine.has(belief.about)) put(effect[said.lies ? "lies" : "truths"], move);
      if (mine.has(belief.by)) {
        noticed.push([Math.min(100, Math.max(0, 50 + Math.trunc(move / 2))), said.lies]);
        if (!said.lies) put(effect.alarms, move > 0 ? 1 : 0);
      }
    }
    this.#detection.add(cluster, noticed);
    this.#ratio(cluster, "suspicion after own lies", effect.lies[0]!, effect.lies[1]!);
    this.#ratio(cluster, "suspicion after own truths", effect.truths[0]!, effect.truths[1]!);
    this.#ratio(cluster, "false alarms", effect.alarms[0]!, effect.alarms[1]!);
  }

  #ratio(cluster: number, name: string, part: number, whole: number): void {
    const ratio = this.#ratios.get(name) ?? new Ratio();
    ratio.add(cluster, part, whole);
    this.#ratios.set(name, ratio);
  }

  get games(): number {
    return this.#won.whole;
  }
  get wins(): Share {
    return this.#won.share();
  }
  /** What the world counted of these seats, by name. */
  get counted(): Iterable<string> {
    return this.#counted;
  }
  /** By name, in the order of the names. What never came up is left out, but for what is `counted` of others on that side: of that there was none. */
  means(counted: Iterable<string>): [string, Mean][] {
    const ratios = new Map([...this.#ratios].filter(([, ratio]) => ratio.whole > 0));
    for (const name of new Set([...this.#perGame.keys(), ...counted])) {
      const { ratio, unit } = this.#perGame.get(name) ?? { ratio: new Ratio(), unit: 1 };
      ratios.set(`per game: ${name}`, ratio.outOf(this.#seats, unit));
    }
    return [...ratios].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, ratio]) => [name, ratio.mean()]);
  }
  beliefs(stage: Stage): Predictions {
    return this.#beliefs.get(stage)!;
  }
  /** Beliefs moved by liars against beliefs moved by honest speakers: 50 % is no movement. */
  get detection(): Predictions {
    return this.#detection;
  }
}

const isLie = (ground: Ground): boolean => ground === "knowing_lie" || ground === "fabricated";
const keyOf = ({ meeting, by, about }: BeliefFact): string => `${meeting} ${by} ${about}`;

function put(sums: number[], value: number): void {
  sums[0] = sums[0]! + value;
  sums[1] = sums[1]! + 1;
}
const count = <T>(list: readonly T[], of: (item: T) => boolean): number => list.filter(of).length;
function total<T>(list: readonly T[], of: (item: T) => number): number {
  let sum = 0;
  for (const item of list) sum += of(item);
  return sum;
}
