// A house for tests of minds: a secret that is told on, a note that is read, a bell that moves people, two who are called alike.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixedOutside, type Orrery, openOrrery } from "@orrery/runtime";
import { memoryStore, type Store } from "@orrery/store";
import { folder, worlds } from "./open.ts";

const INN = `
title: The Inn
opening: Rain on the roof.
darkness: It is dark.
player: you
rooms:
  parlour: { description: A warm parlour., exits: { east: pantry, north: { to: yard, door: oak-door } } }
  pantry: { description: A cold pantry., exits: { west: parlour } }
  yard: { description: A wet yard., exits: { south: { to: parlour, door: oak-door } } }
doors:
  oak-door: { open: true }
things:
  brass-key: { in: pantry }
  iron-key: { in: parlour }
  bell: { in: parlour, fixed: true }
  odd: { name: "schlüssel 鍵", in: parlour }
  note: { in: parlour, text: "Ask Moll about the RUMOUR.", teaches: [rumour] }
people:
  you: { name: visitor, in: parlour }
  moll: { name: Moll, pronouns: she, in: pantry, knows: [culprit], answers: "Hm?", topics: { rumour: { says: "It was Ned, with the brass key.", teaches: [culprit] } } }
  ned: { name: Ned, pronouns: he, in: yard, answers: "What?" }
topics:
  culprit: { name: culprit }
  rumour: { name: rumour }
counters: { rings: 0 }
rules:
  ring: { on: { ring: bell }, do: [{ tell: "Dong." }, { counter: rings, add: 1 }, { person: ned, goes: parlour }, { person: ned, says: "You rang?" }, { set: oak-door, open: false }] }
endings: { never: { tone: won, text: Over., when: { counter: rings, atLeast: 9 } } }
`;

export interface Inn {
  readonly orrery: Orrery;
  readonly store: Store;
  readonly run: string;
  say(...texts: string[]): Promise<void>;
}

/** An inn that has just opened, in a given store. `change` alters its text. */
export async function openInn(
  t: { after(work: () => void): void },
  { store = memoryStore(), change = (text: string) => text }: { store?: Store; change?: (text: string) => string } = {},
): Promise<Inn> {
  const file = join(folder(t), "inn.yaml");
  writeFileSync(file, change(INN));
  const orrery = await openOrrery({ store, worlds, outside: fixedOutside("inn"), files: true });
  const { run } = await orrery.createRun({ world: file, seed: "s" });
  const say = async (...texts: string[]) => {
    for (const text of texts) await orrery.submit(run, { text });
  };
  return { orrery, store, run, say };
}
