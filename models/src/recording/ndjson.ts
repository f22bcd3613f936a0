// A recording as text, one JSON value a line, in an order that depends on its content alone: equal recordings are equal files.
import { sha256 } from "../hash.ts";
import { canonical, isObject } from "../json.ts";
import { type MemoryTape, memoryTape, type Take } from "./tape.ts";

const HEADER = { format: "orrery-recording", version: 1 };

export function writeRecording(tape: MemoryTape): string {
  const texts = [...tape.texts()].sort(([a], [b]) => (a < b ? -1 : 1));
  const takes = [...tape.takes()].sort((a, b) => (a.lane === b.lane ? a.seq - b.seq : a.lane < b.lane ? -1 : 1));
  const lines = [
    canonical(HEADER),
    ...texts.map(([hash, text]) => canonical({ hash, text })),
    ...takes.map((take) => canonical({ take })),
  ];
  return `${lines.join("\n")}\n`;
}

export class RecordingDamaged extends Error {
  override readonly name = "RecordingDamaged";
}

/** Throws `RecordingDamaged` with the line at fault: a text that is not what its hash says, a line that is no line of ours. */
export async function readRecording(ndjson: string): Promise<MemoryTape> {
  const tape = memoryTape();
  const [first, ...lines] = ndjson.split("\n");
  if (first !== canonical(HEADER)) throw new RecordingDamaged("line 1: not a recording, or of another version");
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const damageAt = (what: string) => new RecordingDamaged(`line ${i + 2}: ${what}`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw damageAt("not JSON");
    }
    if (isObject(value) && typeof value["hash"] === "string" && typeof value["text"] === "string") {
      if (sha256(value["text"]) !== value["hash"]) throw damageAt("the text is not what its hash says");
      await tape.keep(value["hash"], value["text"]);
    } else if (isObject(value) && isTake(value["take"])) {
      await tape.add(value["take"]);
    } else throw damageAt("neither a text nor a take");
  }
  return tape;
}

const isTake = (value: unknown): value is Take =>
  isObject(value) &&
  typeof value["lane"] === "string" &&
  Number.isSafeInteger(value["seq"]) &&
  typeof value["call"] === "string" &&
  typeof value["outcome"] === "string";
