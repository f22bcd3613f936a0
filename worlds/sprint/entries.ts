// Entries as judges are shown them: labels for teams, numbers for event ids, roles kept, and every word that could name a team struck out.

import { PICTURES, type PictureKey } from "./pack.ts";
import { askedTurns } from "./protocol.ts";
import { ROLES, TEAMS, type Team } from "./settings.ts";
import { type BlindTurn, type JudgedEntry, LABELS, type Label, type SprintState, type TurnRecord } from "./shape.ts";

/**
 * The team that the prompt engineer works for now, or null. It starts once both teams are through and serves one after the
 * other, since it holds one conversation at a time.
 */
export function briefOf({ teams }: SprintState): Team | null {
  if (TEAMS.some((team) => askedTurns(teams[team]).length > 0)) return null;
  return TEAMS.find((team) => teams[team].stage === "prompts") ?? null;
}

/** Pictures that a team still wants, in their order. */
export function wantedPictures({ settings, teams }: SprintState, team: Team): readonly PictureKey[] {
  const { stage, pictures } = teams[team];
  return settings.pictures && stage === "pictures" ? PICTURES.filter((key) => pictures[key] === undefined) : [];
}

/** What a judge is to read next, and in which order: first one way, then the other; null when nothing is left. */
export function entryFor(
  { seal, verdicts, unsealed }: SprintState,
  judge: string,
): { readonly order: readonly [Label, Label] } | null {
  if (!seal || unsealed) return null;
  const given = verdicts.filter((one) => one.judge === judge).length;
  if (given >= 2) return null;
  const [first, second] = LABELS;
  return { order: given === 0 ? [first, second] : [second, first] };
}

/** A team's entry under its label. Everything in it is built up anew, so that nothing of the team's comes along unseen. */
export function entryOf({ teams, seal }: SprintState, label: Label): JudgedEntry {
  const team = teams[seal!.order[LABELS.indexOf(label)]!];
  const clean = cleaner(team.turns);
  return clean({
    label,
    canon: team.canon,
    prompts: team.pack?.pack ?? null,
    pictures: team.pictures,
    transcript: team.turns.map((turn) => blind(turn)),
  });
}

const blind = ({ id, phase, round, role, turn_type, output }: TurnRecord): BlindTurn => ({
  event_id: id,
  phase,
  round,
  speaker_role: role,
  turn_type,
  turn_output: output,
});

/** Rewrites every text of a value: event ids are counted anew, and names of teams, their seats and their places go, in any case. */
export function cleaner(turns: readonly TurnRecord[]): <T>(value: T) => T {
  const numbers = new Map(turns.map(({ id }, i) => [id, `event-${String(i + 1).padStart(3, "0")}`]));
  const text = (words: string): string =>
    words
      .replaceAll(
        /evt_([ab])_(\d+)/gi,
        (_, team: string, n) => numbers.get(`evt_${team.toUpperCase()}_${n}`) ?? "event-000",
      )
      .replaceAll(SEATS, "$1")
      .replaceAll(TEAM, "the team")
      .replaceAll(PLACES, "the $1");
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(clean);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, clean(part)]));
  };
  return <T>(value: T): T => clean(value) as T;
}
/** An underscore parts words here as a hyphen does. */
const alone = (name: string): RegExp => new RegExp(`(?<![a-z0-9])${name}(?![a-z0-9])`, "gi");
const SEATS = alone(`[ab][._-](${ROLES.join("|")})`);
const TEAM = alone("team[\\s_-]?[ab]");
/** Ids of lanes, asks and entities. With a space between they may be prose. */
const PLACES = alone("(table|world|landmark|picture|prompts)[_-][ab]");
