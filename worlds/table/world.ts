// The table as a world: its functions put together. Rules, fights and time live in their own files.
import { type Ask, type Entity, type Percept, Type, type World } from "@orrery/kernel";
import { compileAdventure } from "./adventure/compile.ts";
import { apply } from "./apply.ts";
import { decide, godDecide } from "./decide.ts";
import { explain } from "./explain.ts";
import { prompt } from "./gm/prompt.ts";
import { gmChecks } from "./gm/rulings.ts";
import { adventurer } from "./gm/scripted.ts";
import { legal } from "./legal.ts";
import { open } from "./open.ts";
import { bodyIn, canAct } from "./play/body.ts";
import { playerChecks } from "./play/check.ts";
import { onTurn } from "./play/fight.ts";
import { ATTRIBUTION, MODIFICATIONS } from "./rules/licence.ts";
import { actions, GM, godActions, type Table, type TableAction, type TableEvent } from "./shape.ts";
import type { TableState } from "./state.ts";
import { valid } from "./valid.ts";
import { eventOf1 } from "./versions.ts";
import { turnOf, view } from "./view/index.ts";
import { lexicon, nameOf, tell } from "./words.ts";

const GM_ONLY = Object.keys(gmChecks) as readonly TableAction["type"][];
const PLAYER_ONLY = (Object.keys(actions) as TableAction["type"][]).filter((type) => !GM_ONLY.includes(type));
const RULINGS = ["set_dc", "allow", "deny", "read_as"] as const;
const TELLING = ["spawn", "add_place", "add_prop", "change_prop", "advance_mission", "order", "narrate"] as const;

export const table = {
  id: "table",
  version: 2,
  about: {
    title: "Table",
    summary:
      "A tabletop adventure whose game master cannot lie: the rules roll, count and remember, and the prose follows.",
    rules: RULES(),
  },
  config: Type.Object(
    {
      adventure: Type.Record(Type.String(), Type.Unknown()),
      party: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1, maxItems: 6 })),
      debug: Type.Optional(Type.Boolean()),
      rating: Type.Optional(Type.Enum(["everyone", "teen", "mature"], { type: "string" })),
      lines: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 40 })),
      veils: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 40 })),
      gods: Type.Optional(Type.Array(Type.String())),
    },
    { additionalProperties: false },
  ),
  actions,
  open,
  actors: ({ order }) => [...order, GM],
  asks,
  check: { ...playerChecks, ...gmChecks },
  decide,
  apply,
  perceive,
  view,
  legal,
  explain,
  outcome: ({ ended, phase, adventure }) =>
    ended === null || phase !== "player" ? null : { ending: ended, title: adventure.endings[ended]!.title },
  valid,
  god: { actions: godActions, decide: godDecide },
  entities,
  words: {
    lexicon,
    tell,
    name: nameOf,
    ending: ({ ended, adventure }) => (ended === null ? "The story goes on" : adventure.endings[ended]!.title),
  },
  text: {
    compile: compileAdventure,
    given: ["party", "debug", "rating", "lines", "veils", "gods"],
    about: ({ adventure: { title, summary } }) => ({ title, summary }),
  },
  bots: { scripted: adventurer },
  botWords: { scripted: "Adventures by simple habits; as the game master it answers from the tables." },
  company: { bot: "scripted", seated: {}, first: "seat", staff: [GM] },
  prompt,
  upcast: { 1: eventOf1 },
} satisfies World<Table>;

function perceive(_before: TableState, event: TableEvent, { order }: TableState): Percept<Table>[] {
  const all = [...order, GM];
  if (event.type === "began") {
    const { hero: who, mode, input } = event;
    return all.map((to) => ({ to, what: { is: "acted", who, input: mode === "GOD" ? "" : input } }));
  }
  if (event.type !== "narrated") return [];
  const { sequence, mode, hero, input, narrative, god_mode_response } = event.told;
  return all.map((to) => ({ to, what: { is: "told", sequence, mode, hero, input, narrative, god_mode_response } }));
}

/** Asks the game master while something is to be ruled or told, else the actor on turn; outside fights anybody may speak up. */
function asks(state: TableState): readonly Ask<Table>[] {
  const turn = `${state.told?.sequence ?? 0}`;
  if (state.phase === "ruling")
    return [
      {
        id: `rule-${turn}`,
        to: GM,
        lane: "table",
        may: RULINGS,
        kind: "due",
        most: 1,
        attempts: 3,
        fallback: () => ({ actorId: GM, type: "deny", metadata: { why: "That leads nowhere just now." } }),
      },
    ];
  if (state.phase === "narration")
    return [
      {
        id: `tell-${turn}`,
        to: GM,
        lane: "table",
        may: TELLING,
        kind: "due",
        most: 8,
        attempts: 3,
        aloud: "metadata.narrative",
        fallback: () => legal(view(state, GM), GM)[0]!,
      },
    ];
  if (state.ended !== null) return [];
  const due = turnOf(state);
  const others = onTurn(state) === null ? state.order.filter((id) => id !== due && canAct(bodyIn(state, id))) : [];
  const ask = (to: string, kind: Ask<Table>["kind"]): Ask<Table> => ({
    id: `turn-${turn}-${to}`,
    to,
    lane: "table",
    may: PLAYER_ONLY,
    kind,
    most: 1,
  });
  return [ask(due, "due"), ...others.map((id) => ask(id, "standing"))];
}

function entities(state: TableState): Entity[] {
  return [
    ...state.order.map((id): Entity => {
      const { name, class: role, level, hp, gold, xp, dead } = state.heroes[id]!;
      return { id, name, type: "character", attributes: { class: role, level, hp, gold, xp, dead, place: state.at } };
    }),
    ...Object.values(state.npcs).map(
      ({ id, name, role, block, hp, place, disposition, hidden }): Entity => ({
        id,
        name,
        type: "npc",
        attributes: { role, block, hp, place, disposition, hidden },
      }),
    ),
    ...Object.values(state.adventure.places).map(
      ({ id, name }): Entity => ({
        id,
        name,
        type: "place",
        attributes: { known: state.places[id]!.known, visited: state.places[id]!.visited },
      }),
    ),
  ];
}

function RULES(): string {
  return [
    "Each turn you pick one of three to five choices or say in your own words what you do. The engine rolls every die and counts every coin; the game master tells what came of it and cannot change it.",
    "",
    "- **In a fight** you have an action, a bonus action, a reaction and your movement each turn. A round takes six seconds.",
    "- **Out of a fight** everything takes time, and deadlines do not wait.",
    "- **Think** costs no time and changes nothing.",
    "- Begin with `GOD MODE:` to change the world, if the table is yours; ask the game master to talk about the rules.",
    "",
    ATTRIBUTION,
    MODIFICATIONS,
  ].join("\n");
}
