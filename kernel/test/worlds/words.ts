// Words for worlds that only tests play: a name is a name, and a telling lists what was perceived.
import { canonical, type Shape, type Words } from "@orrery/kernel";

export function plainWords<S extends Shape>(types: readonly string[]): Words<S> {
  return {
    name: (_view, who) => who,
    lexicon: () => ({ verbs: types.map((type) => ({ type, patterns: [type] })), nouns: [] }),
    tell: ({ percepts, tried }) =>
      [...tried.flatMap(({ validation }) => validation.message ?? []), ...percepts.map(canonical)].join(" "),
  };
}
