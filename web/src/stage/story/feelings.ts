// How the six feelings look: one hue and one dash each, so that colour never stands alone.
import { EMOTIONS, type Emotion } from "@orrery/worlds/story";
import { say } from "./words.ts";

export { EMOTIONS, type Emotion };

/** Dashes of lines, in the order of `EMOTIONS`. */
export const DASHES = ["none", "7 3", "none", "2 3", "none", "1 4"] as const;
/** For text and lines; `fill` for areas. Both are CSS variables of the stage. */
export const lineOf = (emotion: Emotion): string => `var(--${emotion})`;
export const fillOf = (emotion: Emotion): string => `var(--${emotion}-fill)`;
export const nameOfEmotion = (emotion: Emotion): string => say(emotion);

/** Places in `EMOTIONS` of the strongest feelings, the strongest first; those below `least` are none. */
export function strongest(levels: readonly number[], count: number, least = 0.08): readonly Emotion[] {
  return EMOTIONS.map((emotion, i) => ({ emotion, level: levels[i] ?? 0 }))
    .filter(({ level, emotion }) => level >= least && emotion !== "trust")
    .concat((levels[EMOTIONS.indexOf("trust")] ?? 0) > 0.62 ? [{ emotion: "trust", level: 0.3 }] : [])
    .sort((a, b) => b.level - a.level)
    .slice(0, count)
    .map(({ emotion }) => emotion);
}
