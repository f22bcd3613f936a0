// How a spoken claim stands to the record and to what its speaker had perceived. A label is never anyone's opinion.
import type { ClaimFact, Ground } from "./facts.ts";
import { EXITS } from "./map.ts";
import type { GameLog } from "./record.ts";
import { type Role, ticksOf } from "./settings.ts";
import type { Claim } from "./shape.ts";

/** Who spoke: what everyone's role is, and what the speaker itself can know of roles. */
export interface Speaker {
  readonly who: string;
  readonly roles: Readonly<Record<string, Role>>;
  /** Whom it knows the role of for certain: itself, partners, whoever was proved. */
  readonly knows: ReadonlySet<string>;
}

const SECOND = ticksOf(1000);
/** A memory may be off by so much and still be true, or be honestly wrong. */
const EXACT = 2 * SECOND;
const LOOSE = 8 * SECOND;

/** The label of one claim. */
export function groundOf(log: GameLog, { who, roles, knows }: Speaker, claim: Claim): Ground {
  switch (claim.kind) {
    case "own_location":
      return placed(log, who, claim.place, claim.second * SECOND, "knowing_lie");
    case "location": {
      const tick = claim.second * SECOND;
      if (claim.player === who) return placed(log, who, claim.place, tick, "knowing_lie");
      const saw = log.saw(who, claim.player, tick, LOOSE);
      const ground = placed(log, claim.player, claim.place, tick, "knowing_lie");
      if (saw) return ground;
      return ground === "true" ? "unsupported" : "fabricated";
    }
    case "saw_kill":
      return sighting(log, who, claim.killer, (deed) => deed.what === "kill" && deed.other === plain(claim.victim));
    case "saw_vent":
      return sighting(log, who, claim.player, (deed) => deed.what === "vent");
    case "found_body": {
      const place = log.bodies.get(who)?.get(plain(claim.body));
      if (place === undefined) return "fabricated";
      return place === claim.place ? "true" : near(place, claim.place) ? "honest_error" : "knowing_lie";
    }
    case "did_task": {
      const did = log.worked.get(claim.player)?.has(claim.task) ?? false;
      if (claim.player === who) return did ? "true" : "knowing_lie";
      const saw = log.deeds.some(
        (deed) => deed.what === "visual" && deed.who === claim.player && deed.witnesses.includes(who),
      );
      if (saw) return did ? "true" : "honest_error";
      return did ? "unsupported" : "fabricated";
    }
    case "role":
      return roleSaid(roles, knows, claim.player, claim.role);
    case "accusation":
      return roleSaid(roles, knows, claim.player, "impostor");
  }
}

/**
 * Whether two claims of one speaker cannot both be so, whatever happened: places too far apart at one moment, two killers of
 * one victim, one body in two rooms. Another opinion of somebody is a change of mind.
 */
export function contradicts(a: Claim, b: Claim): boolean {
  if (a.kind === "own_location" && b.kind === "own_location") return apart(a, b);
  if (a.kind === "location" && b.kind === "location") return a.player === b.player && apart(a, b);
  if (a.kind === "saw_kill" && b.kind === "saw_kill")
    return plain(a.victim) === plain(b.victim) && a.killer !== b.killer;
  return (
    a.kind === "found_body" && b.kind === "found_body" && plain(a.body) === plain(b.body) && !near(a.place, b.place)
  );
}
/** Claims of one moment may be so many seconds apart. */
const MOMENT = 2;
interface Placed {
  readonly place: string;
  readonly second: number;
}
const apart = (a: Placed, b: Placed): boolean =>
  a.second - b.second <= MOMENT && b.second - a.second <= MOMENT && !near(a.place, b.place);

/** 1: against somebody; -1: for somebody else. */
export function leanOf(who: string, claim: Claim): ClaimFact["lean"] {
  if (claim.kind === "saw_kill" || claim.kind === "saw_vent" || claim.kind === "accusation") return 1;
  if (claim.kind === "role") return claim.role === "impostor" ? 1 : claim.player === who ? 0 : -1;
  return claim.kind === "did_task" && claim.player !== who ? -1 : 0;
}

export function aboutOf(who: string, claim: Claim): string | null {
  const about = claim.kind === "saw_kill" ? claim.killer : "player" in claim ? claim.player : null;
  return about === who ? null : about;
}

/**
 * Where somebody was, told by one who knows: within seconds it is true; a few seconds, or two doors, is a slip, because
 * from a hallway one sees into rooms that one is not in; else `else_`.
 */
function placed(log: GameLog, who: string, place: string, tick: number, else_: Ground): Ground {
  if (log.placesOf(who, tick, EXACT).has(place)) return "true";
  const about = log.placesOf(who, tick, LOOSE);
  return about.has(place) || [...about].some((one) => near(one, place)) ? "honest_error" : else_;
}

/** Something that one says to have seen somebody do. */
function sighting(
  log: GameLog,
  who: string,
  culprit: string,
  fits: (deed: GameLog["deeds"][number]) => boolean,
): Ground {
  const deeds = log.deeds.filter((deed) => deed.who === culprit && fits(deed));
  if (deeds.some(({ witnesses }) => witnesses.includes(who))) return "true";
  return deeds.length > 0 ? "unsupported" : "fabricated";
}

/** A role is known, or guessed. */
function roleSaid(roles: Speaker["roles"], knows: Speaker["knows"], about: string, said: Role): Ground {
  const right = roles[about] === said;
  if (knows.has(about)) return right ? "true" : "knowing_lie";
  return right ? "true" : "honest_error";
}

const doorsFrom = (place: string): string[] => (EXITS.get(place) ?? []).map(({ to }) => to);
const near = (a: string, b: string): boolean =>
  a === b || doorsFrom(a).some((between) => between === b || doorsFrom(between).includes(b));

/** Bodies may be spoken of by the id of the thing or of the dead. */
const plain = (body: string): string => body.replace(/^body_/, "");
