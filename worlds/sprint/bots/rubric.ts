// `bot:rubric`: marks for blind entries by what can be counted in them. It reads no minds, and says nothing about taste.
import { type Canon, finalProblems } from "../canon.ts";
import { meatOf, objectionsIn } from "../discourse.ts";
import { PICTURES, promptOf } from "../pack.ts";
import type { Entry, Scores } from "../shape.ts";

/** Marks for each entry, by its label. The same entry gets the same marks wherever it stands. */
export const marksOf = (entries: readonly Entry[]): Record<string, Scores> =>
  Object.fromEntries(entries.map((entry) => [entry.label, marks(entry)]));

const marks = (entry: Entry): Scores => ({
  coherence: coherence(entry.canon),
  ambition: ambition(entry.canon),
  visual_fidelity: fidelity(entry),
  artifact_quality: quality(entry),
  process: process_(entry),
});

/** A share between 0 and 1 as a mark from 1 to 5. */
const mark = (share: number): number => 1 + Math.max(0, Math.min(4, Math.floor(share * 5)));

const stems = (text: string): ReadonlySet<string> =>
  new Set(meatOf(text).flatMap((word) => (word.length > 4 ? [word.slice(0, 6)] : [])));
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((one) => b.has(one)).length;

/** How much of the law's vocabulary comes back in the landmarks, the people, the tension and the picture. */
function coherence(canon: Canon): number {
  if (finalProblems(canon).length > 0) return 1;
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
  return mark((linked + Math.min(1, named)) / (parts.length + 1.5));
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
  return mark(Math.min(1, words / 160) * 0.6 + (kinds / 3) * 0.2 + Math.min(1, aesthetic_mood.length / 5) * 0.19);
}

/** How much of each prompt's subject can be found in the canon places that it refers to. */
function fidelity({ canon, prompts }: Entry): number {
  if (!prompts) return 1;
  const text = stems(JSON.stringify(canon));
  const shares = PICTURES.map((key) => {
    const { spec } = promptOf(prompts, key);
    const own = stems(`${spec.subject} ${spec.setting}`);
    return own.size === 0 ? 0 : overlap(own, text) / own.size;
  });
  return mark(shares.reduce((sum, one) => sum + one, 0) / shares.length);
}

/** Whether all six pictures hang there, and no two are the same or asked for in the same colours. */
function quality({ prompts, pictures }: Entry): number {
  if (!prompts) return 1;
  const hashes = new Set(PICTURES.flatMap((key) => pictures[key]?.hash ?? []));
  const palettes = new Set(PICTURES.map((key) => promptOf(prompts, key).spec.palette.join()));
  const frames = new Set(PICTURES.map((key) => promptOf(prompts, key).spec.composition));
  return mark((hashes.size / 6) * 0.5 + (palettes.size / 6) * 0.25 + (frames.size / 6) * 0.24);
}

/** Whether objections were raised, were met by somebody, and votes were cast with differing minds. */
function process_({ transcript }: Entry): number {
  const objections = transcript.filter(({ turn_type, turn_output }) => turn_type === "OBJECTION" && turn_output);
  if (objections.length === 0) return 1;
  const whole = objections.filter(({ turn_output }) => objectionsIn(turn_output!.content).length > 0);
  const met = objections.filter(({ event_id }) =>
    transcript.some(
      ({ turn_type, turn_output }) =>
        turn_type === "RESPONSE" && turn_output?.references.includes(event_id) && turn_output.canon_patch.length > 0,
    ),
  );
  const votes = transcript.filter(({ turn_type }) => turn_type === "VOTE");
  const cast = votes.filter(({ turn_output }) => turn_output?.vote);
  const dissent = cast.filter(({ turn_output }) => turn_output?.vote !== "ACCEPT").length;
  const lively = cast.length === 0 ? 0 : Math.min(1, (dissent / cast.length) * 4);
  const share = [
    whole.length / objections.length,
    met.length / objections.length,
    votes.length === 0 ? 0 : cast.length / votes.length,
    lively,
  ];
  return mark(share.reduce((sum, one) => sum + one, 0) / (share.length + 0.1));
}
