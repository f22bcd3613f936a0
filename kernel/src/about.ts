// What a world brings along for people and for other programs: its title and rules, the text it is written as, the files it is exported to. Nothing here runs.
import type { Frame } from "./frame.ts";
import type { Located, Problem } from "./located.ts";
import type { HashText, Shape } from "./shape.ts";
import type { Commit } from "./turn.ts";

export interface About {
  readonly title: string;
  /** One or two sentences for a card. */
  readonly summary: string;
  /** The rules in words, as Markdown, for people and models alike. Never mentions a seat's secrets. */
  readonly rules?: string;
}

/** A world configured by an author's text file. */
export interface TextWorld<S extends Shape> {
  /** The configuration of a document, or all its problems with their places. The caller strips the document's `world` key, which only names the world. */
  compile(
    document: Located,
  ):
    | { readonly ok: true; readonly config: S["config"] }
    | { readonly ok: false; readonly problems: readonly Problem[] };
  /** The shape of a text as a JSON Schema, for editors; absent: none. It tells nothing that `compile` does not check. */
  readonly schema?: object;
  /** Keys of the configuration that may be given when a run of a text begins, such as who plays it; absent: none. They win over what the text says. */
  readonly given?: readonly (keyof S["config"] & string)[];
  /** What a card says of one text. A comment in the text's first line takes the place of the summary. */
  about(config: S["config"]): About;
  /** Advice on a text that compiles. `tries`: how many acts to try at most to find out whether it can be won, about a millisecond each; 0: none. */
  review?(config: S["config"], document: Located, tools: { readonly hash: HashText; readonly tries: number }): Review;
  /** The rulings of a run so far, as a list and as an author would write them. Absent: this world has no rulings. */
  precedents?(state: S["state"]): { readonly list: readonly unknown[]; readonly text: string };
}

export interface Review {
  /** What may not be meant so. */
  readonly warnings: readonly Problem[];
  /** Whether some way to win was found; null when none was within the tries, or none was looked for. */
  readonly winnable: boolean | null;
  /** The lines to type to win; the longest list if chance deals parts. */
  readonly way: readonly string[];
  /** If chance deals parts: the same for each tried deal, keyed by who had which part. */
  readonly deals: readonly {
    readonly cast: string;
    readonly winnable: boolean | null;
    readonly way: readonly string[];
  }[];
  /** Every ending of the text, in its order; empty when no way to win was looked for. */
  readonly endings: readonly FoundEnding[];
}

export interface FoundEnding {
  readonly id: string;
  readonly title: string;
  readonly tone: "won" | "lost" | "neutral";
  /** The lines to type on the shortest way that was found; null when the ending was not reached, which proves nothing. */
  readonly way: readonly string[] | null;
  /** Who had which part on that way; empty where chance deals none. */
  readonly cast: string;
}

/** One model call as an export may name it: what was spent and by which model, never a key or a header. */
export interface CallFacts {
  readonly model: string;
  readonly responseId: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensCached: number;
}

/** A run as an export reads it, from its opening to the head of one branch. */
export interface RunRecord<S extends Shape> {
  readonly id: string;
  readonly config: S["config"];
  readonly opened: Frame<S>;
  /** Turns in order, each with the frames around it. Each reading folds the frames anew: keep none that is not needed. */
  turns(): Iterable<{ readonly commit: Commit<S>; readonly before: Frame<S>; readonly after: Frame<S> }>;
  /** Facts of a recorded model call that an answer's provenance names; null where it is not kept. */
  call(id: string): CallFacts | null;
  /** The bytes of an artifact that the run names, by its hash; null where they are missing. */
  artifact(hash: string): { readonly mediaType: string; readonly bytes: Uint8Array } | null;
  readonly hash: HashText;
}

export interface ExportFile {
  /** A relative path; one file without a directory to write to is printed. */
  readonly path: string;
  readonly bytes: string | Uint8Array;
}

/** A way to write a run as files. */
export interface Export<S extends Shape> {
  readonly about: string;
  /** Names of the options it takes, each with what it means. */
  readonly options?: Readonly<Record<string, string>>;
  /** Throws a `RangeError` that says why when the options do not fit or the run is not ready for it. Long work is a generator that yields between its pieces, so that others have their turn. */
  write(
    run: RunRecord<S>,
    options: Readonly<Record<string, string>>,
  ): readonly ExportFile[] | Generator<undefined, readonly ExportFile[]>;
}
