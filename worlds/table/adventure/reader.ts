// Takes values out of a located document and notes each mistake where it stands. It never throws and reads on to the end.
import type { Located, Path, Problem } from "@orrery/kernel";

type Bag = Readonly<Record<string, unknown>>;
export const isBag = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ID = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

export class AdventureReader {
  readonly problems: Problem[] = [];
  readonly #doc: Located;

  constructor(doc: Located) {
    this.#doc = doc;
  }

  problem(path: Path, message: string, hint: string, key = false): void {
    const { line, column } = key ? this.#doc.atKey(path) : this.#doc.at(path);
    this.problems.push({ line, column, path, message, hint });
  }

  value(path: Path): unknown {
    return path.reduce<unknown>(
      (at, step) =>
        isBag(at) && typeof step === "string" && Object.hasOwn(at, step)
          ? at[step]
          : Array.isArray(at) && typeof step === "number"
            ? at[step]
            : undefined,
      this.#doc.value,
    );
  }

  /** A mapping with no other keys than these; empty where there is none. */
  bag(path: Path, keys: readonly string[], needed = false): Bag {
    const value = this.value(path);
    if (value === undefined || value === null) {
      if (needed)
        this.problem(path.slice(0, -1), `\`${path.at(-1)}\` is missing.`, `Write it with ${keys.join(", ")}.`, true);
      return {};
    }
    if (!isBag(value)) {
      this.problem(path, "A mapping of keys to values should stand here.", `Its keys are ${keys.join(", ")}.`);
      return {};
    }
    for (const key of Object.keys(value))
      if (!keys.includes(key))
        this.problem([...path, key], `There is no key \`${key}\` here.`, `There are: ${keys.join(", ")}.`, true);
    return value;
  }

  /** The entries of a mapping from ids. */
  entries<T>(path: Path, read: (path: Path, id: string) => T): Record<string, T> {
    const value = this.value(path);
    if (value === undefined || value === null) return {};
    if (!isBag(value)) {
      this.problem(path, "A mapping from ids should stand here.", "Write `id:` and what it is, indented below.");
      return {};
    }
    return Object.fromEntries(
      Object.keys(value).map((id) => {
        if (!ID.test(id))
          this.problem(
            [...path, id],
            `"${id}" cannot be an id.`,
            "Ids are in snake_case: small letters, digits and _.",
            true,
          );
        return [id, read([...path, id], id)];
      }),
    );
  }

  text(path: Path, or?: string): string {
    const value = this.value(path);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (value === undefined && or !== undefined) return or;
    this.problem(
      value === undefined ? path.slice(0, -1) : path,
      value === undefined ? `\`${path.at(-1)}\` is missing.` : "A text should stand here.",
      "Write a text; in quotation marks where it holds a colon.",
      value === undefined,
    );
    return "";
  }

  /** One text, or a list of them. */
  texts(path: Path): readonly string[] {
    const value = this.value(path);
    if (value === undefined || value === null) return [];
    const list = Array.isArray(value) ? value : [value];
    return list.flatMap((one, i) => {
      if (typeof one === "string" && one.trim() !== "") return [one.trim()];
      this.problem(
        Array.isArray(value) ? [...path, i] : path,
        "A text should stand here.",
        "Write a text, or a list of texts.",
      );
      return [];
    });
  }

  whole(path: Path, { least = 0, most = 1_000_000, or }: { least?: number; most?: number; or?: number } = {}): number {
    const value = this.value(path);
    if (value === undefined && or !== undefined) return or;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
    this.problem(
      value === undefined ? path.slice(0, -1) : path,
      value === undefined ? `\`${path.at(-1)}\` is missing.` : "This number does not fit.",
      `Write a whole number from ${least} to ${most}.`,
      value === undefined,
    );
    return least;
  }

  flag(path: Path, or = false): boolean {
    const value = this.value(path);
    if (value === undefined) return or;
    if (typeof value === "boolean") return value;
    this.problem(path, "Yes or no should stand here.", "Write true or false.");
    return or;
  }

  oneOf<T extends string>(path: Path, list: readonly T[], or?: T): T {
    const value = this.value(path);
    if (value === undefined && or !== undefined) return or;
    if (list.includes(value as T)) return value as T;
    const near =
      typeof value === "string" ? list.find((one) => one.startsWith(value.slice(0, 3).toLowerCase())) : undefined;
    this.problem(
      value === undefined ? path.slice(0, -1) : path,
      value === undefined
        ? `\`${path.at(-1)}\` is missing.`
        : `"${String(value)}" is none of those that can stand here.`,
      near ? `Did you mean \`${near}\`?` : `There are: ${list.slice(0, 30).join(", ")}.`,
      value === undefined,
    );
    return list[0]!;
  }

  /** "10 min", "2 h", "1 d", "30 s", "1 h 30 min" as seconds. */
  seconds(path: Path, or?: number): number {
    const value = this.value(path);
    if (value === undefined && or !== undefined) return or;
    if (typeof value === "string") {
      let total = 0;
      const rest = value.replaceAll(/(\d+)\s*(s|min|h|d)\b/g, (_, count: string, unit: string) => {
        total += Number(count) * { s: 1, min: 60, h: 3600, d: 86_400 }[unit as "s"];
        return "";
      });
      if (rest.trim() === "" && total > 0) return total;
    }
    this.problem(path, "This is no length of time.", "Write it as 10 min, 2 h, 1 d or 1 h 30 min.");
    return or ?? 60;
  }

  /** A reference to something that is written elsewhere. */
  ref(path: Path, known: readonly string[], what: string, or?: string | null): string {
    const value = this.value(path);
    if (value === undefined && or !== undefined && or !== null) return or;
    if (typeof value === "string" && known.includes(value)) return value;
    this.problem(
      path,
      `There is no ${what} "${String(value)}".`,
      known.length === 0 ? `No ${what} is written yet.` : `There are: ${known.slice(0, 30).join(", ")}.`,
    );
    return known[0] ?? "";
  }

  refs(path: Path, known: readonly string[], what: string): readonly string[] {
    const value = this.value(path);
    if (value === undefined) return [];
    const list = Array.isArray(value) ? value : [value];
    return list.map((_, i) => this.ref(Array.isArray(value) ? [...path, i] : path, known, what));
  }
}
