// What a person is told of a turn: template narration from percepts and views alone, with a choice of wordings.
import type { Telling, Validation } from "@orrery/kernel";
import { GAMEMASTER } from "../model/state.ts";
import { answer } from "../people/answers.ts";
import { deedSaid } from "../people/wanted.ts";
import type { Named, Scene, Seen } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import type { HousePercept, Told } from "../sense/told.ts";
import type { HouseView, ViewExit } from "../sense/view.ts";
import type { House } from "../shape.ts";
import { closely, holding, roomInBrief, roomInFull, searched } from "./describe.ts";
import { ATTEMPTED } from "./explain.ts";
import {
  and,
  areAll,
  counted,
  fromThe,
  is,
  isCommon,
  lies,
  list,
  object,
  possessive,
  quoted,
  reflexive,
  saidOf,
  sentence,
  subject,
  the,
  third,
  toward,
  upper,
  within,
} from "./grammar.ts";
import { phrased } from "./style.ts";
import { type Choice, choiceOf, NOTHING_WORDED, type Worded, wordedAfter } from "./wordings.ts";

/** Paragraphs stand alone; sentences flow together. */
interface Piece {
  readonly text: string;
  readonly apart?: true;
}

interface Teller {
  readonly who: string;
  readonly view: HouseView;
  /** Of the percept that is being told. */
  dice: Choice;
  readonly worded: ReadonlyMap<HousePercept, Choice>;
  /** Rooms that need no full description any more. */
  readonly known: Set<string>;
  lit: boolean;
}

export function tell({ who, before, after, percepts, tried, dice }: Telling<House>): string {
  if (after.you.id === GAMEMASTER) return forMaster(before, after);
  if (before === null)
    return [after.title, after.opening.trim(), here(after), endOf(after)].filter(Boolean).join("\n\n");
  const known = new Set(Object.entries(before.map).flatMap(([id, { seen }]) => (seen ? [id] : [])));
  const worded = choices(before, percepts, who, dice);
  const teller: Teller = {
    who,
    view: after,
    dice: choiceOf(dice, before.worded ?? NOTHING_WORDED),
    worded,
    known,
    lit: before.lit,
  };
  const pieces: Piece[] = [];
  const groups = grouped(percepts, who);
  for (const percept of groups.shift() ?? []) pieces.push(...narrate(teller, percept));
  const results = tried.map(({ validation }) => ({ validation, group: matched(groups, validation) }));
  for (let i = 0; i < results.length; i++) {
    const { validation, group } = results[i]!;
    const same = gathered(results.slice(i).map((one) => one.group));
    if (same.length > 1) {
      pieces.push({ text: together(same) });
      teller.lit = group.at(-1)!.scene.lit;
      i += same.length - 1;
      continue;
    }
    const seen = inspected(
      teller,
      results.slice(i).map((one) => one.group),
    );
    if (seen.length > 0) {
      for (const percept of seen) pieces.push({ text: underName(teller, percept), apart: true });
      i += seen.length - 1;
      continue;
    }
    const waits = waited(results.slice(i).map((one) => one.group));
    if (waits > 1) {
      i += waits - 1;
      pieces.push({ text: `You let ${counted(waits)} moments go by.` });
      for (const percept of results[i]!.group.slice(1)) pieces.push(...narrate(teller, percept));
      continue;
    }
    const then = group
      .slice(1)
      .filter(({ told }) => !(group[0]?.told?.type === "ruled" && told && SAID.has(told.type)));
    // What a rule says of it is better than the bare fact.
    const isTold =
      (group[0]?.told?.type === "used" || group[0]?.told?.type === "accused") &&
      then.some((percept) => percept.told?.type === "narrated");
    if (isTold) teller.lit = group[0]!.scene.lit;
    else if (!validation.success) {
      const text = failure(teller, group[0] ?? null, then, validation);
      if (pieces.at(-1)?.text !== text) pieces.push({ text });
    } else if (group[0]) pieces.push(...narrate(teller, group[0]));
    const quiet = then.flatMap(({ told }) => (told && isQuiet(told) ? [told] : []));
    const heard = quiet.length > 1 ? then.filter(({ told }) => !told || !isQuiet(told)) : then;
    const [said] = group;
    if (said?.told?.type === "informed" && !then.some(({ told }) => told?.type === "said" || told?.type === "caught"))
      pieces.push({ text: unmoved(teller, said, said.told.to) });
    for (const percept of heard) pieces.push(...narrate(teller, percept));
    if (quiet.length > 1) pieces.push({ text: nothingStirs(quiet) });
    if (
      group.length === 1 &&
      (group[0]!.told?.type === "used" || group[0]!.told?.type === "accused") &&
      i === results.length - 1
    )
      pieces.push({
        text: inVain(teller, group[0]!),
      });
  }
  for (const group of groups) for (const percept of group) pieces.push(...narrate(teller, percept));
  return flow(pieces);
}

/** What a game master is asked to rule on; nothing while nobody tries anything unheard of. */
function forMaster(before: HouseView | null, { title, ruling, ended }: HouseView): string {
  if (before === null && !ruling)
    return `${title}\n\nYou are the game master. You will be asked when somebody tries what no rule knows.`;
  if (ended || !ruling) return "";
  const { who, how, what, proposal } = ruling;
  const means = ruling.with ? ` with ${the(ruling.with)}` : "";
  const said = ruling.words === null ? "" : ` ${quoted(ruling.words)}`;
  const does = (part: typeof proposal.success) => part.tell.trim();
  return [
    `${upper(the(who))} tries to ${ATTEMPTED[how]} ${what ? the(what) : "something"}${means}.${said}`,
    proposal.possible
      ? [
          proposal.difficulty > 1
            ? `The house would ask for ${proposal.difficulty} or more on a die of twenty.`
            : "The house would let it happen.",
          proposal.stakes,
          `If it works: ${does(proposal.success)}`,
          ...(proposal.difficulty > 1 ? [`If not: ${does(proposal.failure)}`] : []),
        ]
          .filter(Boolean)
          .join(" ")
      : `The house would refuse: ${does(proposal.failure)}`,
    "ALLOW that as it is, say EASIER or HARDER, or REFUSE it.",
  ].join("\n\n");
}

/** What the words of a ruling have said already. */
const SAID: ReadonlySet<Told["type"]> = new Set(["door_moved", "lock_clicked", "broke"]);

const here = (view: HouseView): string => roomInFull(view, view.exits);
const endOf = (view: HouseView): string => (view.ended ? ending(view.ended) : "");
const ending = ({ text, title }: { text: string; title: string }): string => `${text.trim()}\n\n— ${title} —`;

function flow(pieces: readonly Piece[]): string {
  let text = "";
  let apart = true;
  for (const piece of pieces) {
    if (piece.text === "") continue;
    text += text === "" ? "" : apart || piece.apart ? "\n\n" : " ";
    text += piece.text;
    apart = piece.apart ?? false;
  }
  return text;
}

/** First what came before anything of one's own, then each own act with what follows from it. */
function grouped(percepts: readonly HousePercept[], who: string): HousePercept[][] {
  const groups: HousePercept[][] = [[]];
  for (const percept of percepts) {
    if (isOwn(percept.told, who)) groups.push([percept]);
    else groups.at(-1)!.push(percept);
  }
  return groups;
}
const isOwn = (told: Told | null, who: string): boolean => told !== null && "who" in told && told.who?.id === who;

/** A success has a group; a failure has one when it was tried and none when it was refused. */
function matched(groups: HousePercept[][], { success, reason }: Validation): HousePercept[] {
  const told = groups[0]?.[0]?.told;
  return told && success === !isFailure(told, reason) ? groups.shift()! : [];
}

/** Whether this is how something came to nothing, for this reason where one is given. */
const isFailure = (told: Told, reason: string | undefined): boolean =>
  told.type === "tried"
    ? reason === undefined || told.reason === reason
    : told.type === "ruled" && told.outcome !== "success";

type Handled = Extract<Told, { type: "took" | "dropped" | "put" }>;

/** Things taken or put away one after the other make one sentence. */
function gathered(groups: readonly (readonly HousePercept[])[]): Handled[] {
  const out: Handled[] = [];
  for (const group of groups) {
    const told = group.length === 1 ? group[0]!.told : null;
    if (told?.type !== "took" && told?.type !== "dropped" && told?.type !== "put") break;
    if (out[0] && (out[0].type !== told.type || placeIn(out[0]) !== placeIn(told))) break;
    out.push(told);
  }
  return out;
}
const placeIn = (told: Handled): string =>
  told.type === "put" ? `${told.how} ${told.into.id}` : (told.from?.id ?? "");

function together(all: readonly Handled[]): string {
  const [first] = all as [Handled];
  const things = list(
    all.map(({ thing }) => thing),
    the,
  );
  if (first.type === "put") return `You put ${things} ${first.how} ${the(first.into)}.`;
  if (first.type === "dropped") return `You put down ${things}.`;
  const { from, how } = first;
  return `You take ${things}${from ? ` ${how === "in" ? "out of" : "from"} ${the(from)}` : ""}.`;
}

/** How often one waited in a row, up to the first time that something came of it. */
function waited(groups: readonly (readonly HousePercept[])[]): number {
  let times = 0;
  for (const group of groups) {
    if (group[0]?.told?.type !== "waited") break;
    times++;
    if (group.length > 1) break;
  }
  return times;
}

function underName(teller: Teller, percept: HousePercept): string {
  const told = percept.told as Extract<Told, { type: "looked" }>;
  const words = narrate(teller, percept)
    .map(({ text }) => text)
    .join(" ");
  return `${told.at ? upper(the(told.at)) : "Yourself"}: ${words}`;
}

/** What was looked at, when several things were, one after the other: each under its name. */
function inspected({ who }: Teller, groups: readonly (readonly HousePercept[])[]): HousePercept[] {
  const out: HousePercept[] = [];
  for (const group of groups) {
    const told = group.length === 1 ? group[0]!.told : null;
    if (told?.type !== "looked" || told.how !== "at" || told.who.id !== who) break;
    out.push(group[0]!);
  }
  return out.length > 1 ? out : [];
}

const ruledText = ({ text, difficulty, roll }: Extract<Told, { type: "ruled" }>): string =>
  `${text ?? ""}${roll === null ? "" : ` (${roll} on the die, and it took ${difficulty}.)`}`;

/** By percept: the choice among wordings that is left when it is told. */
function choices(
  before: HouseView,
  percepts: readonly HousePercept[],
  who: string,
  dice: Telling<House>["dice"],
): Map<HousePercept, Choice> {
  const out = new Map<HousePercept, Choice>();
  const known = new Set(Object.entries(before.map).flatMap(([id, { seen }]) => (seen ? [id] : [])));
  let worded: Worded = before.worded ?? NOTHING_WORDED;
  for (const percept of percepts) {
    out.set(percept, choiceOf(dice, worded));
    worded = wordedAfter(worded, percept, who, known.has(percept.scene.room.id));
    if (percept.scene.lit) known.add(percept.scene.room.id);
  }
  return out;
}

function inVain({ view, worded, dice }: Teller, percept: HousePercept): string {
  const choice = worded.get(percept) ?? dice;
  return (
    phrased(view.style, choice, "vain") ??
    choice.pick("vain", [
      "Nothing comes of it.",
      "Nothing happens.",
      "It makes no difference.",
      "There is nothing to show for it.",
    ])
  );
}

/** Somebody was told of something, and says nothing to it. */
const unmoved = ({ worded, dice }: Teller, percept: HousePercept, to: Named): string =>
  sentence(
    (worded.get(percept) ?? dice).pick("tell", [
      `${subject(to)} ${to.pronouns === "they" ? "hear" : "hears"} you out`,
      `${the(to)} ${to.pronouns === "they" ? "listen" : "listens"}, and ${to.pronouns === "they" ? "say" : "says"} nothing to that`,
      `${the(to)} ${to.pronouns === "they" ? "take" : "takes"} it in without a word`,
      `${subject(to)} ${to.pronouns === "they" ? "nod" : "nods"}, and that is all`,
    ]),
  );

/** What was tried, then why it did not work; a person's own words stand in for the bare fact. */
function failure(
  { who, worded, dice }: Teller,
  percept: HousePercept | null,
  answer: readonly HousePercept[],
  { message = "" }: Validation,
): string {
  const told = percept?.told ?? null;
  if (told?.type === "ruled") return ruledText(told);
  if (told?.type !== "tried" || !told.what) return message;
  const spoke = answer.some((percept) => percept.told?.type === "said");
  switch (told.reason) {
    case "door_locked":
    case "container_locked":
      return `${(worded.get(percept!) ?? dice).pick("locked", ["It will not budge.", "You try, and nothing gives.", "No use.", "That is as far as it goes."])} ${message}`;
    case "not_wanted":
      return spoke ? `You offer ${the(told.what)} to ${the(told.other!)}.` : message;
    case "not_known":
      return spoke
        ? `You ask ${the(told.other!)} about ${told.what.id === who ? "yourself" : told.what.id === told.other!.id ? reflexive(told.what) : the(told.what)}.`
        : message;
    case "not_talking":
      return `You ask ${the(told.other!)} about ${the(told.what)}. ${message}`;
    case "not_given":
      return spoke ? `You ask ${the(told.other!)} for ${the(told.what)}.` : message;
    case "unwilling":
    case "unable": {
      const asked = `You ask ${the(told.what)} to ${deedSaid(told.deed!, who)}.`;
      return spoke || answer.some(({ told: then }) => then?.type === "tried") ? asked : `${asked} ${message}`;
    }
    default:
      return message;
  }
}

function narrate(teller: Teller, percept: HousePercept): Piece[] {
  const { told, scene, into } = percept;
  teller.dice = teller.worded.get(percept) ?? teller.dice;
  const wasLit = teller.lit;
  teller.lit = scene.lit;
  if (told === null) return light(teller, wasLit, scene);
  const seen = (): Piece[] =>
    into
      ? others(teller, told).map((piece) => ({
          ...piece,
          text: `Over ${within(into)}, ${piece.text.replace(/^The /, "the ")}`,
        }))
      : others(teller, told);
  const pieces = isOwn(told, teller.who) ? own(teller, told, scene) : seen();
  return told.type === "went" && isOwn(told, teller.who) ? pieces : [...pieces, ...light(teller, wasLit, scene)];
}

/** Light that comes shows the room; light that goes leaves the dark. */
function light(teller: Teller, wasLit: boolean, scene: Scene): Piece[] {
  if (wasLit === scene.lit) return [];
  if (!scene.lit) return [{ text: scene.description }];
  return [arrival(teller, scene, "")];
}

function arrival(teller: Teller, scene: Scene, lead: string): Piece {
  const { known } = teller;
  if (known.has(scene.room.id) || !scene.lit) {
    const brief = roomInBrief(scene);
    return lead === "" && scene.lit
      ? { text: `You can see again. ${brief}`.trim() }
      : { text: `${lead} ${scene.lit ? brief : dark(teller, scene)}`.trim(), apart: true };
  }
  known.add(scene.room.id);
  const full = roomInFull(scene, exitsIn(teller.view, scene));
  return { text: lead === "" ? full : `${lead}\n\n${full}`, apart: true };
}

function dark(teller: Teller, scene: Scene): string {
  const { view } = teller;
  const back = view.room.id === scene.room.id && !view.lit ? view.exits.filter(({ beyond }) => beyond) : [];
  return back.length === 0
    ? scene.description
    : `${scene.description} You could still find your way back ${toward(back[0]!.direction)}.`;
}

/** A scene's exits with what this viewer knows to be behind them. */
function exitsIn(view: HouseView, scene: Scene): ViewExit[] {
  const known = view.map[scene.room.id]?.exits ?? [];
  return scene.exits.map((exit) => {
    const to = known.find(({ direction }) => direction === exit.direction)?.to;
    return { ...exit, beyond: (to ? view.map[to]?.room : undefined) ?? exit.leads ?? null };
  });
}

/** One's own deeds. */
function own(teller: Teller, told: Told, scene: Scene): Piece[] {
  const { dice } = teller;
  const say = (purpose: string, ...ways: [string, ...string[]]): Piece[] => [{ text: dice.pick(purpose, ways) }];
  const phrase = phraseFor(told);
  const phrasing = phrase && phrased(teller.view.style, dice, phrase.purpose, phrase.parts);
  if (phrasing) return [{ text: told.type === "opened" ? `${phrasing}${revealed(scene, told.what)}` : phrasing }];
  switch (told.type) {
    case "looked":
      return look(teller, told, scene);
    case "smelt":
      return smelt(teller, told);
    case "went":
      return went(teller, told, scene);
    case "took": {
      const thing = the(told.thing);
      if (told.from)
        return say(
          "takeFrom",
          `You take ${thing} ${told.how === "in" ? "out of" : "from"} ${the(told.from)}.`,
          told.how === "in"
            ? `Out of ${the(told.from)} you take ${thing}.`
            : `You lift ${thing} from ${the(told.from)}.`,
        );
      return say(
        "take",
        `You take ${thing}.`,
        `You have ${thing} now.`,
        `You pick up ${thing}.`,
        `${upper(thing)} ${is(told.thing)} yours now.`,
      );
    }
    case "dropped":
      return say(
        "drop",
        `You put down ${the(told.thing)}.`,
        `You set ${the(told.thing)} down.`,
        `You leave ${the(told.thing)} here.`,
      );
    case "wore":
      return say("wear", `You put on ${the(told.thing)}.`);
    case "removed":
      return say("remove", `You take off ${the(told.thing)}.`);
    case "put":
      return say(
        "put",
        `You put ${the(told.thing)} ${told.how} ${the(told.into)}.`,
        `You lay ${the(told.thing)} ${told.how} ${the(told.into)}.`,
        `You leave ${the(told.thing)} ${told.how} ${the(told.into)}.`,
      );
    case "opened":
      return [
        {
          text: `${dice.pick("open", [`You open ${the(told.what)}.`, `${upper(the(told.what))} ${told.what.plural ? "open" : "opens"} under your hand.`])}${revealed(scene, told.what)}`,
        },
      ];
    case "closed":
      return say(
        "close",
        `You close ${the(told.what)}.`,
        `You see to it that ${the(told.what)} ${is(told.what)} closed.`,
        `You shut ${the(told.what)}.`,
      );
    case "unlocked":
      return say(
        "unlock",
        `${upper(the(told.key))} turns with a click. ${upper(the(told.what))} ${is(told.what)} unlocked.`,
        `You turn ${the(told.key)} in the lock, and ${the(told.what)} ${is(told.what)} unlocked.`,
      );
    case "locked":
      return say(
        "lock",
        `You lock ${the(told.what)} with ${the(told.key)}.`,
        `You turn ${the(told.key)}, and ${the(told.what)} ${is(told.what)} locked.`,
      );
    case "switched":
      return say(told.on ? "on" : "off", told.on ? `You light ${the(told.thing)}.` : `You put out ${the(told.thing)}.`);
    case "gave":
      return say(
        "give",
        `You give ${the(told.to)} ${the(told.thing)}.`,
        `You hand ${the(told.thing)} to ${the(told.to)}.`,
      );
    case "showed":
      return say(
        "show",
        `You show ${the(told.to)} ${the(told.thing)}.`,
        `You hold out ${the(told.thing)} for ${the(told.to)} to see.`,
      );
    case "requested":
      return say("request", `You ask ${the(told.from)} for ${the(told.thing)}.`);
    case "said":
      return say("say", `You say${told.to ? ` to ${the(told.to)}` : ""}, ${quoted(told.text)}`);
    case "asked":
      return say("ask", `You ask ${the(told.to)} about ${aboutWhom(teller, told)}.`);
    case "informed":
      return say("inform", `You tell ${the(told.to)} about ${aboutWhom(teller, told)}.`);
    case "accused":
      return say("accuse", `You tell ${the(told.whom)} that it was ${object(told.whom)}.`);
    case "bade":
      return say("bid", `You ask ${the(told.to)} to ${deedSaid(told.deed, teller.who)}.`);
    case "recalled":
      return [{ text: answer(teller.view, told), apart: true }];
    case "learned":
      return [];
    case "thought":
      return say(
        "think",
        `You think: ${quoted(told.text)}`,
        `${quoted(told.text)} you think, and keep it to yourself.`,
      );
    case "waited":
      return say(
        "wait",
        "Time passes.",
        "You wait a while.",
        "You do nothing in particular, and take your time over it.",
        "You let a quiet moment go by.",
        "You stand still and listen.",
        "For a while you only look about you.",
      );
    case "used":
      return say("use", `You ${saidOf(told.how)} ${the(told.what)}${told.with ? ` with ${the(told.with)}` : ""}.`);
    case "claimed":
      return say("claimed", `So it is: ${quoted(told.text)}`, `${quoted(told.text)} Quite so.`);
    case "attempted":
      return [
        {
          text: `You set about it${told.what ? ` with an eye on ${the(told.what)}` : ""}. The game master is considering what comes of that.`,
        },
      ];
    case "ruled":
      return [{ text: ruledText(told) }];
    case "hurt":
      return say("hurt", "That hurt.", "You will feel that tomorrow.", "Ow.");
    case "hinted":
      return [
        {
          text:
            told.text === null
              ? dice.pick("hint", [
                  "There is no more to be said just now: look about you.",
                  "Nothing comes to mind. Look about you.",
                ])
              : `${told.text.trim()}${told.of > 1 ? ` (${told.step} of ${told.of})` : ""}`,
        },
      ];
    case "tried":
      return [];
    default:
      return others(teller, told);
  }
}

/** "About herself", "about yourself". */
function aboutWhom({ who }: Teller, { to, about }: Extract<Told, { type: "asked" | "informed" }>): string {
  if (about.id === who) return "yourself";
  return about.id === to.id ? reflexive(to) : the(about);
}

/** Which phrase of a world's own would tell this, and its parts. */
function phraseFor(told: Told): { purpose: string; parts: Record<string, string> } | null {
  const as = (purpose: string, parts: Record<string, string> = {}) => ({ purpose, parts });
  switch (told.type) {
    case "took":
      return told.from
        ? as("takeFrom", { thing: the(told.thing), place: the(told.from) })
        : as("take", { thing: the(told.thing) });
    case "dropped":
      return as("drop", { thing: the(told.thing) });
    case "wore":
      return as("wear", { thing: the(told.thing) });
    case "removed":
      return as("remove", { thing: the(told.thing) });
    case "put":
      return as("put", { thing: the(told.thing), how: told.how, place: the(told.into) });
    case "opened":
      return as("open", { thing: the(told.what) });
    case "closed":
      return as("close", { thing: the(told.what) });
    case "unlocked":
    case "locked":
      return as(told.type === "unlocked" ? "unlock" : "lock", { thing: the(told.what), key: the(told.key) });
    case "switched":
      return as(told.on ? "light" : "extinguish", { thing: the(told.thing) });
    case "gave":
    case "showed":
      return as(told.type === "gave" ? "give" : "show", { thing: the(told.thing), person: the(told.to) });
    case "requested":
      return as("request", { thing: the(told.thing), person: the(told.from) });
    case "asked":
    case "informed":
      return as(told.type === "asked" ? "ask" : "tell", { person: the(told.to), topic: the(told.about) });
    case "waited":
      return as("wait");
    case "thought":
      return as("think");
    case "hurt":
      return as("hurt");
    default:
      return null;
  }
}

function look(teller: Teller, told: Extract<Told, { type: "looked" }>, scene: Scene): Piece[] {
  const { dice, view } = teller;
  const { at, description } = told;
  if (told.how === "around") {
    teller.known.add(scene.room.id);
    return [{ text: roomInFull(scene, scene.lit ? exitsIn(view, scene) : view.exits), apart: true }];
  }
  if (told.how === "self") return [{ text: holding(scene.holding) }];
  if (!at)
    return [{ text: description || dice.pick("self", ["You look much as you always do.", "You are all there."]) }];
  if (told.how === "text")
    return [{ text: `${upper(the(at))} ${at.plural ? "read" : "reads"}:\n\n${description.trim()}`, apart: true }];
  if (told.how === "into" && "in" in at) return [{ text: searched(at, dice) }];
  return [{ text: closely(at, description.trim(), view, dice) }];
}

function smelt({ dice, who }: Teller, { what, text }: Extract<Told, { type: "smelt" }>): Piece[] {
  if (text !== null) return [{ text: text.trim() }];
  if (!what)
    return [
      {
        text: dice.pick("smell", [
          "The air tells you nothing that you could put a name to.",
          "You breathe in, and are none the wiser.",
        ]),
      },
    ];
  if (what.id === who) return [{ text: "You have smelt worse." }];
  if (what.pronouns) return [{ text: `You would rather not be seen sniffing at ${the(what)}.` }];
  return [
    {
      text: dice.pick("smell", [
        `${upper(the(what))} ${what.plural ? "smell" : "smells"} of nothing in particular.`,
        `You bend over ${the(what)}, and smell nothing out of the common.`,
      ]),
    },
  ];
}

function went(teller: Teller, told: Extract<Told, { type: "went" }>, scene: Scene): Piece[] {
  const { dice, known } = teller;
  const { door } = told;
  const to = the(told.between!.to);
  const way = toward(told.direction!);
  if (scene.lit && known.has(scene.room.id)) {
    const lead =
      phrased(teller.view.style, dice, "back", { way, room: to }) ??
      dice.pick("back", [
        `You go ${way}, back to ${to}.`,
        `You go back to ${to}.`,
        `You return to ${to}.`,
        `You go ${way} again, to ${to}.`,
      ]);
    return [arrival(teller, scene, lead)];
  }
  const through = door ? ` through ${the(door)}` : "";
  const lead = phrased(teller.view.style, dice, "go", { way });
  const ways: [string, ...string[]] = isCommon(told.direction!)
    ? [
        `You go ${way}${through}.`,
        `You head ${way}${through}.`,
        `You make your way ${way}${through}.`,
        `You walk ${way}${through}.`,
      ]
    : [`You go ${way}${through}.`, `You leave ${way}${through}.`];
  return [arrival(teller, scene, lead ?? dice.pick("go", ways))];
}

/** " Inside is a lamp." */
function revealed(scene: Scene, what: Named): string {
  const it: Seen | undefined = allSeen(scene).find(({ id }) => id === what.id);
  if (!it) return "";
  if (it.in.length === 0) return ` ${it.plural ? "They are" : "It is"} empty.`;
  return ` Inside ${it.in.length === 1 ? is(it.in[0]!) : "are"} ${list(it.in)}.`;
}

/** What others do, and what happens. */
function others(teller: Teller, told: Told): Piece[] {
  const { who: me, dice } = teller;
  const name = (it: Named) => (it.id === me ? "you" : the(it));
  const line = (text: string): Piece[] => [{ text: sentence(text) }];
  switch (told.type) {
    case "went": {
      if (told.after) return line(`${name(told.who)} follows ${name(told.after)}`);
      if (told.direction !== undefined) return line(`${name(told.who)} goes ${toward(told.direction)}`);
      const [back] = told.back ?? [];
      return line(back === undefined ? `${name(told.who)} comes in` : `${name(told.who)} comes in ${fromThe(back)}`);
    }
    case "joined":
      return line(`${name(told.who)} comes along with ${name(told.whom)}`);
    case "stayed":
      return line(`${name(told.who)} stays where ${subject(told.who)} ${told.who.pronouns === "they" ? "are" : "is"}`);
    case "released":
      return line(`${name(told.who)} turns to ${possessive(told.who)} own affairs again`);
    case "lagged":
      return line(`${name(told.who)} does not come with ${name(told.whom)}`);
    case "took":
      return line(
        `${name(told.who)} takes ${the(told.thing)}${told.from ? ` ${told.how === "in" ? "out of" : "from"} ${the(told.from)}` : ""}`,
      );
    case "wore":
      return line(`${name(told.who)} puts on ${the(told.thing)}`);
    case "removed":
      return line(`${name(told.who)} takes off ${the(told.thing)}`);
    case "dropped":
      return line(`${name(told.who)} puts down ${the(told.thing)}`);
    case "put":
      return line(`${name(told.who)} puts ${the(told.thing)} ${told.how} ${the(told.into)}`);
    case "opened":
    case "closed":
      return line(`${name(told.who)} ${told.type === "opened" ? "opens" : "closes"} ${the(told.what)}`);
    case "unlocked":
    case "locked":
      return line(
        `${name(told.who)} ${told.type === "unlocked" ? "unlocks" : "locks"} ${the(told.what)} with ${the(told.key)}`,
      );
    case "switched":
      return line(`${name(told.who)} ${told.on ? "lights" : "puts out"} ${the(told.thing)}`);
    case "gave":
      return line(
        told.to.id === me
          ? dice.pick("given", [
              `${the(told.who)} gives you ${the(told.thing)}`,
              `${the(told.who)} hands you ${the(told.thing)}`,
            ])
          : `${name(told.who)} gives ${the(told.to)} ${the(told.thing)}`,
      );
    case "showed":
      return line(
        told.to.id === me
          ? `${name(told.who)} shows you ${the(told.thing)}`
          : `${name(told.who)} shows ${the(told.to)} ${the(told.thing)}`,
      );
    case "requested":
      return line(`${name(told.who)} asks ${name(told.from)} for ${the(told.thing)}`);
    case "stepped":
      if (told.behind) return line("Footsteps come after you in the dark");
      return line(
        told.where === undefined
          ? `You hear footsteps ${told.coming ? "come closer" : "go away"} in the dark`
          : `You hear footsteps${told.where === null ? ", somewhere near" : ` ${fromThe(told.where)}`}${told.coming ? "" : ", going away"}`,
      );
    case "said": {
      if (told.where !== undefined)
        return [
          {
            text: `You hear ${told.who ? the(told.who) : "a voice"}${told.where === null ? ", somewhere near" : ` ${fromThe(told.where)}`}: ${quoted(told.text)}`,
          },
        ];
      const voice = told.who === null ? "a voice in the dark" : the(told.who);
      const to = told.to && told.to.id !== me ? ` to ${the(told.to)}` : "";
      const words = quoted(told.text);
      return [
        {
          text: dice.pick("speech", [
            `${upper(voice)} says${to}, ${words}`,
            /[^.][.]"$/.test(words) ? `${words.slice(0, -2)}," ${voice} says${to}.` : `${words} ${voice} says${to}.`,
          ]),
        },
      ];
    }
    case "accused":
      return line(`${name(told.who)} accuses ${name(told.whom)}`);
    case "caught":
      return line(
        dice.pick("caught", [
          `${name(told.whom)} ${told.whom.pronouns === "they" ? "take" : "takes"} a moment to answer`,
          `something in the face of ${the(told.whom)} gives way`,
          `${name(told.whom)} ${told.whom.pronouns === "they" ? "begin" : "begins"} to say something else, and does not`,
        ]),
      );
    case "asked":
    case "informed":
      return line(
        `${name(told.who)} ${told.type === "asked" ? "asks" : "tells"} ${name(told.to)} about ${name(told.about)}`,
      );
    case "bade":
      return line(`${name(told.who)} asks ${name(told.to)} to ${deedSaid(told.deed, me)}`);
    case "waited":
      return line(`${name(told.who)} waits`);
    case "used":
      return line(
        `${name(told.who)} ${third(told.how)} ${the(told.what)}${told.with ? ` with ${the(told.with)}` : ""}`,
      );
    case "narrated":
      return [{ text: told.text.trim(), apart: true }];
    case "attempted":
      return line(`${name(told.who)} tries to ${ATTEMPTED[told.how]} ${told.what ? name(told.what) : "something"}`);
    case "ruled":
      return line(
        `${name(told.who)} ${told.outcome === "success" ? "manages" : "tries, in vain,"} to ${ATTEMPTED[told.how]} ${told.what ? name(told.what) : "something"}${told.with ? ` with ${the(told.with)}` : ""}`,
      );
    case "broke":
      return line(`${the(told.what)} ${is(told.what)} broken`);
    case "noised":
      return line(`You hear ${told.text}${told.from === null ? ", somewhere near" : ` ${fromThe(told.from)}`}`);
    case "hurt":
      return line(`${name(told.who)} is hurt`);
    case "mooded":
      return told.mood === "distracted" ? line(`${the(told.person)} is looking elsewhere`) : [];
    case "glimpsed":
      return line(glimpse(told));
    case "tried":
      return attempt(told, me);
    case "door_moved":
      return line(`${the(told.what)} ${told.open ? "opens" : "closes"}`);
    case "lock_clicked":
      return line(
        dice.pick("click", [
          `The lock of ${the(told.what)} clicks`,
          `You hear a click in the lock of ${the(told.what)}`,
        ]),
      );
    case "appeared":
      return line(
        dice.pick("appear", [
          `${the(told.what)} ${is(told.what)} suddenly here`,
          `You blink, and there ${is(told.what)} ${the(told.what)}`,
        ]),
      );
    case "vanished":
      return line(`${the(told.what)} ${is(told.what)} suddenly gone`);
    case "lit":
      return line(`${the(told.what)} ${told.on ? "lights up" : "goes out"}`);
    case "brought": {
      return [
        ...(told.quiet ? [] : [{ text: `The world turns about you, and you are ${within(told.to)}.` }]),
        { text: here(teller.view), apart: true },
      ];
    }
    case "passed":
      return told.to.id === me ? [{ text: "It is your turn.", apart: true }] : [];
    case "ended":
      return [{ text: ending(told), apart: true }];
    default:
      return [];
  }
}

type Glimpsed = Extract<Told, { type: "glimpsed" }>;
const isQuiet = (told: Told): told is Glimpsed => told.type === "glimpsed" && told.by === "sound" && told.voices === 0;
const nothingStirs = (all: readonly Glimpsed[]): string =>
  `Nothing stirs ${and(
    all.map(({ direction }) => (direction === "" ? "next door" : lies(direction))),
    "or",
  )}.`;

function glimpse({ room, by, people, voices, direction }: Extract<Told, { type: "glimpsed" }>): string {
  const where = direction === "" ? "next door" : lies(direction);
  if (by === "sight")
    return people.length === 0
      ? `You can see ${toward(direction)} into ${the(room)}, and nobody there`
      : `You can see ${toward(direction)} into ${the(room)}: ${list(people, the)} ${areAll(people)} there`;
  return voices === 0
    ? `Nothing stirs ${where}`
    : voices === 1
      ? `Somebody is moving about ${where}`
      : `There is more than one person ${where}`;
}

function attempt({ who, reason, what, other, deed }: Extract<Told, { type: "tried" }>, me: string): Piece[] {
  if (!what) return [];
  const name = upper(the(who));
  const to = (it: Named) => (it.id === me ? "you" : the(it));
  switch (reason) {
    case "wrong_key":
      return [{ text: `${name} tries ${the(other!)} in ${the(what)}. It does not fit.` }];
    case "not_wanted":
      return [
        {
          text: `${name} offers ${other!.id === me ? `you ${the(what)}` : `${the(what)} to ${the(other!)}`}, in vain.`,
        },
      ];
    case "not_talking":
    case "not_known":
      return [{ text: `${name} asks ${to(other!)} about ${to(what)}.` }];
    case "not_given":
      return [{ text: `${name} asks ${to(other!)} for ${the(what)}, in vain.` }];
    case "unwilling":
    case "unable":
      return [{ text: `${name} asks ${to(what)} to ${deedSaid(deed!, me)}, in vain.` }];
    case "door_locked":
    case "container_locked":
      return [{ text: `${name} tries ${the(what)}, which ${is(what)} locked.` }];
    default:
      return [{ text: `${name} tries ${the(what)}, and nothing comes of it.` }];
  }
}
