// Small plain objects that come again and again, each with its text in one piece. Whatever is not found here is written as anything is.
import { inOnePiece, isRecord } from "./json.ts";

/** A small object and its canonical text, in whatever that stands between. */
export interface Known<T> {
  readonly value: T;
  readonly text: string;
}

/**
 * A tree of values in the order in which their keys are met. Whatever is offered takes some of its room. When that is spent
 * it learns no more, and where more was offered than found it forgets all, so that looking for what never comes costs nothing.
 */
export class Familiar<T extends object> {
  #root = newNode<T>();
  #room = ROOM;
  #found = 0;

  /** What was kept of an object with these very keys and values. It is frozen, since it is everybody's. */
  find(value: object): Known<T> | null {
    let at = this.#root;
    for (const key in value) {
      if (at.key !== key) return null;
      const part = (value as Record<string, unknown>)[key];
      const next = isBrief(part) ? at.after!.get(part) : undefined;
      if (next === undefined) return null;
      at = next;
    }
    // Once a field was read, an engine mostly knows the prototype as well; else it leaves its own code to ask for it.
    if (at.known === null || value.constructor !== Object || !isRecord(value)) return null;
    this.#found++;
    return at.known;
  }

  /** Keeps a copy of an object with its text, if it is small; and gives back both. */
  keep(value: T, text: string): Known<T> {
    if (this.#room <= 0) return { value, text };
    const known = this.#learn(value, text);
    if (this.#room <= 0 && this.#found < ROOM) this.#root = newNode();
    return known;
  }

  #learn(value: T, text: string): Known<T> {
    this.#room--;
    const parts = Object.entries(value);
    if (!isRecord(value) || parts.length > 4 || !parts.every(([, part]) => isBrief(part))) return { value, text };
    let at = this.#root;
    for (const [key, part] of parts) {
      at.key ??= key;
      if (at.key !== key) return { value, text };
      at.after ??= new Map();
      let next = at.after.get(part);
      if (next === undefined) {
        next = newNode();
        at.after.set(part, next);
        this.#room--;
      }
      at = next;
    }
    at.known = { value: Object.freeze({ ...value }), text: inOnePiece(text) };
    return at.known;
  }
}

const ROOM = 1024;

/** Objects that began with the same values: the key that comes next, by what follows it; and the one that ends here. */
interface Node<T> {
  key: string | null;
  after: Map<unknown, Node<T>> | null;
  known: Known<T> | null;
}
const newNode = <T>(): Node<T> => ({ key: null, after: null, known: null });

/** To a `Map`, -0 is 0; to JSON it is nothing. */
const isBrief = (value: unknown): boolean =>
  typeof value === "string"
    ? value.length <= 24
    : typeof value === "number"
      ? !Object.is(value, -0)
      : value === null || typeof value === "boolean";
