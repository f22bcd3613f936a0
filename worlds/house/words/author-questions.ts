// Questions in an author's words: those that mean a topic without its name, and other words for what anybody asks oneself.
import type { Slot, Verb } from "@orrery/kernel";
import type { AuthorQuestions } from "../model/verb.ts";
import { spoken, toEach } from "./slots.ts";

/** As asked of somebody, and as asked oneself where the person asked is no part of the question. */
export function topicQuestions(topic: string, patterns: readonly string[]): Verb[] {
  const toAnyone = patterns.map(to("you"));
  const kind = askedKind(topic);
  const about: Slot = { kinds: [kind], prefer: kind, ask: "About what?" };
  const slots = { "metadata.to": toEach("Ask whom?"), "metadata.about": about, aside: spoken };
  const plain = patterns.filter((pattern) => !ofListener(pattern));
  return [
    {
      type: "ask",
      patterns: toAnyone.flatMap((said) => [
        said,
        `{metadata.to} (,) ${said}`,
        `(can|could|will|would) (you) tell me (,) ${said}`,
      ]),
      slots,
    },
    // "Ask Ada where she was": as she says, and nobody else's whereabouts.
    ...(["he", "she", "they"] as const).map(
      (they): Verb => ({
        type: "ask",
        patterns: patterns.flatMap((pattern) =>
          [pattern, ...asReported(pattern)].map((one) => `ask {metadata.to} (,) ${to(they)(one)}`),
        ),
        slots: { ...slots, "metadata.to": { ...toEach("Ask whom?"), kinds: [they === "they" ? "person" : they] } },
      }),
    ),
    ...(plain.length === 0
      ? []
      : [
          {
            type: "recall",
            patterns: plain,
            slots: { "metadata.about": about, aside: spoken },
            fixed: { what: "words" },
          },
        ]),
  ];
}

/** Kind of the one noun that such a question is about. */
export const askedKind = (topic: string): string => `asked:${topic}`;

const AUXILIARY = "(?:is|are|was|were|has|have|had|can|could|will|would|should)";
const INVERTED = new RegExp(`^(\\S+) (${AUXILIARY}(?:\\|${AUXILIARY})*) \\{you\\}`);
const THIRD: Readonly<Record<string, string>> = { are: "is|are", were: "was|were", have: "has|have" };

/** "Where were you" as it is reported: "where she was". */
function asReported(pattern: string): string[] {
  const inverted = INVERTED.exec(pattern);
  if (!inverted) return [];
  const [whole, asked, auxiliary] = inverted as unknown as [string, string, string];
  const said = new Set(auxiliary.split("|").flatMap((word) => (THIRD[word] ?? word).split("|")));
  return [`${asked} {you} ${[...said].join("|")}${pattern.slice(whole.length)}`];
}

const ofListener = (pattern: string): boolean => pattern.includes("{you}");
const to = (whom: string) => (pattern: string) => pattern.replaceAll("{you}", whom);

/** Other words for questions that the house answers anyway. */
export const ownQuestions = (questions: AuthorQuestions): Verb[] =>
  Object.entries(questions).map(([what, patterns]) => ({
    type: "recall",
    patterns,
    slots: { aside: spoken },
    fixed: { what },
  }));
