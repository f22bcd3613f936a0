// What a model in the game master's or a player's seat is told: stable parts first, then the turn. It writes prose and choices; numbers are computed and only shown to it.
import type { Asked, Prompt, PromptPart } from "@orrery/kernel";
import { canonical, type Static, Type } from "@orrery/kernel";
import { actions, GM, NarrationSchema, type Table } from "../shape.ts";
import type { DeskView, TableView } from "../view/types.ts";
import { recall } from "./recall.ts";

const VERSION = 2;
const part = (id: string, text: string, stable = true): PromptPart => ({ id, version: VERSION, stable, text });
const closed = { additionalProperties: false };

export function prompt(asked: Asked<Table>): Prompt {
  const { view } = asked;
  if (view.role === "player") return playerPrompt(asked);
  return view.phase === "ruling" ? rulingPrompt(view) : tellingPrompt(view);
}

const ROLE = (view: TableView): string =>
  `You are the game master of "${view.title}", a tabletop adventure. ${view.summary}\nThe engine holds the truth: it rolls every die, counts every coin, and moves time. You never invent a roll, a number or an item. A person, a place or scenery of your own is proposed beside the telling, and true once the engine takes it up. What the engine says has happened, has happened; what it does not say, has not.`;

const LIMITS = ({ limits }: TableView): string =>
  `# This table\nRated ${limits.rating}.${limits.lines.length > 0 ? ` Never mention: ${limits.lines.join(", ")}.` : ""}${limits.veils.length > 0 ? ` Keep out of sight: ${limits.veils.join(", ")}.` : ""}\nNever write alignments, personality types, ids, or numbers of hit points in the prose.`;

const TELLING = `# How you answer
One JSON object and nothing else:
- narrative: 2 to 5 short paragraphs of prose, in the second person for a party of one, else in the third. Tell every fact, in order. Let people speak in their own manner. Never act or speak for the players' characters beyond what they did.
- thinking: one or two sentences on the situation, for players to read. No secrets.
- choices: the offered ones by their keys, reworded if you like, 3 to 5 with other_action. You may replace at most one by a choice of your own with a snake_case key. Each has text (2 to 5 words), description (one sentence), risk_level (low, medium, high).
- analysis: only after thinking: {pros: [...], cons: [...], confidence: low | medium | high}.
- dm_notes: your own notes, never shown.
- inventions: leave out, unless the telling needs somebody or something that is not there yet. {"people": [{"name", "role", "block", "gender", "age", "disposition": friendly | neutral, "mbti", "alignment"}], "places": [{"name", "description", "miles", "ground": road | wild}], "props": [{"name", "description"}], "changed": [{"id", "state": whole | open | empty | broken | gone}], "missions": [{"mission_id", "title", "status": offered | accepted | failed, "objective"}]}. block is a creature of the rules: commoner, guard, acolyte, bandit, cultist, priest, wolf. A prop is scenery and no gear. Name what you invent in the narrative.
- state_updates: leave out, or {"custom_campaign_state": {"core_memories": {"append": "..."}}} for something that must be remembered.
Example:
{"narrative": "The bolt is drawn before you have knocked twice...", "thinking": "The miller knows more than he says.", "choices": {"press_him": {"text": "Press him", "description": "Ask again, and do not look away.", "risk_level": "medium"}, "look_around": {"text": "Look around", "description": "Let him talk while you take in the room.", "risk_level": "low"}, "other_action": {"text": "Other Action", "description": "Describe a different action you would like to take.", "risk_level": "low"}}}`;

function tellingPrompt(view: TableView): Prompt {
  const desk = view.desk!;
  return {
    parts: [
      part("role", ROLE(view)),
      part("limits", LIMITS(view)),
      part("people", peopleText(desk)),
      part("answer", TELLING),
      part("state", stateText(view, desk), false),
      part("turn", turnText(desk), false),
    ],
    output: { name: "narration", schema: TellingSchema },
    actions: (output) => tellingActions(output as GmTelling),
  };
}

/** What may be invented in one turn, each held to the contract of its action. */
const TellingSchema = Type.Object(
  {
    ...NarrationSchema.properties,
    inventions: Type.Optional(
      Type.Object(
        {
          people: Type.Optional(Type.Array(actions.spawn.metadata, { maxItems: 2 })),
          places: Type.Optional(Type.Array(actions.add_place.metadata, { maxItems: 1 })),
          props: Type.Optional(Type.Array(actions.add_prop.metadata, { maxItems: 2 })),
          changed: Type.Optional(
            Type.Array(Type.Object({ id: Type.String(), ...actions.change_prop.metadata.properties }, closed), {
              maxItems: 1,
            }),
          ),
          missions: Type.Optional(Type.Array(actions.advance_mission.metadata, { maxItems: 1 })),
        },
        closed,
      ),
    ),
  },
  closed,
);
type GmTelling = Static<typeof TellingSchema>;

/** Inventions first, so that the telling may name them. */
function tellingActions({ inventions = {}, ...narration }: GmTelling): readonly unknown[] {
  const { people = [], places = [], props = [], changed = [], missions = [] } = inventions;
  const by = (type: string) => (metadata: object) => ({ actorId: GM, type, metadata });
  return [
    ...people.map(by("spawn")),
    ...places.map(by("add_place")),
    ...props.map(by("add_prop")),
    ...changed.map(({ id, ...metadata }) => ({ actorId: GM, type: "change_prop", targetId: id, metadata })),
    ...missions.map(by("advance_mission")),
    by("narrate")(narration),
  ];
}

const RulingSchema = Type.Object(
  {
    ruling: Type.Enum(["as_choice", "check", "allow", "deny"], { type: "string" }),
    choice: Type.Optional(Type.String()),
    skill: Type.Optional(Type.String()),
    dc: Type.Optional(Type.Integer({ minimum: 5, maximum: 30 })),
    minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 480 })),
    what: Type.Optional(Type.String()),
    yes: Type.Optional(Type.String()),
    no: Type.Optional(Type.String()),
    why: Type.Optional(Type.String()),
  },
  closed,
);

const RULING = `# How you rule
A player said something in free words. Answer with one JSON object:
- {"ruling": "as_choice", "choice": KEY}: it is one of the offered choices in other words.
- {"ruling": "check", "skill": SKILL, "dc": 5 to 30, "minutes": N, "what": "tries to ...", "yes": "what then is so", "no": "what then is so"}: it may fail. 10 is easy, 15 is fair, 20 is hard.
- {"ruling": "allow", "what": "what happens", "minutes": N}: it cannot fail. Nothing is gained by it that the rules would give.
- {"ruling": "deny", "why": "in the story, why it does not work"}: it cannot be done, or it claims something that the player does not have.
In a fight minutes is 0.`;

function rulingPrompt(view: TableView): Prompt {
  const desk = view.desk!;
  return {
    parts: [
      part("role", ROLE(view)),
      part("limits", LIMITS(view)),
      part("people", peopleText(desk)),
      part("ruling", RULING),
      part("state", stateText(view, desk), false),
      part("said", `# The player says\n${desk.input}\n\n# Offered\n${offersText(desk)}`, false),
    ],
    output: { name: "ruling", schema: RulingSchema },
    actions: (output) => [rulingAction(output as Readonly<Record<string, unknown>>)],
  };
}

function rulingAction({
  ruling,
  choice,
  skill,
  dc,
  minutes,
  what,
  yes,
  no,
  why,
}: Readonly<Record<string, unknown>>): unknown {
  switch (ruling) {
    case "as_choice":
      return { actorId: GM, type: "read_as", metadata: { action: { type: "choose", metadata: { key: choice } } } };
    case "check":
      return {
        actorId: GM,
        type: "set_dc",
        metadata: {
          skill: String(skill).toLowerCase().replaceAll(" ", "_"),
          dc,
          what,
          yes,
          no,
          ...(minutes === undefined ? {} : { minutes }),
        },
      };
    case "allow":
      return { actorId: GM, type: "allow", metadata: { what, minutes: minutes ?? 0 } };
    default:
      return { actorId: GM, type: "deny", metadata: { why } };
  }
}

const peopleText = ({ people }: DeskView): string =>
  `# People of the adventure\n${people.map(({ name, manner, dead }) => `- ${name}${dead ? " (dead)" : ""}: ${manner}`).join("\n")}`;

const offersText = ({ offers }: DeskView): string =>
  offers.map(({ key, text, description, risk }) => `- ${key} (${risk}): ${text}. ${description}`).join("\n");

/** What the turn is about: words that were said, and names at hand. */
const cueOf = ({ here, location, missions }: TableView, { input, facts }: DeskView): string =>
  [
    input,
    location.name,
    ...here.map(({ name }) => name),
    ...missions.flatMap(({ status, title }) => (status === "accepted" ? [title] : [])),
    ...facts.flatMap((fact) => (fact.is === "said" ? [fact.words] : [])),
  ].join(" ");

function stateText(view: TableView, desk: DeskView): string {
  const combat = view.combat
    ? `\nFight, round ${view.combat.round}: ${view.combat.combatants.map(({ name, side, health, conditions }) => `${name} (${side}, ${[health, ...conditions].join(", ")})`).join("; ")}`
    : "";
  return [
    `# As things stand\n${view.sessionHeader}`,
    `Here: ${view.here.map(({ name, role, disposition }) => `${name} (${role}, ${disposition})`).join("; ") || "nobody"}`,
    `Scenery: ${view.props.map(({ id, name, state, description }) => `${name} (${id}, ${state}): ${description}`).join("; ") || "none of note"}`,
    `Ways: ${view.ways.map(({ name, miles }) => `${name} (${miles} miles)`).join("; ") || "none"}`,
    `Dead: ${desk.dead.join(", ") || "nobody"}`,
    `Missions: ${view.missions.map(({ title, status }) => `${title} (${status})`).join("; ") || "none"}`,
    `Deadlines: ${view.deadlines.map(({ description, secondsLeft, status }) => `${description} (${status === "fired" ? "past" : `${Math.floor(secondsLeft / 60)} min`})`).join("; ") || "none"}`,
    `Remembered, oldest first:\n${
      recall(view.memories, cueOf(view, desk))
        .map((memory) => `- ${memory}`)
        .join("\n") || "- nothing yet"
    }`,
    desk.scene
      ? `Scene: ${desk.scene.text.join(" ")}\nYou know, and players do not: ${desk.scene.secret || "nothing"}`
      : "",
  ]
    .filter(Boolean)
    .join("\n")
    .concat(combat);
}

const turnText = (desk: DeskView): string =>
  `# This turn (${desk.mode} mode)\nThe player: ${desk.input || "(the story begins)"}\nWhat happened, in order:\n${desk.facts.map((fact) => `- ${canonical(fact)}`).join("\n") || "- nothing"}\nRolls: ${desk.rolls.join(" | ") || "none"}\n${desk.ending ? `The story ends here: ${desk.ending.text}\n` : ""}\n# Offered\n${offersText(desk)}`;

const PlayerSchema = Type.Object(
  { choice: Type.Optional(Type.String()), words: Type.Optional(Type.String({ maxLength: 400 })) },
  closed,
);

/** A model in a player's seat picks a choice or says something. */
function playerPrompt({ view }: Asked<Table>): Prompt {
  const { you } = view;
  return {
    parts: [
      part(
        "role",
        `You play ${you?.name}, a level ${you?.level} ${you?.class.toLowerCase()}, in "${view.title}". Answer with one JSON object: {"choice": KEY} for one of the offered choices, or {"words": "what you do"} in a sentence.`,
      ),
      part("scene", `# Now\n${view.sessionHeader}\n${view.narrative}`, false),
      part(
        "choices",
        `# Offered\n${view.choices.map(({ key, text, description, chance }) => `- ${key}: ${text}. ${description}${chance === null ? "" : ` (${chance} %)`}`).join("\n")}`,
        false,
      ),
    ],
    output: { name: "move", schema: PlayerSchema },
    actions(output) {
      const { choice, words } = output as { readonly choice?: string; readonly words?: string };
      return [
        choice !== undefined && choice !== "other_action"
          ? { actorId: view.who, type: "choose", metadata: { key: choice } }
          : { actorId: view.who, type: "say", metadata: { text: words ?? "I wait." } },
      ];
    },
  };
}
