// Texts of small plain objects that come again and again, each in one piece. Whatever is not found here is written as anything is.
import { inOnePiece, isRecord } from "./json.ts";

/**
 * A tree of values in the order in which their keys are met. Whatever is offered takes some of its room. When that is spent
 * it learns no more, and where more was offered than found it forgets all, so that looking for what never comes costs nothing.
 */
export class Familiar {
  #root: Node = { key: null, after: null, text: null };
  #room = ROOM;
  #found = 0;

  /** The text that was kept for an object with these very keys and values. */
  find(value: object): string | null {
    let at = this.#root;
    for (const key in value) {
      if (at.key !== key) return null;
      const part = (value as Record<string, unknown>)[key];
      const next = isBrief(part) ? at.after!.get(part) : undefined;
      if (next === undefined) return null;
      at = next;
    }
    if (at.text === null || !isRecord(value)) return null;
    this.#found++;
    return at.text;
  }

  /** Keeps the canonical text of an object, in whatever it stands between, if it is small; and gives it back. */
  keep(value: object, text: string): string {
    if (this.#room <= 0) return text;
    const kept = this.#learn(value, text);
    if (this.#room <= 0 && this.#found < ROOM) this.#root = { key: null, after: null, text: null };
    return kept;
  }

  #learn(value: object, text: string): string {
    this.#room--;
    const parts = Object.entries(value);
    if (!isRecord(value) || parts.length > 4 || !parts.every(([, part]) => isBrief(part))) return text;
    let at = this.#root;
    for (const [key, part] of parts) {
      at.key ??= key;
      if (at.key !== key) return text;
      at.after ??= new Map();
      let next = at.after.get(part);
      if (next === undefined) {
        next = { key: null, after: null, text: null };
        at.after.set(part, next);
        this.#room--;
      }
      at = next;
    }
    at.text = inOnePiece(text);
    return at.text;
  }
}

const ROOM = 1024;

/** Objects that began with the same values: the key that comes next, by what follows it; and the text of those that end here. */
interface Node {
  key: string | null;
  after: Map<unknown, Node> | null;
  text: string | null;
}

/** To a `Map`, -0 is 0; to JSON it is nothing. */
const isBrief = (value: unknown): boolean =>
  typeof value === "string"
    ? value.length <= 24
    : typeof value === "number"
      ? !Object.is(value, -0)
      : value === null || typeof value === "boolean";
