// What fields of actions are called that every world may have: loaded with the form.
import { wordsOf } from "../words.ts";

const ENGLISH = { targetId: "Who or what", locationId: "Where" } as const;

export const say = wordsOf<keyof typeof ENGLISH>(ENGLISH);
export const isCommon = (name: string): name is keyof typeof ENGLISH => Object.hasOwn(ENGLISH, name);
