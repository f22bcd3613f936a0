// The labels of the foreign worlds: one line for what is said, with the deeds that it may mean in short notation. Reads and compares, parses nothing.
import type { ActionBase } from "@orrery/kernel";

/** One thing said in one of the worlds: any of the readings is right, and an empty one means that nothing is to be done. */
export interface ForeignLine {
  readonly kind: "commands" | "sentences";
  /** Deeds done before, in the same notation. */
  readonly scene: readonly Deed[];
  readonly say: string;
  readonly readings: readonly (readonly Deed[])[];
}
export type Deed = Omit<ActionBase, "actorId">;

/** `# kind` and `@ scene` hold for the lines below them; `said => deed ; deed | other deed`. */
export function foreignLines(text: string): ForeignLine[] {
  let kind: ForeignLine["kind"] = "commands";
  let scene: readonly Deed[] = [];
  return text.split("\n").flatMap((line): ForeignLine[] => {
    if (line.trim() === "") return [];
    if (line.startsWith("# ")) {
      kind = line.slice(2) as ForeignLine["kind"];
      scene = [];
      return [];
    }
    if (line.startsWith("@ ")) {
      scene = deedsIn(line.slice(2));
      return [];
    }
    const [say, label] = line.split(" => ") as [string, string];
    return [{ kind, scene, say, readings: label.split(" | ").map(deedsIn) }];
  });
}

const deedsIn = (text: string): Deed[] =>
  text.trim() === "none" ? [] : text.split(" ; ").map((one) => deedOf(one.trim()));

/** "give coin martha", "put coin in trough", "perform spin safe n 41". */
function deedOf(text: string): Deed {
  const [type = "", a, b, c] = text.split(" ");
  const on = (targetId: string | undefined, metadata?: object): Deed => ({
    type,
    ...(targetId === undefined ? {} : { targetId }),
    ...(metadata ? { metadata: metadata as Record<string, unknown> } : {}),
  });
  switch (type) {
    case "go":
      return on(undefined, { direction: a });
    case "on":
    case "off":
      return { type: "switch", targetId: a!, metadata: { on: type === "on" } };
    case "put":
      return { type, targetId: a!, locationId: c!, metadata: { how: b } };
    case "take":
      return b === undefined ? on(a) : { type, targetId: a!, locationId: b };
    case "give":
    case "show":
      return on(a, { to: b });
    case "request":
      return on(a, { from: b });
    case "ask":
    case "tell":
      return on(undefined, { ...(a === undefined ? {} : { to: a }), ...(b === undefined ? {} : { about: b }) });
    case "say":
      return on(undefined, a === undefined ? {} : { to: a });
    case "bid":
      return on(undefined, { to: a, ...(b === undefined ? {} : { wanted: { type: b } }) });
    case "use":
      return on(b, { ...(a === undefined ? {} : { how: a }), ...(c === undefined ? {} : { with: c }) });
    case "attempt":
      return on(b, { ...(a === undefined ? {} : { how: a }), ...(c === undefined ? {} : { with: c }) });
    case "recall":
      return on(undefined, { ...(a === undefined ? {} : { what: a }), ...(b === undefined ? {} : { about: b }) });
    case "unlock":
      return on(a);
    case "perform":
      return performed(text.split(" ").slice(1));
    default:
      return on(a);
  }
}

function performed([verb, ...rest]: readonly string[]): Deed {
  const marked = rest.findIndex((one) => one === "n" || one === "w");
  const target = rest[0] !== undefined && marked !== 0 ? rest[0] : undefined;
  const value = marked < 0 ? undefined : rest.slice(marked + 1).join(" ");
  const said = marked < 0 ? {} : rest[marked] === "n" ? { number: Number(value) } : { words: value };
  return { type: "perform", ...(target === undefined ? {} : { targetId: target }), metadata: { verb, ...said } };
}

/** Whether deeds are those of a label: what the label leaves open may be anything, and where "from" was said may be told or not. */
export const isLike = (actual: readonly Deed[], label: readonly Deed[]): boolean =>
  actual.length === label.length && label.every((one, i) => agrees(actual[i]!, one));

function agrees(actual: Deed, label: Deed): boolean {
  if (actual.type !== label.type) return false;
  if (label.type === "recall") {
    const { what, about } = (label.metadata ?? {}) as { what?: string; about?: string };
    const named = [actual.targetId, actual.locationId, (actual.metadata as { about?: string }).about];
    return (
      (what === undefined || (actual.metadata as { what: string }).what === what) &&
      (about === undefined || named.includes(about))
    );
  }
  if (label.targetId !== undefined && actual.targetId !== label.targetId) return false;
  if (label.targetId === undefined && actual.targetId !== undefined && !LOOSE.has(label.type)) return false;
  if (label.type === "put" && actual.locationId !== label.locationId) return false;
  const said = (actual.metadata ?? {}) as Record<string, unknown>;
  return Object.entries(label.metadata ?? {}).every(([key, value]) =>
    key === "wanted"
      ? (said[key] as { type?: string } | undefined)?.type === (value as { type: string }).type
      : said[key] === value,
  );
}
/** Of these a label need not name what they are done to. */
const LOOSE: ReadonlySet<string> = new Set(["attempt", "use", "examine", "unlock", "ask"]);

/** Deeds that change nothing: to read one of them wrongly costs the player a line, and no turn of the story. */
const HARMLESS: ReadonlySet<string> = new Set([
  "look",
  "examine",
  "search",
  "read",
  "smell",
  "inventory",
  "recall",
  "hint",
  "think",
  "claim",
]);

export const isHarmful = (deeds: readonly Deed[]): boolean => deeds.some(({ type }) => !HARMLESS.has(type));
