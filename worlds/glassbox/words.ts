// How the game is spoken of: what a viewer is told of a turn, and the words with which a person may act. From views and percepts alone.
import type { Lexicon, Noun, Slot, Telling, Verb } from "@orrery/kernel";
import { SKIP } from "./meet.ts";
import { isSystem, SABOTAGES, type System } from "./sabotages/index.ts";
import { TICK_MS } from "./settings.ts";
import type { DeedKind, GlassBox, GlassPercept, GlassView, SeenDoing, Win, Winner, Witnessed } from "./shape.ts";
import { type Station, stationOf } from "./station/index.ts";

export const nameOf = (view: GlassView, who: string): string => view.players.find(({ id }) => id === who)?.name ?? who;

export const placeName = ({ place }: Station, id: string): string => `the ${place.get(id)?.name ?? id}`;
export const siteName = (station: Station, id: string): string => {
  const site = station.site.get(id);
  return site ? `the ${site.name} in ${placeName(station, site.place)}` : id;
};
export const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "nobody") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
export const clock = (tick: number): string => {
  const seconds = Math.trunc((tick * TICK_MS) / 1000);
  return `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

// ---------------------------------------------------------------- telling

export function tell({ who, before, after, percepts, tried }: Telling<GlassBox>): string {
  if (before === null) return opening(after);
  const refused = tried.flatMap(({ validation }) => (validation.success ? [] : [validation.message ?? ""]));
  const happened = percepts.flatMap((percept) => narrate(percept, after, who));
  const now = after.ask ? [situation(before, after)] : [];
  return [...refused, ...happened, ...now].filter((line) => line !== "").join("\n");
}

function opening(view: GlassView): string {
  const { you, settings, players } = view;
  const many = settings.impostors;
  const role =
    you.role === "impostor"
      ? `You are ${many === 1 ? "the impostor" : "an impostor"}${you.partners.length > 0 ? `, with ${list(you.partners.map((id) => nameOf(view, id)))}` : ""}. Kill the crew until no more of them are left than of you, and do not be found out.`
      : `You are crew. Do your tasks, and find the impostor${many === 1 ? "" : "s"} among you: there ${many === 1 ? "is one" : `are ${many}`}.`;
  const tasks = you.tasks.map(
    ({ name, location }) => `${name}${location ? ` (${placeName(stationOf(settings), location)})` : ""}`,
  );
  return [
    `${players.length} are on board, and you are ${you.name}. ${role}`,
    tasks.length > 0 ? `${you.role === "impostor" ? "You can pretend to" : "Your tasks"}: ${tasks.join("; ")}.` : "",
    situation(null, view),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** Where one stands when one is asked. */
function situation(before: GlassView | null, view: GlassView): string {
  const { you, vision, ask, meeting } = view;
  const station = stationOf(view.settings);
  if (ask === null) return "";
  switch (ask.kind) {
    case "end":
      return "The game is over. What have you learned?";
    case "vote":
      return "Vote: a name, or skip.";
    case "discussion":
      return `It is yours to speak${meeting && meeting.rounds > 1 ? ` (round ${meeting.round} of ${meeting.rounds})` : ""}.`;
    case "interrupt":
      return `${errand(view)}Note down what you were doing.`;
    case "preparation":
      return "Think about what you will say.";
    case "deliberation":
      return "All have spoken. What do you think now?";
    case "consolidation":
      return "The meeting is over. What will you do next?";
  }
  const moved = before?.you.location !== you.location || before?.phase !== view.phase;
  const here =
    you.vent !== null ? "You are in the vent" : moved ? `You are in ${placeName(station, you.location)}` : "";
  const seen = vision.players_visible.filter(({ via }) => via !== "ghost");
  const others = seen.map(
    ({ id, doing, location }) =>
      `${nameOf(view, id)} (${DOINGS[doing]}${location === you.location ? "" : `, ${placeName(station, location)}`})`,
  );
  const company =
    seen.length > 0 ? `You see ${list(others)}.` : moved && you.status === "alive" ? "Nobody is in sight." : "";
  return [here && `${here}.`, company].filter((part) => part !== "").join(" ");
}

/** What the meeting has broken off, in words. */
function errand(view: GlassView): string {
  const { interrupted } = view.you;
  if (!interrupted) return "";
  const { heading, at_work, location } = interrupted;
  const station = stationOf(view.settings);
  const to = (id: string) =>
    station.site.has(id) ? siteName(station, id) : station.place.has(id) ? placeName(station, id) : nameOf(view, id);
  if (at_work) return `You were at ${siteName(station, at_work.site)}. `;
  return heading === null
    ? `You were in ${placeName(station, location)}. `
    : `You were on your way to ${to(heading)}. `;
}

const DOINGS: Readonly<Record<SeenDoing, string>> = {
  standing: "standing",
  walking: "walking",
  task: "at a task",
  visual_task: "at a task that cannot be faked",
  panel: "mending a panel",
  cameras: "at the camera screens",
  admin: "at the admin table",
  vitals: "at the vitals screen",
  vent: "in a vent",
};

function narrate(percept: GlassPercept, view: GlassView, who: string): string[] {
  const name = (id: unknown) => (id === who ? "you" : nameOf(view, String(id)));
  const station = stationOf(view.settings);
  switch (percept.type) {
    case "sight": {
      const at = clock(percept.tick);
      return [
        ...percept.in.map(
          ([id, place]) => `${at} ${upper(name(id))} comes into sight in ${placeName(station, place)}.`,
        ),
        ...percept.out.map(([id, place]) => `${at} You lose sight of ${name(id)} at ${placeName(station, place)}.`),
        ...percept.bodies.map(([id, place]) => `${at} The body of ${name(id)} lies in ${placeName(station, place)}.`),
      ];
    }
    case "witnessed":
      return [
        ...(percept.what === "ejection" ? [ballots(view, name)] : []),
        `${clock(percept.tick)} ${witnessedText(station, percept, name)}`,
      ];
    case "news": {
      const { event } = percept;
      if (event.type === "spoke") return event.text === "" ? [] : [`${upper(name(event.who))}: “${event.text}”`];
      if (event.type === "started") return ["The game begins."];
      if (event.type === "resumed") return ["Everyone goes back to work."];
      return event.type === "ended" ? [`${endedHow(event)}.`, impostorsSentence(view, name)] : [];
    }
    default:
      return [];
  }
}

function witnessedText(station: Station, { what, data }: Witnessed, name: (id: unknown) => string): string {
  const place = data["location"] == null ? "" : placeName(station, String(data["location"]));
  switch (what) {
    case "kill":
      return data["killer"] === null
        ? `${upper(name(data["victim"]))} drops dead in ${place}.`
        : `${upper(name(data["killer"]))} ${name(data["killer"]) === "you" ? "kill" : "kills"} ${name(data["victim"])} in ${place}!`;
    case "own_death":
      return data["killer"] === null
        ? "You are dead. You go on as a ghost."
        : `${upper(name(data["killer"]))} kills you in ${place}. You go on as a ghost.`;
    case "vent":
      return `${upper(name(data["player"]))} ${data["action"] === "entered" ? "climbs into" : "climbs out of"} a vent in ${place}!`;
    case "near_body":
      return `${upper(name(data["player"]))} stands over the body of ${name(data["body"])} in ${place}!`;
    case "visual_task":
      return `${upper(name(data["player"]))} is seen to do real work at ${siteName(station, String(data["object"]))}.`;
    case "body":
      return `The body of ${name(data["player"])} lies in ${place}.`;
    case "kill_interrupted":
      return `Your kill was interrupted: ${name(data["player"])} lives.`;
    case "failed":
      return "It came to nothing.";
    case "sabotage":
      return `Alarm: somebody has sabotaged ${SABOTAGES[data["system"] as System].name}.`;
    case "sabotage_over":
      return data["how"] === "meeting"
        ? "The alarm is over: everyone is called to the table."
        : `${upper(SABOTAGES[data["system"] as System].name)}: mended.`;
    case "doors":
      return `The doors of ${place} fall shut.`;
    case "meeting":
      return data["body"] === null
        ? `${upper(name(data["by"]))} ${name(data["by"]) === "you" ? "call" : "calls"} an emergency meeting.`
        : `${upper(name(data["by"]))} ${name(data["by"]) === "you" ? "report" : "reports"} the body of ${name(data["body"])}.`;
    case "ejection": {
      if (data["player"] === null) return "Nobody is ejected.";
      const sure = data["was_impostor"] === null ? "" : data["was_impostor"] ? " An impostor." : " Not an impostor.";
      return `${upper(name(data["player"]))} ${name(data["player"]) === "you" ? "are" : "is"} ejected.${sure}`;
    }
    case "task_done":
      return data["whole"] ? "A task is done." : "One step of a task is done.";
    case "disconnected":
      return `${upper(name(data["player"]))} has left the game.`;
  }
}

/** The votes of the last meeting, the most wanted first; only numbers if votes are anonymous. */
function ballots({ past_meetings }: GlassView, name: (id: unknown) => string): string {
  const { votes, tally } = past_meetings.at(-1)!;
  const choices = Object.keys(tally).sort((a, b) => tally[b]! - tally[a]!);
  if (choices.length === 0) return "Nobody votes.";
  const voters = Object.keys(votes);
  const lines = choices.map((choice) => {
    const who = voters.filter((id) => votes[id] === choice).map(name);
    return `${choice === SKIP ? "nobody" : name(choice)} ${who.length > 0 ? `(${list(who)})` : tally[choice]!}`;
  });
  return `Votes for ${lines.join("; for ")}.`;
}

/** Who it was, when all may know. */
function impostorsSentence({ players }: GlassView, name: (id: unknown) => string): string {
  const names = players.flatMap(({ id, role }) => (role === "impostor" ? [name(id)] : []));
  return `${upper(list(names))} ${names.length > 1 || names[0] === "you" ? "were" : "was"} the impostor${names.length > 1 ? "s" : ""}.`;
}

const BECAUSE: Readonly<Record<Win, string>> = {
  tasks: "all tasks are done",
  ejection: "no impostor is left",
  parity: "no more crew than impostors are left",
  sabotage: "the station is lost",
  disconnected: "no impostor is left",
  time: "time has run out",
  god: "so it was decided from above",
};
const WINS: Readonly<Record<Winner, string>> = {
  crew: "The crew wins",
  impostors: "The impostors win",
  nobody: "Nobody wins",
};
/** Who has won and by what, without its full stop. */
export const endedHow = ({ winner, by }: { readonly winner: Winner; readonly by: Win }): string =>
  `${WINS[winner]}: ${BECAUSE[by]}`;

// ---------------------------------------------------------------- words to act with

const slot = (kinds: readonly string[], ask: string, prefer?: string): Slot => ({
  kinds,
  ask,
  ...(prefer ? { prefer } : {}),
});
/** A verb for a deed without spoken metadata. */
const verb = (type: DeedKind, patterns: readonly string[], name?: "target" | "location", of?: Slot): Verb => ({
  type,
  patterns,
  fixed: {},
  ...(name && of ? { slots: { [name]: of } } : {}),
});
const speakVerb = (pattern: string): Verb => ({
  type: "speak",
  patterns: [pattern],
  slots: { "metadata.text": { kinds: ["text"], ask: "Say what?" } },
});
const VERBS: readonly Verb[] = [
  speakVerb("say|tell|shout|answer|reply|speak {metadata.text}"),
  { type: "speak", patterns: ["silence", "be|stay|keep silent|quiet", "say nothing", "pass"], fixed: { text: "" } },
  verb("vote", ["vote|eject {target}", "vote for|against|out {target}"], "target", slot(["choice"], "Vote for whom?")),
  verb("vote", ["skip|abstain", "skip vote|voting"], "target", slot(["skip"], "Skip?", "skip")),
  verb(
    "move",
    ["follow|shadow|tail {target}", "go|walk|run after|with {target}"],
    "target",
    slot(["player"], "Follow whom?", "followed"),
  ),
  verb(
    "move",
    [
      "go|walk|run|move|head|return|enter|visit {location}",
      "go|walk|run|move|head|return (back) to|into|towards {location}",
      "{location}",
    ],
    "location",
    slot(["place"], "Go where?"),
  ),
  verb(
    "interact",
    ["report {target}", "report body of {target}"],
    "target",
    slot(["body"], "Report which body?", "body"),
  ),
  verb(
    "interact",
    ["press|push|hit {target}", "emergency", "call (an) (emergency) meeting"],
    "target",
    slot(["button"], "Press what?", "button"),
  ),
  verb(
    "interact",
    ["vent", "climb|crawl|jump|get|hide|go into|in|through|out {target}", "exit {target}"],
    "target",
    slot(["vent"], "Which vent?", "vent"),
  ),
  verb("interact", ["fix|repair|hold {target}"], "target", slot(["panel"], "Fix what?", "panel")),
  verb("interact", ["watch|check {target}", "look at {target}"], "target", slot(["console"], "Watch what?", "console")),
  verb(
    "interact",
    ["do|start|use|finish {target}", "work (on|at) {target}", "{target}"],
    "target",
    slot(["usable"], "Do what?", "task"),
  ),
  verb("kill", ["kill|murder|stab {target}"], "target", slot(["player"], "Kill whom?", "victim")),
  verb(
    "sabotage",
    ["sabotage|break|cut {target}", "close|shut|lock {target}", "turn|switch off {target}"],
    "target",
    slot(["system"], "Sabotage what?"),
  ),
  verb(
    "fake_task",
    ["fake {target}", "pretend (at|to) {target}"],
    "target",
    slot(["fake"], "Pretend to do what?", "fake"),
  ),
  verb("wait", ["wait|stay|continue|z", "do nothing", "go|carry on"]),
  verb("reflect", ["think|reflect|ok|okay|ready"]),
];

/** In a discussion every sentence is speech; the verb before it may be left out. */
const TALKING: readonly Verb[] = [...VERBS.filter(({ type }) => type === "speak"), speakVerb("{metadata.text}")];

/** Who is asked for a vote may answer with the name alone. */
const VOTING: readonly Verb[] = [verb("vote", ["{target}"], "target", slot(["choice"], "Vote for whom?")), ...VERBS];

export function lexicon(view: GlassView): Lexicon {
  const { types } = view.available_actions;
  const nouns = nounsOf(view);
  if (types.includes("speak")) return { verbs: TALKING, nouns, speech: { type: "speak", text: "text" } };
  return { verbs: types.includes("vote") ? VOTING : VERBS, nouns };
}

function nounsOf(view: GlassView): Noun[] {
  const { available_actions: can } = view;
  const nouns: Noun[] = [];
  const station = stationOf(view.settings);
  for (const { id, name, aliases } of station.places)
    nouns.push({ id, names: [name.toLowerCase(), id.replaceAll("_", " "), ...aliases], kinds: ["place"] });
  for (const { id, name } of view.players) {
    const kinds = ["player"];
    if (can.available_follows.includes(id)) kinds.push("followed");
    if (can.available_kills.includes(id)) kinds.push("victim");
    if (can.available_votes.includes(id)) kinds.push("choice");
    nouns.push({ id, names: name === id ? [id] : [name.toLowerCase(), id], kinds, pronouns: ["them", "him", "her"] });
  }
  if (can.available_votes.includes(SKIP))
    nouns.push({ id: SKIP, names: ["skip", "nobody", "no one"], kinds: ["choice", "skip"] });
  for (const id of new Set([...can.available_interactions, ...can.available_fakes])) nouns.push(thing(view, id, can));
  for (const id of can.available_sabotages) nouns.push({ id, names: systemNames(station, id), kinds: ["system"] });
  return nouns;
}

function thing(view: GlassView, id: string, can: GlassView["available_actions"]): Noun {
  const station = stationOf(view.settings);
  const site = station.site.get(id);
  const fake = can.available_fakes.includes(id) ? ["fake"] : [];
  if (!site) {
    const who = nameOf(view, id.slice("body_".length)).toLowerCase();
    return { id, names: [`${who} body`, `body of ${who}`, who, "body"], kinds: ["body", "usable"], pronouns: ["it"] };
  }
  const names = [
    site.name,
    ...(site.kind === "vent" ? [`${station.place.get(site.place)!.name.toLowerCase()} vent`] : []),
  ];
  const kinds: Readonly<Record<typeof site.kind, readonly string[]>> = {
    task: ["task"],
    vent: ["vent"],
    button: ["button"],
    panel: ["panel"],
    cameras: ["console"],
    admin: ["console"],
    vitals: ["console"],
  };
  const task = view.you.tasks.find((one) => one.site === id);
  const usable = can.available_interactions.includes(id) ? ["usable", ...kinds[site.kind]] : [];
  return {
    id,
    names: task ? [...names, task.name, "task", "work"] : names,
    kinds: [...usable, ...fake],
    pronouns: ["it"],
  };
}

function systemNames({ place }: Station, id: string): readonly string[] {
  if (isSystem(id)) return SABOTAGES[id].words;
  const room = place.get(id.slice("doors_".length))!;
  return [room.name, ...room.aliases].flatMap((name) => [
    `${name.toLowerCase()} doors`,
    `doors of ${name.toLowerCase()}`,
  ]);
}
