// "No, I meant the brass one": the last deed over again, with another thing in place of one that it named.
import type { ActionBase, Noun, Slot, SlotName } from "@orrery/kernel";
import { bookOf, longest } from "./books.ts";
import { jointAt } from "./joints.ts";
import type { Text } from "./match.ts";
import type { Entry } from "./nouns.ts";
import { type Phrase, phrasesAt, wordAt } from "./phrases.ts";
import { withoutTail } from "./questions.ts";
import { mention, type PronounMemory, resolveList } from "./references.ts";
import type { Verbs } from "./walk.ts";

const LEADS = bookOf(`no|nope|sorry|oops|wait|actually|rather|instead|now|then|same
i mean|meant|said
and (then|now)
(do) (the) same (thing) with|for|to
(lets) try (again) (with)
(and) what|how about
(the) same question about|for|to`);

/** The corrected deeds; null where the words are no correction. */
export function correctLast(
  text: Text,
  verbs: Verbs,
  last: readonly ActionBase[],
  memory: PronounMemory,
): readonly ActionBase[] | null {
  const [deed] = last;
  if (!deed || last.length > 1) return null;
  const end = withoutTail(text.tokens);
  let at = 0;
  for (let next: number | null = 0; next !== null; ) {
    at = next;
    next = longest(LEADS, text.tokens, at);
    if (next !== null && ["comma", "stop"].includes(text.tokens[next]?.kind ?? "")) next++;
  }
  const lead = wordAt(text, at - 1);
  const other = ["other", "another"].includes(wordAt(text, wordAt(text, at) === "the" ? at + 1 : at) ?? "");
  if ((at === 0 && !other) || at >= end) return null;
  const parts = partsOf(deed);
  // "The same question about her" changes what it was about; "what about the lamp" asks, unless a question came before.
  const about = lead === "about" ? parts.filter(({ path }) => path === ABOUT) : [];
  if (lead === "about" && about.length === 0 && !other && wordAt(text, at - 2) !== "how") return null;
  const ends = (one: Phrase): boolean => {
    const joint = one.end >= end ? null : jointAt(text, one.end);
    return one.end === end || (joint !== null && joint.next === null && !joint.reason);
  };
  // "Try the other one": the same again with something else, and to nothing else.
  const tries = lead === "try" ? parts.filter(({ path }) => path !== "target" && path !== "location") : null;
  const adds = at > 0 && wordAt(text, 0) === "and" && wordAt(text, at - 1) === "and";
  const likely = adds ? [...parts].sort((a, b) => Number(b.path === ABOUT) - Number(a.path === ABOUT)) : parts;
  for (const { path, value } of tries ?? (about.length > 0 ? about : likely)) {
    const kinds = about.length > 0 || (adds && path === ABOUT) ? allKinds(text) : kindsOf(text, value);
    const phrase = phrasesAt(text, at).find((one) => one.kind === "nouns" && ends(one));
    if (kinds.length === 0 || !phrase) continue;
    const same = text.nouns.byId.get(String(value))?.slice(0, 1) ?? [];
    const slot = { kinds, ...(phrase.kind === "nouns" && phrase.other ? preferenceFor(verbs, deed.type, path) : {}) };
    const found = resolveList(
      { items: [phrase], count: 1, end },
      path,
      slot,
      scopeFor(text, tries ? mention(memory, [same]) : memory),
    );
    if ("problem" in found || found.entries.length !== 1) continue;
    const { noun } = found.entries[0]!;
    if (noun.id !== value) return [withPart(deed, path, noun)];
  }
  return null;
}

/** "And the secretary?" asks the same person of somebody else. */
const ABOUT = "metadata.about";

const scopeFor = (text: Text, memory: PronounMemory) => ({ text, memory, used: new Set<string>() });

/** What a deed names, in the order in which it is likely to be put right. */
function partsOf({ targetId, locationId, metadata }: ActionBase): { path: string; value: string | number }[] {
  const named = Object.entries(metadata ?? {}).flatMap(([key, value]) =>
    typeof value === "string" || typeof value === "number" ? [{ path: `metadata.${key}`, value }] : [],
  );
  return [
    ...(targetId === undefined ? [] : [{ path: "target", value: targetId }]),
    ...named,
    ...(locationId === undefined ? [] : [{ path: "location", value: locationId }]),
  ];
}

/** What something is first of all: only its like may stand in its place. */
function kindsOf({ nouns }: Text, value: string | number): string[] {
  const entries: readonly Entry[] =
    nouns.byId.get(String(value)) ?? nouns.entries.filter(({ noun }) => noun.value === value);
  return [...new Set(entries.flatMap(({ noun }) => noun.kinds.slice(0, 1)))];
}

const allKinds = ({ nouns }: Text): string[] => [...new Set(nouns.entries.flatMap(({ noun }) => noun.kinds))];

/** What is meant as a rule where several could be: as the vocabulary has it for such a deed. */
function preferenceFor({ order }: Verbs, type: string, path: string): Pick<Slot, "prefer"> {
  for (const { verb } of order.keys()) {
    const slot = verb.type === type ? verb.slots?.[path as SlotName] : undefined;
    if (slot?.prefer !== undefined) return { prefer: slot.prefer };
  }
  return {};
}

function withPart(deed: ActionBase, path: string, { id, value }: Noun): ActionBase {
  if (path === "target") return { ...deed, targetId: id };
  if (path === "location") return { ...deed, locationId: id };
  return { ...deed, metadata: { ...deed.metadata, [path.slice("metadata.".length)]: value ?? id } };
}
