// The canon of one team: its shape, how it begins, and what it still lacks to be final. Everything here is plain JSON.
import { canonical, type Hash } from "@orrery/kernel";

export interface Landmark {
  readonly name: string;
  readonly description: string;
  readonly significance: string;
  readonly visual_key: string;
}

/** `inhabitants` and `tension` grow field by field, so each of theirs may still be missing. */
export interface Canon {
  readonly world_name: string;
  readonly governing_logic: string;
  readonly aesthetic_mood: readonly string[];
  readonly landmarks: readonly Landmark[];
  readonly inhabitants: Readonly<Partial<Record<(typeof INHABITANT_FIELDS)[number], string>>>;
  readonly tension: Readonly<Partial<Record<(typeof TENSION_FIELDS)[number], string>>>;
  readonly hero_image_description: string;
}

export const LANDMARK_FIELDS = ["name", "description", "significance", "visual_key"] as const;
export const INHABITANT_FIELDS = ["appearance", "culture_snapshot", "relationship_to_place"] as const;
export const TENSION_FIELDS = ["conflict", "stakes", "visual_manifestation"] as const;
export const CANON_FIELDS = [
  "world_name",
  "governing_logic",
  "aesthetic_mood",
  "landmarks",
  "inhabitants",
  "tension",
  "hero_image_description",
] as const;

export const LANDMARKS = 3;
export const MOODS = { least: 3, most: 5 } as const;

export const OPENING: Canon = {
  world_name: "",
  governing_logic: "",
  aesthetic_mood: [],
  landmarks: [],
  inhabitants: {},
  tension: {},
  hero_image_description: "",
};

/** `sha256:` and the hex of the canon's RFC 8785 text. */
export const canonHash = (hash: (text: string) => Hash, canon: Canon): string => `sha256:${hash(canonical(canon))}`;

/** Something wrong with a canon: a JSON pointer and a sentence. */
export interface CanonProblem {
  readonly path: string;
  readonly message: string;
}

/** Limits that hold in every phase: too many of something, or two landmarks of one name. */
export function limitProblem({ landmarks, aesthetic_mood }: Canon): CanonProblem | null {
  if (landmarks.length > LANDMARKS)
    return {
      path: "/landmarks",
      message: `there would be ${landmarks.length} landmarks, and a world has ${LANDMARKS}`,
    };
  if (aesthetic_mood.length > MOODS.most)
    return {
      path: "/aesthetic_mood",
      message: `there would be ${aesthetic_mood.length} moods, and a world has at most ${MOODS.most}`,
    };
  const names = landmarks.map(({ name }) => nameKey(name));
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i);
  return twice < 0
    ? null
    : { path: `/landmarks/${twice}/name`, message: `two landmarks would be called "${landmarks[twice]!.name}"` };
}

/** Everything that keeps a canon from being final; empty when it is. */
export function finalProblems(canon: Canon): readonly CanonProblem[] {
  const problems: CanonProblem[] = [];
  const text = (path: string, value: string | undefined) => {
    if (value === undefined || value.trim() === "") problems.push({ path, message: "is empty" });
  };
  text("/world_name", canon.world_name);
  text("/governing_logic", canon.governing_logic);
  const { aesthetic_mood: moods, landmarks } = canon;
  if (moods.length < MOODS.least || moods.length > MOODS.most)
    problems.push({
      path: "/aesthetic_mood",
      message: `has ${moods.length} moods; ${MOODS.least} to ${MOODS.most} are wanted`,
    });
  for (const [i, mood] of moods.entries()) text(`/aesthetic_mood/${i}`, mood);
  if (landmarks.length !== LANDMARKS)
    problems.push({ path: "/landmarks", message: `has ${landmarks.length} landmarks; ${LANDMARKS} are wanted` });
  for (const [i, landmark] of landmarks.entries())
    for (const field of LANDMARK_FIELDS) text(`/landmarks/${i}/${field}`, landmark[field]);
  const limit = limitProblem(canon);
  if (limit?.path.endsWith("/name")) problems.push(limit);
  for (const field of INHABITANT_FIELDS) text(`/inhabitants/${field}`, canon.inhabitants[field]);
  for (const field of TENSION_FIELDS) text(`/tension/${field}`, canon.tension[field]);
  text("/hero_image_description", canon.hero_image_description);
  return problems;
}

/** Names that look alike are alike: case and spaces aside. */
export const nameKey = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, " ");
