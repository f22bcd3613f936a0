// An event as one person perceives it: what may be told to them and kept by them, and nothing else. Types only.

import type { Mood, Tone } from "../model/rule.ts";
import type { Approach, RulingOutcome } from "../model/ruling.ts";
import type { Use } from "../model/thing.ts";
import type { Asked } from "../people/answers.ts";
import type { DeedTold } from "../people/wanted.ts";
import type { Halt, Hidden, LookKind } from "../rules/events.ts";
import type { Card, DoorCard, Named, RoomScene, Seen, SeenPerson } from "./scope.ts";

/** An event as one person perceives it. Everything in it may be told to that person and kept by it. */
export type ToldEvent =
  | {
      readonly type: "looked";
      readonly who: Named;
      readonly how: LookKind;
      /** What was looked at, with what can be seen in and on it; absent for the room and oneself. */
      readonly at?: Seen | DoorCard | SeenPerson;
      readonly description: string;
    }
  /** `what` is null for the air; `text` where an author has no words for it. */
  | { readonly type: "smelt"; readonly who: Named; readonly what: Named | null; readonly text: string | null }
  | {
      readonly type: "went";
      readonly who: Named;
      /** Both rooms, for the walker; others know only the side they stand on, and it is not said. */
      readonly between?: { readonly from: Named; readonly to: Named };
      /** The way taken, for witnesses who saw it. */
      readonly direction?: string;
      /** Ways that lead back, for witnesses in the room it led to. */
      readonly back?: readonly string[];
      readonly door: Named | null;
      /** The person they follow. */
      readonly after?: Named;
      readonly implied?: true;
    }
  | { readonly type: "halted"; readonly who: Named; readonly why: Halt }
  /** `left`: moments that were to be waited and did not pass. */
  | { readonly type: "roused"; readonly who: Named; readonly left: number }
  | { readonly type: "joined" | "lagged"; readonly who: Named; readonly whom: Named }
  | { readonly type: "stayed" | "released"; readonly who: Named }
  | {
      readonly type: "took" | "dropped";
      readonly who: Named;
      readonly thing: Card;
      readonly from?: Named;
      readonly how?: "in" | "on";
      /** A step that was not asked for, told to its actor alone as such. */
      readonly implied?: true;
    }
  | {
      readonly type: "found";
      readonly who: Named;
      readonly thing: Named;
      readonly cover: Named;
      readonly how: "under" | "behind";
    }
  | { readonly type: "wore" | "removed"; readonly who: Named; readonly thing: Card; readonly implied?: true }
  | { readonly type: "put"; readonly who: Named; readonly thing: Card; readonly how: "in" | "on"; readonly into: Named }
  | { readonly type: "opened" | "closed"; readonly who: Named; readonly what: Named; readonly implied?: true }
  | { readonly type: "unlocked" | "locked"; readonly who: Named; readonly what: Named; readonly key: Named }
  | { readonly type: "switched"; readonly who: Named; readonly thing: Card; readonly on: boolean }
  | { readonly type: "gave" | "showed"; readonly who: Named; readonly thing: Card; readonly to: Named }
  | { readonly type: "requested"; readonly who: Named; readonly thing: Named; readonly from: Named }
  /** `who` is null for a voice that is not known; `where`, the way that it came from the next room, null where it is too dark to tell. */
  | {
      readonly type: "said";
      readonly who: Named | null;
      readonly text: string;
      readonly to?: Named;
      readonly where?: string | null;
      /** Where the speaker says that somebody or something was. */
      readonly accounts?: readonly { readonly of: Named; readonly room: Named }[];
    }
  /** Somebody is heard walking, in the dark or in the next room (`where`, as of what is said). */
  | {
      readonly type: "stepped";
      readonly coming: boolean;
      readonly where?: string | null;
      /** Behind the listener. */
      readonly behind?: true;
    }
  | {
      readonly type: "asked";
      readonly who: Named;
      readonly to: Named;
      readonly about: Named;
      readonly question?: "where";
    }
  | { readonly type: "informed"; readonly who: Named; readonly to: Named; readonly about: Named }
  /** Somebody is shown to have lied about something. */
  | { readonly type: "caught"; readonly by: Named; readonly whom: Named; readonly about: Named }
  /** The listener has learned of a topic; `from` is null for an unknown voice. */
  | { readonly type: "learned"; readonly topic: Named; readonly from: Named | null }
  /** What somebody has just said leads on to these topics; told to the person who asked. */
  | { readonly type: "suggested"; readonly who: Named; readonly about: readonly Named[] }
  | { readonly type: "bade"; readonly who: Named; readonly to: Named; readonly deed: DeedTold }
  /** What is answered comes from the view. */
  | ({ readonly type: "recalled"; readonly who: Named } & Asked)
  | { readonly type: "thought"; readonly who: Named; readonly text: string }
  | { readonly type: "waited"; readonly who: Named }
  | { readonly type: "rose"; readonly who: Named; readonly implied?: true }
  | {
      readonly type: "used";
      readonly who: Named;
      readonly how: Use;
      readonly what: Named;
      readonly with?: Named;
      /** Something came of it, seen or unseen. */
      readonly works?: true;
    }
  /** `deed` is the author's verb with its targets, in words for the witness. */
  | {
      readonly type: "performed";
      readonly who: Named;
      readonly deed: string;
      readonly about: readonly Named[];
      readonly otherwise?: string;
      readonly works?: true;
      readonly grave?: true;
    }
  /** Words to the asker; null when there are none. */
  | {
      readonly type: "hinted";
      readonly who: Named;
      readonly text: string | null;
      readonly step: number;
      readonly of: number;
    }
  | { readonly type: "claimed"; readonly who: Named; readonly text: string }
  /** `waits`: nobody knows yet what comes of it. */
  | {
      readonly type: "attempted";
      readonly who: Named;
      readonly how: Approach;
      readonly what: Named | null;
      readonly with: Named | null;
    }
  /** `text`, `stakes` and `roll` are for the actor; others see only the events. */
  | {
      readonly type: "ruled";
      readonly who: Named;
      readonly how: Approach;
      readonly what: Named | null;
      readonly with: Named | null;
      readonly outcome: RulingOutcome;
      readonly text: string | null;
      readonly stakes: string | null;
      readonly difficulty: number;
      readonly roll: number | null;
    }
  | { readonly type: "broke"; readonly what: Named }
  /** Heard from a room next door; `from` is the way that it came, null where it is too dark to tell. */
  | { readonly type: "noised"; readonly text: string; readonly from: string | null }
  | { readonly type: "hurt"; readonly who: Named; readonly by: number }
  | { readonly type: "mooded"; readonly person: Named; readonly mood: Mood }
  | {
      readonly type: "glimpsed";
      readonly room: Named;
      readonly by: "sight" | "sound";
      /** People there, when seen; by sound only their number. */
      readonly people: readonly Named[];
      readonly voices: number;
      readonly direction: string;
    }
  /** What an author has a rule say. */
  | { readonly type: "narrated"; readonly text: string }
  | {
      readonly type: "tried";
      readonly who: Named;
      readonly reason: Hidden;
      readonly what: Named | null;
      readonly other?: Named;
      readonly direction?: string;
      /** What somebody was asked to do in vain. */
      readonly deed?: DeedTold;
      readonly question?: "where";
    }
  /** From the other side of a door, where who did it is not seen. */
  | { readonly type: "door_moved"; readonly what: Named; readonly open: boolean }
  | { readonly type: "lock_clicked"; readonly what: Named }
  | { readonly type: "passed"; readonly to: Named }
  | { readonly type: "ended"; readonly tone: Tone; readonly title: string; readonly text: string }
  /** What a god does before one's eyes: nobody did it. */
  | { readonly type: "appeared" | "vanished"; readonly what: Named }
  | { readonly type: "lit"; readonly what: Named; readonly on: boolean }
  /** `quiet`: a rule has found words for it. */
  | { readonly type: "brought"; readonly to: Named; readonly quiet?: true };

/** `told` is null where only the sight changed. `into`: it was seen in another room, that one looks into. */
export interface HousePercept {
  readonly told: ToldEvent | null;
  readonly scene: RoomScene;
  readonly into?: Named;
}
