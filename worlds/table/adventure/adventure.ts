// What an author writes: places, people, fights, scenes with choices, deadlines and endings, as plain data. Nothing here runs.
import type { Calendar } from "../protocol/calendar.ts";
import type { Ability, Skill } from "../rules/abilities.ts";
import type { Condition } from "../rules/conditions.ts";
import type { DamageType } from "../rules/damage.ts";
import type { MonsterId } from "../rules/monsters.ts";
import type { Light, TravelGround } from "../rules/rest.ts";

export const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];
export const RATINGS = ["everyone", "teen", "mature"] as const;
export type Rating = (typeof RATINGS)[number];
export const DISPOSITIONS = ["friendly", "neutral", "hostile"] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
export const MISSION_STATES = ["offered", "accepted", "completed", "failed"] as const;
export type MissionState = (typeof MISSION_STATES)[number];
export const SUPPLY_UNITS = ["per_day", "per_hour", "per_patient_per_day"] as const;
export type SupplyUnit = (typeof SUPPLY_UNITS)[number];

/** All that are named must hold. */
export interface When {
  readonly flags?: readonly string[];
  readonly unless?: readonly string[];
  /** Kinds of things, one of each is enough. */
  readonly has?: readonly string[];
  readonly gold?: number;
  readonly at?: string;
  /** Who still lives. */
  readonly alive?: readonly string[];
  readonly dead?: readonly string[];
}

/** What happens. Each is one thing; a list of them happens in order. */
export type AdventureEffect =
  | { readonly is: "say"; readonly text: string }
  | { readonly is: "flag"; readonly flag: string; readonly to: boolean }
  | { readonly is: "gold"; readonly amount: number; readonly why: string }
  | { readonly is: "item"; readonly kind: string; readonly name: string; readonly count: number }
  | { readonly is: "lose"; readonly kind: string; readonly count: number }
  | { readonly is: "xp"; readonly amount: number; readonly why: string }
  | {
      readonly is: "hurt";
      readonly dice: string;
      readonly type: DamageType;
      readonly by: string;
      readonly all: boolean;
      readonly save: { readonly ability: Ability; readonly dc: number } | null;
    }
  | { readonly is: "heal"; readonly dice: string }
  | { readonly is: "condition"; readonly condition: Condition; readonly seconds: number | null }
  | { readonly is: "exhaustion"; readonly by: number }
  | { readonly is: "inspiration" }
  | { readonly is: "mission"; readonly id: string; readonly state: MissionState; readonly objective: string | null }
  | { readonly is: "memory"; readonly text: string }
  | { readonly is: "go"; readonly scene: string }
  | { readonly is: "move"; readonly place: string }
  | { readonly is: "reveal"; readonly place: string }
  | { readonly is: "fight"; readonly encounter: string }
  | {
      readonly is: "person";
      readonly who: string;
      /** Absent: stays where it is; null: gone from the adventure. */
      readonly place?: string | null;
      readonly disposition: Disposition | null;
      readonly hidden: boolean | null;
      readonly dies: boolean;
    }
  | { readonly is: "time"; readonly seconds: number }
  | { readonly is: "deadline"; readonly id: string; readonly what: "start" | "stop" }
  | { readonly is: "supply"; readonly id: string; readonly by: number }
  | { readonly is: "end"; readonly ending: string };

/** What a choice does. */
interface Doing {
  readonly check: {
    readonly skill: Skill | Ability;
    readonly dc: number;
    /** Seconds; absent: as long as such a check takes. */
    readonly seconds: number | null;
    readonly advantage: When | null;
  } | null;
  /** Done in any case, before a check is rolled. */
  readonly first: readonly AdventureEffect[];
  readonly yes: readonly AdventureEffect[];
  readonly no: readonly AdventureEffect[];
}

export interface SceneChoice extends Doing {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly risk: Risk;
  readonly when: When | null;
  readonly once: boolean;
  /** Other words for it. */
  readonly also: readonly string[];
}

export interface Scene {
  readonly id: string;
  readonly at: string;
  readonly text: readonly string[];
  /** For later visits; empty: the last paragraph of the text. */
  readonly again: string;
  readonly enter: readonly AdventureEffect[];
  readonly choices: readonly SceneChoice[];
  /** What the game master knows and players do not. */
  readonly secret: string;
}

export interface Exit {
  readonly to: string;
  readonly miles: number;
  readonly ground: TravelGround;
  readonly difficult: boolean;
  readonly when: When | null;
  /** The scene that one comes to by it. */
  readonly scene: string | null;
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly light: Light;
  /** On the map, 0 to 100. */
  readonly x: number;
  readonly y: number;
  readonly known: boolean;
  readonly safe: boolean;
  readonly exits: readonly Exit[];
  /** The scene that one comes to where the way names none. */
  readonly scene: string | null;
  /** Set where no author wrote it: a game master came up with it in play. */
  readonly invented?: true;
}

/** Somebody who is no player's character: what an author writes of them, and a campaign keeps up to date. */
export interface NpcProfile {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly block: MonsterId;
  readonly gender: string;
  readonly age: number;
  /** Internal: never in any player's view. */
  readonly mbti: string;
  readonly alignment: string;
  /** Null: nowhere that anybody knows of. */
  readonly place: string | null;
  readonly disposition: Disposition;
  readonly hidden: boolean;
  /** Kind of thing to its price. */
  readonly wares: Readonly<Record<string, number>>;
  readonly gold: number;
}

export interface AdventurePerson extends NpcProfile {
  readonly manner: string;
  /** What is said when nothing special is asked, in turn. */
  readonly lines: readonly string[];
}

export interface Encounter {
  readonly id: string;
  readonly text: string;
  readonly foes: readonly {
    readonly block: MonsterId;
    readonly name: string;
    readonly count: number;
    readonly gold: number;
  }[];
  /** Squares between the sides at the start. */
  readonly distance: number;
  readonly surprise: "party" | "foes" | null;
  readonly won: readonly AdventureEffect[];
  readonly fled: readonly AdventureEffect[];
  readonly lost: readonly AdventureEffect[];
}

export interface DeadlineText {
  readonly id: string;
  readonly description: string;
  /** Seconds after the start of the campaign, or after it was set going. */
  readonly after: number;
  readonly running: boolean;
  readonly urgency: Risk;
  readonly consequences: string;
  readonly people: readonly string[];
  readonly warnings: readonly [subtle: string, clear: string, urgent: string];
  readonly effects: readonly AdventureEffect[];
}

export interface AgendaText {
  readonly who: string;
  readonly goal: string;
  /** Percent an hour. */
  readonly perHour: number;
  readonly milestones: readonly {
    readonly at: number;
    readonly text: string;
    readonly effects: readonly AdventureEffect[];
  }[];
  /** Flags that hold it up. */
  readonly blocked: readonly string[];
}

export interface SupplyText {
  readonly id: string;
  readonly amount: number;
  readonly most: number;
  readonly rate: number;
  readonly unit: SupplyUnit;
  readonly critical: number;
  readonly consequence: string;
  readonly effects: readonly AdventureEffect[];
}

export interface Ending {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly when: When | null;
}

export interface Adventure {
  readonly title: string;
  readonly summary: string;
  /** A calendar that the protocol knows by name, or one of the author's own. */
  readonly calendar: "harptos" | "gregorian" | Calendar;
  readonly start: {
    readonly year: number;
    readonly month: string;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
  };
  readonly rating: Rating;
  readonly lines: readonly string[];
  readonly veils: readonly string[];
  readonly opening: string;
  readonly places: Readonly<Record<string, Place>>;
  readonly people: Readonly<Record<string, AdventurePerson>>;
  readonly encounters: Readonly<Record<string, Encounter>>;
  readonly scenes: Readonly<Record<string, Scene>>;
  readonly missions: Readonly<Record<string, { readonly title: string; readonly objective: string }>>;
  readonly deadlines: Readonly<Record<string, DeadlineText>>;
  readonly agendas: Readonly<Record<string, AgendaText>>;
  readonly supplies: Readonly<Record<string, SupplyText>>;
  readonly endings: Readonly<Record<string, Ending>>;
}
