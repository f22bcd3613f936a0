// How a spoken claim stands to the record and to what its speaker had perceived. A label is never anyone's opinion.
import type { ClaimFact, ClaimGround } from "./facts.ts";
import type { GameLog } from "./record.ts";
import { type Role, ticksOf } from "./settings.ts";
import type { Claim } from "./shape.ts";
import type { Station } from "./station/index.ts";
import { distance, type Spot } from "./ways.ts";

/** Who spoke: what everyone's role is, and what the speaker itself can know of roles. */
export interface StatementSpeaker {
  readonly who: string;
  readonly roles: Readonly<Record<string, Role>>;
  /** Players with a role it knows for certain: itself, partners, proved impostors. */
  readonly knows: ReadonlySet<string>;
  /** What the rules read in its thought of this turn. */
  readonly thought: readonly Claim[];
}

const SECOND = ticksOf(1000);
/** A memory may be off by so much and still be true. */
const EXACT = SECOND;
/** Who was on the move may be wrong by so much about when it was where. */
const LOOSE = 4 * SECOND;
/** So near to an opening, in map units, one looks into the place behind it, and may take it for where one is. */
const DOORSTEP = 200;

/** The label of one claim. Null: it asserts nothing. */
export function groundOf(log: GameLog, speaker: StatementSpeaker, claim: Claim): ClaimGround | null {
  const { who, roles, knows } = speaker;
  switch (claim.kind) {
    case "own_location":
      return groundOfPlace(log, speaker, who, claim);
    case "location": {
      const tick = claim.second * SECOND;
      const ground = groundOfPlace(log, speaker, claim.player, claim);
      if (claim.player === who || log.saw(who, claim.player, tick, LOOSE)) return ground;
      return ground === "true" ? "unsupported" : "fabricated";
    }
    case "saw_kill":
      return sighting(
        log,
        who,
        claim.killer,
        null,
        (deed) => deed.what === "kill" && deed.other === plain(claim.victim),
      );
    case "saw_vent":
      return sighting(log, who, claim.player, claim.place, (deed) => deed.what === "vent");
    case "found_body": {
      const body = log.bodies.get(who)?.get(plain(claim.body));
      if (body === undefined) return "fabricated";
      if (body.place === claim.place) return "true";
      // Seen from where one stood, it may be told to have lain there.
      return body.from === claim.place ? "honest_error" : "knowing_lie";
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
    case "question":
      return null;
  }
}

/**
 * Whether two claims of one speaker can never both be true: places too far apart at one moment, two killers of one victim, one
 * body in two rooms. A new opinion of somebody is only a change of mind.
 */
export function contradicts(station: Station, a: Claim, b: Claim): boolean {
  if (a.kind === "own_location" && b.kind === "own_location") return apart(station, a, b);
  if (a.kind === "location" && b.kind === "location") return a.player === b.player && apart(station, a, b);
  if (a.kind === "saw_kill" && b.kind === "saw_kill")
    return plain(a.victim) === plain(b.victim) && a.killer !== b.killer;
  return (
    a.kind === "found_body" &&
    b.kind === "found_body" &&
    plain(a.body) === plain(b.body) &&
    !near(station, a.place, b.place)
  );
}
/** Claims of one moment may be so many seconds apart. */
const MOMENT = 2;
interface TimedPlace {
  readonly place: string;
  readonly second: number;
}
const apart = (station: Station, a: TimedPlace, b: TimedPlace): boolean =>
  a.second - b.second <= MOMENT && b.second - a.second <= MOMENT && !near(station, a.place, b.place);

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
 * Where somebody was, told by somebody who knows. Within seconds it is true. It is an error only where it could be confused:
 * the one it is about passed there shortly before or after, or stood on its doorstep; or the speaker looked out of there at
 * the other. Nobody confuses where they found a body, struck, or worked, nor what they think while they say otherwise.
 */
function groundOfPlace(log: GameLog, speaker: StatementSpeaker, who: string, said: TimedPlace): ClaimGround {
  const { place } = said;
  const tick = said.second * SECOND;
  const own = speaker.who === who;
  const verySecond = log.placesOf(who, tick + SECOND / 2, SECOND / 2);
  if (verySecond.has(place)) return "true";
  if (thinksOtherwise(log, speaker, who, said)) return "knowing_lie";
  if (log.placesOf(who, tick, EXACT).has(place)) return "true";
  if (own && log.remembers(who, place, tick, LOOSE)) return "knowing_lie";
  const passed = log.placesOf(who, tick, LOOSE).has(place);
  const doorstep = log.spotsOf(who, tick, EXACT).some((spot) => onDoorstep(log.station, spot, place));
  const lookedOut = !own && log.placesOf(speaker.who, tick, EXACT).has(place) && log.saw(speaker.who, who, tick, EXACT);
  return passed || doorstep || lookedOut ? "honest_error" : "knowing_lie";
}

/** Whether the speaker thinks of another place, and rightly, while it names this one. A thought that names both says nothing. */
function thinksOtherwise(
  log: GameLog,
  { who: speaker, thought }: StatementSpeaker,
  who: string,
  said: TimedPlace,
): boolean {
  const thinks = thought.flatMap((one) => {
    const ofWho = one.kind === "own_location" ? speaker : one.kind === "location" ? one.player : null;
    return ofWho === who && "place" in one ? [one.place] : [];
  });
  const places = log.placesOf(who, said.second * SECOND, EXACT);
  return !thinks.includes(said.place) && thinks.some((place) => places.has(place));
}

function onDoorstep({ exits }: Station, { place, x, y }: Spot, of: string): boolean {
  return (exits.get(place) ?? []).some(({ to, portal }) => {
    const [px, py] = [Math.trunc((portal.x1 + portal.x2) / 2), Math.trunc((portal.y1 + portal.y2) / 2)];
    return to === of && distance(x, y, px, py) <= DOORSTEP;
  });
}

/** Something that a speaker says to have seen somebody do, and where, if that is said. */
function sighting(
  log: GameLog,
  who: string,
  culprit: string,
  place: string | null,
  fits: (deed: GameLog["deeds"][number]) => boolean,
): ClaimGround {
  const deeds = log.deeds.filter((deed) => deed.who === culprit && fits(deed));
  const seen = deeds.filter(({ witnesses }) => witnesses.includes(who));
  if (seen.length === 0) return deeds.length > 0 ? "unsupported" : "fabricated";
  if (place === null || seen.some((deed) => deed.place === place)) return "true";
  return seen.some((deed) => doorsFrom(log.station, deed.place).includes(place)) ? "honest_error" : "knowing_lie";
}

/** A role is known, or guessed: a guess is nobody's knowledge, right or wrong. */
function roleSaid(
  roles: StatementSpeaker["roles"],
  knows: StatementSpeaker["knows"],
  about: string,
  said: Role,
): ClaimGround {
  if (!knows.has(about)) return "unsupported";
  return roles[about] === said ? "true" : "knowing_lie";
}

const doorsFrom = ({ exits }: Station, place: string): string[] => (exits.get(place) ?? []).map(({ to }) => to);
const near = (station: Station, a: string, b: string): boolean =>
  a === b || doorsFrom(station, a).some((between) => between === b || doorsFrom(station, between).includes(b));

/** Bodies may be spoken of by the id of the thing or of the dead. */
const plain = (body: string): string => body.replace(/^body_/, "");
