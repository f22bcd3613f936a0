// Questions about minds, answered from one run: what an actor remembers, who knows a thing, why a thing is so. Changes nothing.
import type { AnyEngine, Way } from "@orrery/kernel";
import type { Place } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import type { SeatTracks } from "../branch/seat-tracks.ts";
import { type Choice, Fault } from "../fault.ts";
import { spokenName, type Thing, thingOf, thingsCalled, thingsOf } from "../memory/name-resolution.ts";
import type { Nearness } from "../memory/recall.ts";
import type { Runs } from "../runs.ts";
import type { Because, BranchAt, Knowledge, Recalled } from "../shapes.ts";
import { pronounOf, settingInWords, settingsOf, wayInWords, whoMet } from "./knowledge.ts";

const MAIN = "main";
/** In a quiet moment so many turns are made into memories; more than that waits until somebody asks. */
const KEEP_UP = 128;

export class Minds {
  readonly #registry: BranchRegistry;
  readonly #tracks: SeatTracks;

  constructor(registry: BranchRegistry, tracks: SeatTracks) {
    this.#registry = registry;
    this.#tracks = tracks;
  }

  /** Makes memories of the newest turns while nobody waits. */
  async keepUp(run: string, head: Place): Promise<void> {
    const behind = await this.#registry.remembering.behind(run, head);
    if (behind > 0 && behind <= KEEP_UP) await this.#registry.remembering.upTo(run, head);
  }

  async recall(
    run: string,
    cue: Omit<Parameters<Runs["recall"]>[1], "near">,
    meanings: Nearness | null = null,
  ): Promise<readonly Recalled[]> {
    const { as, query, about = [], k, branch = MAIN, at, seat = false } = cue;
    const engine = await this.#registry.engine(run);
    const { frame, place } = await this.#registry.moment(run, branch, at);
    requireMinds(engine);
    requireActor(engine.world.actors(frame.state), as);
    const things = thingsOf(engine, frame, as);
    const ids = about.map((called) => thingOf(things, called).id);
    const asked = { actor: as, query, about: ids, k };
    const found = await this.#registry.remembering.recall(run, place, asked, things, meanings);
    const chosen = found.map((one) => ({ ...one, memory: one.ranked.memory.read() }));
    const named = choices(things);
    const names = await this.#names(
      seat ? { run, branch, as } : null,
      place,
      chosen.map(({ memory }) => memory),
    );
    return chosen.map(({ memory, ranked, why }) => ({
      ...names(memory.turn, memory.turnId),
      text: memory.text,
      how: memory.how as Way,
      from: memory.from === null ? null : named(memory.from),
      about: memory.about.flatMap((id) => named(id) ?? []),
      importance: memory.importance,
      age: ranked.age,
      score: ranked.score,
      why,
    }));
  }

  async knows(
    run: string,
    called: string,
    { branch = MAIN, at, as, seat = false }: BranchAt & { seat?: boolean | undefined },
  ): Promise<Knowledge> {
    const { store } = this.#registry;
    const engine = await this.#registry.engine(run);
    const moment = await this.#registry.moment(run, branch, at);
    const { world } = engine;
    const { frame, place } = moment;
    requireMinds(engine);
    const actors = world.actors(frame.state);
    if (as !== undefined) requireActor(actors, as);
    const things = thingsOf(engine, frame, as);
    const thing = thingOf(things, called);
    const named = choices(things);
    const entity = world.entities(frame.state).find(({ id }) => id === thing.id);
    const isActor = actors.includes(thing.id);
    const whom = { it: entity ? pronounOf(entity, isActor) : "it", isActor };
    const met = await whoMet(engine, store, moment, thing, as ?? null);
    const names = await this.#names(
      seat && as !== undefined ? { run, branch, as } : null,
      place,
      met.flatMap(({ ways }) => ways),
    );
    const knowers = met
      .sort((a, b) => actors.indexOf(a.actor) - actors.indexOf(b.actor))
      .map(({ actor, ways }) => ({
        actor,
        name: named(actor)?.name ?? actor,
        ways: ways.map(({ turn, id, how, from: source, text }) => {
          const from = source === null ? null : named(source);
          return {
            ...names(turn, id),
            how,
            from,
            text,
            words: wayInWords(
              how,
              from && spokenName(from),
              whom,
              source === thing.id,
              source !== null && actors.includes(source),
            ),
          };
        }),
      }));
    const others = actors.filter(
      (actor) => as === undefined && actor !== thing.id && !met.some((one) => one.actor === actor),
    );
    return { thing, knowers, others: others.map((actor) => ({ actor, name: named(actor)?.name ?? actor })) };
  }

  async whySo(run: string, of: string, { branch = MAIN, at }: Pick<BranchAt, "branch" | "at">): Promise<Because> {
    const engine = await this.#registry.engine(run);
    const moment = await this.#registry.moment(run, branch, at);
    const entities = engine.world.entities(moment.frame.state).map(({ id, name, type }) => ({ id, name, type }));
    const target = partOf(entities, of);
    const settings = await settingsOf(engine, this.#registry.store, moment, target);
    const named = choices(thingsOf(engine, moment.frame));
    if (
      target.attribute.length > 0 &&
      settings.every(({ before, after }) => before === undefined && after === undefined)
    )
      throw new Fault("unknown_thing", noAttribute(engine.world.entities(moment.frame.state), target));
    const [newest] = settings;
    return {
      thing: target.thing,
      attribute: target.attribute.length === 0 ? null : target.attribute.join("."),
      ...(newest?.after === undefined ? {} : { value: newest.after }),
      settings: settings.map((one) => ({ ...one, words: settingInWords(one, target, nameOf(named)) })),
    };
  }

  /** How the caller names turns: by their depth, or as one seat counts them. */
  async #names(
    seat: { run: string; branch: string; as: string } | null,
    place: Place,
    turns: readonly { readonly turn: number }[],
  ): Promise<(turn: number, id: string) => { turn: number; id: string }> {
    if (!seat) return (turn, id) => ({ turn, id });
    const track = await this.#tracks.of(seat.run, seat.branch, seat.as);
    const own = await track.namesOf(
      place,
      turns.map(({ turn }) => turn),
    );
    return (turn) => own.get(turn)!;
  }
}

/** Ids as things with their names, for callers that may name them. */
function choices(things: readonly Thing[]): (id: string) => Choice | null {
  const known = new Map(things.map((thing) => [thing.id, thing]));
  return (id) => known.get(id) ?? null;
}

/** A name for a sentence; an actor that is no entity goes by its id. */
const nameOf = (named: (id: string) => Choice | null) => (id: string) => spokenName(named(id) ?? { name: id });

/** `entity` or `entity.attribute`, where either may hold dots: the longest entity wins. */
function partOf(things: readonly Thing[], of: string): { thing: Thing; attribute: readonly string[] } {
  const parts = of.split(".");
  for (let cut = parts.length; cut > 0; cut--) {
    const called = parts.slice(0, cut).join(".");
    if (thingsCalled(things, called).length > 0) return { thing: thingOf(things, called), attribute: parts.slice(cut) };
  }
  return { thing: thingOf(things, of), attribute: [] };
}

function noAttribute(
  entities: readonly { readonly id: string; readonly attributes: object }[],
  { thing, attribute }: { thing: Thing; attribute: readonly string[] },
): string {
  const entity = entities.find(({ id }) => id === thing.id);
  return `${spokenName(thing)} has never had a "${attribute.join(".")}". It has: ${Object.keys(entity?.attributes ?? {}).join(", ")}.`;
}

function requireMinds({ world }: AnyEngine): void {
  if (!world.perceive)
    throw new Fault(
      "no_minds",
      "Everything in this world lies open to everyone, so nobody knows or remembers more than another.",
    );
}

function requireActor(actors: readonly string[], who: string): void {
  if (!actors.includes(who))
    throw new Fault("unknown_actor", `There is no actor "${who}" in this run. There are: ${actors.join(", ")}.`);
}
