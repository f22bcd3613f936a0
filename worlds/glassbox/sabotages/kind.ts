// What a sabotage is: how long it may last, how it is mended, what it does meanwhile, and its words. One file each beside this one.
import type { TSchema } from "@orrery/kernel";

export interface SabotageKind {
  /** In a sentence: "somebody has sabotaged …". */
  readonly name: string;
  /** As people type it. */
  readonly words: readonly string[];
  /** What sounds while it is on, and what the story says when somebody does it, after their name. */
  readonly alarm: string;
  readonly deed: string;
  /** As many panels as a station must have for it. */
  readonly panels: number;
  /** How long each panel takes, in ticks; null: all panels must be held at one time. */
  readonly fixTicks: number | null;
  /** Settings that only it has. */
  readonly settings: Readonly<Record<string, TSchema>>;
  /** Which of them is the clock within which it must be mended, or the crew has lost; null: it is not critical. */
  readonly limit: string | null;
  /** What it does until it is mended: `dark` takes the crew's sight, `silent` takes consoles and the task list. */
  readonly effect: "dark" | "silent" | null;
  /** What players are told of it. */
  told(here: Here): string;
}

/** What a sabotage comes to in one game, in words: its limit, its panels, and what needs the lines. */
export interface Here {
  readonly limit: string;
  readonly panels: string;
  readonly consoles: string;
  readonly fix: string;
}
