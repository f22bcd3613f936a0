// Standing rules of an author, read into checks where their words say what to check. What is not understood is advice, and shown as such.
import { entriesOf, getKey } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { type Directive, type DirectiveCheck, tellable } from "../tale.ts";
import { hasWords, sentencesOf } from "../text.ts";

/** What a directive comes to, in a town with these people and places. */
export function compileDirective(text: string, state: StoryState): DirectiveCheck | null {
  const rule = text.trim().replace(/[.!]+$/, "");
  const never = /^(.+?) (?:never dies?|may (?:not|never) die|must (?:not|never) die|cannot die|stays alive)$/i.exec(
    rule,
  );
  if (never) return about(state, never[1]!, (who) => ({ kind: "immortal", who }));
  const stays = /^(.+?) (?:never leaves?|may (?:not|never) leave|must (?:not|never) leave|stays (?:in|at)) (.+)$/i.exec(
    rule,
  );
  if (stays) {
    const place = placeOf(state, stays[2]!);
    return place === null ? null : about(state, stays[1]!, (who) => ({ kind: "stays", who, place }));
  }
  const apart =
    /^(.+?) (?:never|does not|must not|must never|may not|may never) (?:learns?|knows?|finds? out|hears?|meets?|speaks? (?:to|with|of)|mentions?|sees?)(?: (?:of|about|that))? (.+)$/i.exec(
      rule,
    );
  if (apart) {
    const who = personOf(state, apart[1]!);
    return { kind: "apart", a: who === null ? [bare(apart[1]!)] : namesOf(state, who), b: wordsFor(state, apart[2]!) };
  }
  return forbidding(rule, state);
}

/** "No X", "never mention X", each perhaps until a round, or until an event brings the other word. */
function forbidding(rule: string, state: StoryState): DirectiveCheck | null {
  const found =
    /^(?:there (?:is|will be) )?(?:no|never (?:any |mention |speak of |show |use )?|do not (?:mention|show|use)|nobody (?:mentions|speaks of)|without) ?(.+?)(?: (?:before|until|till) (.+))?$/i.exec(
      rule,
    ) ?? /^(.+?) (?:is|are) never (?:mentioned|named|shown|seen)(?: (?:before|until|till) (.+))?$/i.exec(rule);
  if (!found) return null;
  const [, what, until] = found;
  const round = until === undefined ? null : /^round (\d+)$/i.exec(until);
  return {
    kind: "forbid",
    words: what!
      .split(/,| or | and | nor /)
      .map(bare)
      .filter((word) => word !== ""),
    untilRound: round ? Number(round[1]) : null,
    untilWords: until === undefined || round ? null : wordsFor(state, until),
  };
}

/** The first standing directive that a text breaks; null when it keeps to all of them. `round`: of the telling. */
export function brokenDirective(state: StoryState, text: string, round: number): Directive | null {
  return state.tale.directives.find(({ check }) => check !== null && breaks(state, check, text, round)) ?? null;
}

function breaks(state: StoryState, check: DirectiveCheck, text: string, round: number): boolean {
  switch (check.kind) {
    case "forbid": {
      if (check.untilRound !== null && round >= check.untilRound) return false;
      const { untilWords } = check;
      // The event that lifts a rule lifts it for its own text.
      const said = [...tellable(state.tale).map(({ description }) => description), text];
      if (untilWords !== null && said.some((one) => untilWords.some((word) => hasWords(one, word)))) return false;
      return check.words.some((word) => hasWords(text, word));
    }
    case "apart":
      return sentencesOf(text).some(
        (sentence) =>
          check.a.some((name) => hasWords(sentence, name)) && check.b.some((word) => hasWords(sentence, word)),
      );
    case "immortal": {
      const names = namesOf(state, check.who);
      return sentencesOf(text).some(
        (sentence) =>
          names.some((name) => hasWords(sentence, name)) &&
          /\b(?:dies|died|dead|killed|is no more|drew (?:his|her|their) last)\b/i.test(sentence),
      );
    }
    case "stays":
      return false;
  }
}

/** The directive against somebody's death, or against their leaving. */
export const directiveForLife = (state: StoryState, who: string): Directive | null =>
  state.tale.directives.find(({ check }) => check?.kind === "immortal" && check.who === who) ?? null;
export const directiveToStay = (state: StoryState, who: string, place: string | null): Directive | null =>
  state.tale.directives.find(({ check }) => check?.kind === "stays" && check.who === who && check.place !== place) ??
  null;

const bare = (text: string): string => text.trim().replace(/^(?:the|a|an|any) /i, "");

function about(state: StoryState, name: string, make: (who: string) => DirectiveCheck): DirectiveCheck | null {
  const who = personOf(state, name);
  return who === null ? null : make(who);
}

/** Somebody by id, name or a part of the name that nobody else has. */
function personOf(state: StoryState, text: string): string | null {
  const wanted = bare(text).toLowerCase();
  if (getKey(state.profiles, wanted)) return wanted;
  const people = [...entriesOf(state.profiles)];
  const whole = people.filter(([, { name }]) => bare(name).toLowerCase() === wanted);
  const part = whole.length > 0 ? whole : people.filter(([, { name }]) => hasWords(name, wanted));
  return part.length === 1 ? part[0]![0] : null;
}

const placeOf = ({ tale }: StoryState, text: string): string | null =>
  tale.places.find(({ id, name }) => id === text || bare(name).toLowerCase() === bare(text).toLowerCase())?.id ?? null;

/** A person's whole name, and its first word where that is theirs alone. */
export function namesOf(state: StoryState, who: string): readonly string[] {
  const name = getKey(state.profiles, who)?.name ?? who;
  const [first = name] = name.split(/[\s,]+/);
  const isShared = [...entriesOf(state.profiles)].some(([id, profile]) => id !== who && hasWords(profile.name, first));
  return first.length < 3 || isShared || first === name || /^(?:the|dr|mr|mrs|ms)\.?$/i.test(first)
    ? [name]
    : [name, first];
}

const wordsFor = (state: StoryState, text: string): readonly string[] => {
  const who = personOf(state, text);
  return who === null ? [bare(text)] : namesOf(state, who);
};
