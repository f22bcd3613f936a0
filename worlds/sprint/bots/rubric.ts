// `bot:rubric`: marks for blind entries by what can be counted in them. It reads no minds, and says nothing about taste.
import { type Canon, finalProblems } from "../canon.ts";
import { meatOf, objectionsIn } from "../discourse.ts";
import { PICTURES, type PictureKey, promptOf } from "../pack.ts";
import type { BlindTurn, JudgedEntry, Scores } from "../shape.ts";

/** Marks for each entry, by its label. The same entry gets the same marks wherever it stands. */
export const marksOf = (entries: readonly JudgedEntry[]): Record<string, Scores> =>
  Object.fromEntries(entries.map((entry) => [entry.label, marks(entry)]));

/** Each criterion as a share between 0 and 1. */
export const sharesOf = (entry: JudgedEntry): Scores => ({
  coherence: coherence(entry.canon),
  ambition: ambition(entry.canon),
  visual_fidelity: fidelity(entry),
  artifact_quality: quality(entry),
  process: process_(entry),
});

/** From 1 to 5. */
function marks(entry: JudgedEntry): Scores {
  const shares = sharesOf(entry);
  const mark = (share: number): number => 1 + Math.max(0, Math.min(4, Math.floor(share * 5)));
  return {
    coherence: mark(shares.coherence),
    ambition: mark(shares.ambition),
    visual_fidelity: mark(shares.visual_fidelity),
    artifact_quality: mark(shares.artifact_quality),
    process: mark(shares.process),
  };
}

const stems = (text: string): ReadonlySet<string> =>
  new Set(meatOf(text).flatMap((word) => (word.length > 4 ? [word.slice(0, 6)] : [])));
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((one) => b.has(one)).length;

/** How much of the law's vocabulary comes back in the landmarks, the people, the tension and the picture. */
function coherence(canon: Canon): number {
  if (finalProblems(canon).length > 0) return 0;
  const law = stems(canon.governing_logic);
  const parts = [
    ...canon.landmarks.map((one) => `${one.description} ${one.significance}`),
    Object.values(canon.inhabitants).join(" "),
    Object.values(canon.tension).join(" "),
    canon.hero_image_description,
  ];
  const linked = parts.filter((part) => overlap(stems(part), law) > 0).length;
  const named = canon.landmarks.filter(({ name }) =>
    [canon.hero_image_description, Object.values(canon.tension).join(" ")].some((text) => text.includes(name)),
  ).length;
  return (linked + Math.min(1, named)) / (parts.length + 1.5);
}

/** How many different things are said, and whether the three places are of three kinds. */
function ambition({ governing_logic, landmarks, tension, aesthetic_mood }: Canon): number {
  const all = [
    governing_logic,
    ...landmarks.map((one) => one.description + one.significance),
    ...Object.values(tension),
  ];
  const words = stems(all.join(" ")).size;
  const kinds = new Set(landmarks.map(({ name }) => name.split(" ").at(-1))).size;
  return Math.min(1, words / 160) * 0.6 + (kinds / 3) * 0.2 + Math.min(1, aesthetic_mood.length / 5) * 0.19;
}

/** How much of what the canon says of each picture's subject is asked for in its prompt. */
function fidelity({ canon, prompts }: JudgedEntry): number {
  if (!prompts) return 0;
  const [first, second, third] = canon.landmarks.map((one) => `${one.name} ${one.description} ${one.visual_key}`);
  const said: Readonly<Record<PictureKey, string | undefined>> = {
    hero_image: canon.hero_image_description,
    landmark_1: first,
    landmark_2: second,
    landmark_3: third,
    inhabitant_portrait: canon.inhabitants.appearance,
    tension_snapshot: canon.tension.visual_manifestation,
  };
  return mean(PICTURES.map((key) => part(stems(said[key] ?? ""), stems(promptOf(prompts, key).rendered_prompt))));
}

/** Whether all six pictures hang there, and how many different palettes, frames and lights they were asked for in. */
function quality({ prompts, pictures }: JudgedEntry): number {
  if (!prompts) return 0;
  const specs = PICTURES.map((key) => promptOf(prompts, key).spec);
  const kinds = (of: (spec: (typeof specs)[number]) => string) => new Set(specs.map(of)).size / specs.length;
  const hashes = new Set(PICTURES.flatMap((key) => pictures[key]?.hash ?? [])).size / PICTURES.length;
  const palettes = kinds(({ palette }) => palette.join());
  return (
    hashes * 0.4 +
    palettes * 0.2 +
    kinds(({ composition }) => composition) * 0.2 +
    kinds(({ lighting }) => lighting) * 0.2
  );
}

/** Whether objections differed, were met, and got into the motion; and whether votes were cast with differing minds. */
function process_({ transcript }: JudgedEntry): number {
  const objections = transcript.filter(({ turn_type, turn_output }) => turn_type === "OBJECTION" && turn_output);
  if (objections.length === 0) return 0;
  const cites = (turn: BlindTurn, id: string) => turn.turn_output?.references.includes(id) === true;
  const breaks = objections.flatMap(({ turn_output }) => objectionsIn(turn_output!.content).map((one) => one.breaks));
  const met = objections.filter(({ event_id }) =>
    transcript.some((turn) => turn.turn_type === "RESPONSE" && cites(turn, event_id) && hasPatch(turn)),
  );
  const merged = objections.filter(({ event_id }) =>
    transcript.some((turn) => turn.turn_output?.decision === "AMEND" && cites(turn, event_id)),
  );
  const votes = transcript.filter(({ turn_type }) => turn_type === "VOTE");
  const cast = votes.filter(({ turn_output }) => turn_output?.vote);
  const dissent = cast.filter(({ turn_output }) => turn_output?.vote !== "ACCEPT").length / Math.max(1, cast.length);
  // A fifth of dissent is a table that thinks; none is a choir, and a half is a quarrel.
  const balance = Math.max(0, 1 - Math.abs(dissent - 0.2) * 4);
  return mean([
    new Set(breaks).size / objections.length,
    met.length / objections.length,
    merged.length / objections.length,
    balance,
    cast.length / Math.max(1, votes.length),
  ]);
}
const hasPatch = ({ turn_output }: BlindTurn): boolean => (turn_output?.canon_patch.length ?? 0) > 0;

/** The part of the first that is in the second. */
const part = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => (a.size === 0 ? 0 : overlap(a, b) / a.size);
const mean = (shares: readonly number[]): number => shares.reduce((sum, one) => sum + one, 0) / shares.length;
