// What a world is: a plain object of pure functions over plain JSON. Nothing is registered and nothing is inherited.
import type { TSchema } from "typebox";
import type { About, Export, TextWorld } from "./about.ts";
import type { Ask } from "./ask.ts";
import type { Asked, Bot, Prompt } from "./asked.ts";
import type { Contest } from "./contest.ts";
import type { Dice } from "./dice.ts";
import type { Impression } from "./impression.ts";
import type {
  Action,
  ActionOf,
  ActorId,
  Entity,
  GodKind,
  Hash,
  HashText,
  Kind,
  Outcome,
  Percept,
  Reason,
  Refusal,
  RefusedGod,
  Shape,
} from "./shape.ts";
import type { Words } from "./words.ts";

export interface World<S extends Shape> {
  readonly id: string;
  /** What it is, for people: its card, its page of rules and every prompt read this. */
  readonly about?: About;
  /** Moves when stored events change their meaning; then `upcast` lifts the old ones. */
  readonly version: number;
  /** Contract of the configuration that `open` takes. */
  readonly config: TSchema;
  readonly actions: S["actions"];
  /** Throws a `RangeError` that says why when a configuration fits its contract and still does not hold together. */
  open(config: S["config"], dice: Dice): S["state"];
  /** Everyone who may look: each has a view and a mind. Only those who are asked may act. */
  actors(state: S["state"]): readonly ActorId[];
  asks(state: S["state"]): readonly Ask<S>[];
  /** From the view alone, so that a refusal cannot say more than its actor knows. Null: admitted. */
  readonly check: { [K in Kind<S>]: (view: S["view"], action: ActionOf<K, S["actions"][K]>) => Refusal<S> | null };
  /** From the truth: may look and roll, must answer every admitted action with events. */
  readonly decide: {
    [K in Kind<S>]: (state: S["state"], action: ActionOf<K, S["actions"][K]>, dice: Dice) => Outcome<S>;
  };
  /** In an answer of several actions in order: whether a later action of this type is pointless after an earlier one of that type failed. Absent: never. */
  hangsOn?(later: string, earlier: string): boolean;
  /** Once a turn in which anything happened, after all its actions: tally, resolve what was simultaneous, let time run on. Between the actions of an `each` answer too: `next` is the one to come. */
  settle?(state: S["state"], dice: Dice, after: "answers" | "god", next?: Action<S>): readonly S["event"][];
  /** Total: never rolls, never refuses; shares what it leaves alone. */
  readonly apply: {
    [T in S["event"]["type"]]: (state: S["state"], event: Extract<S["event"], { type: T }>) => S["state"];
  };
  /** The percepts of an event, by actor. Absent: actors learn by looking alone. */
  perceive?(before: S["state"], event: S["event"], after: S["state"]): readonly Percept<S>[];
  /** What viewers keep of their percepts. Absent: nothing, and every mind is null. */
  readonly mind?: {
    open(state: S["state"], who: ActorId): S["mind"];
    learn(mind: S["mind"], what: S["percept"]): S["mind"];
  };
  /** Built up field by field from state and mind, never pruned down. */
  view(state: S["state"], who: ActorId, mind: S["mind"]): S["view"];
  /**
   * What may be done now, from the view alone, so that choices can neither leak nor contradict the rules. For a closed
   * contract it lists every choice: models are held to these, the page shows them as buttons, bots pick among them. For an
   * `open` contract it lists examples: any action that fits the contract is allowed, and the page shows a form.
   */
  legal(view: S["view"], who: ActorId): readonly Action<S>[];
  /** The sentence a refused or failed actor reads, worded from its view. */
  readonly explain: { [R in Reason<S>]: (data: S["reasons"][R], view: S["view"]) => string };
  /** Order within a window, high first; ties are shuffled by the turn's dice. */
  priority?(action: Action<S>): number;
  /** How often a seat may be asked from here on, where that is known: what a forecast of costs counts with. Absent: unknown. */
  movesLeft?(state: S["state"]): number;
  /** Null while it goes on. */
  outcome(state: S["state"]): unknown;
  /** What is broken in a state, as sentences: what a god may not bring about. */
  valid?(state: S["state"]): readonly string[];
  /** God actions of this world beside `amend`, each a full turn: dice, settling, and a refusal from the world's own reasons. */
  readonly god?: {
    readonly actions: S["god"];
    readonly decide: {
      [K in GodKind<S>]: (
        state: S["state"],
        action: ActionOf<K, S["god"][K]>,
        dice: Dice,
      ) => readonly S["event"][] | RefusedGod<S> | string;
    };
  };
  /** The state that undoing an older turn leads back to, from the states before and after it: the one before, with what outlasts the turn, such as ids that were given out and a log that nothing leaves. Absent: the state before. */
  undone?(before: S["state"], after: S["state"]): S["state"];
  entities(state: S["state"]): readonly Entity[];
  /** What one may know beside entities: topics, secrets, agreements. */
  facts?(state: S["state"]): readonly { readonly id: string; readonly name: string }[];
  /** The actor that tells a fact in this actor's current view; null: nobody. For worlds where actors learn by looking as well as by percepts. Absent: nobody learns by looking. */
  reads?(state: S["state"], who: ActorId, fact: string): { readonly from: ActorId } | null;
  /** What a percept is to the one who has it. Absent: seen, of middling weight, about the entities that it names. */
  impression?(percept: S["percept"], who: ActorId): Impression;
  /** The author's rule that an event stands for, by name: what is settled after it is that rule's doing. */
  ruleOf?(event: S["event"]): string | null;
  readonly words: Words<S>;
  /** Present where a configuration is written as a text by an author; the shipped texts are the `data/*.yaml` of the world's folder. */
  readonly text?: TextWorld<S>;
  /** Files that a run can be written as, by name. */
  readonly exports?: Readonly<Record<string, Export<S>>>;
  /** A file that the world itself makes, under the sha-256 by which its state names it; null where it makes none of that hash. */
  draws?(state: S["state"], hash: Hash, hashOf: HashText): { readonly mediaType: string; readonly text: string } | null;
  /** What a small picture of a moment is drawn from: a few hundred bytes of plain JSON, of the whole state. Absent: its runs are shown by the drawing of their world. */
  glance?(state: S["state"]): unknown;
  /** How much an event is worth watching, from 0: a run is shown from shortly before the turn that has most of it. Absent: no turn is. */
  drama?(event: S["event"]): number;
  /** Players that come with the world, by name. */
  readonly bots?: Readonly<Record<string, Bot<S>>>;
  /** A sentence on how each of them plays, by its name. */
  readonly botWords?: Readonly<Record<string, string>>;
  /** The players that a visitor finds here. `bot` is offered first; `seated` is the configuration for a game in which the visitor takes a seat; `first` says whether the visitor watches or takes a seat; `staff` are actors that the bot plays unless another agent is named, such as a game master. */
  readonly company?: {
    readonly bot: string;
    readonly seated: Partial<S["config"]>;
    readonly first: "watch" | "seat";
    readonly staff?: readonly ActorId[];
  };
  /** The configuration of a game that these models are about to play, by actor; an actor named in it already keeps its name. Absent: the configuration does not say what plays a seat. */
  cast?(config: S["config"], models: Readonly<Record<ActorId, string>>): S["config"];
  /** How a model is asked. Absent: from contracts and words, as for any world. */
  prompt?(asked: Asked<S>): Prompt;
  /** Fixed parts of its prompts, by name: an owner may word them otherwise. A part that says anything of a game is none of them. */
  readonly promptTexts?: Readonly<Record<string, string>>;
  /** How it is played for ratings; absent where nobody wins. */
  readonly contest?: Contest<S>;
  /** From version n to n + 1, at reading; stored bytes are never rewritten. */
  readonly upcast?: Readonly<
    Record<number, (event: { readonly type: string }) => readonly { readonly type: string }[]>
  >;
  /** The same for opened states: from the shape of version n to that of n + 1. Places that old amendments name stay as they are. */
  readonly upcastState?: Readonly<Record<number, (state: unknown) => unknown>>;
}

/** A world of any shape: what registries, stores and servers hold. */
// biome-ignore lint/suspicious/noExplicitAny: handlers are contravariant in their shape, so no other type accepts every world
export type AnyWorld = World<any>;
