// A contract made ready: one walk over an action tells whether it is plain and fits, and writes it. It never says why not.
import { Compile, type Validator } from "typebox/compile";
import { Familiar } from "./familiar.ts";
import { isPlain, isRecord, isUnicode, objectsBetween, piece, quote } from "./json.ts";
import type { Contract } from "./shape.ts";

/**
 * The canonical text of an action behind its actor's name, when it is plain and fits the contract of its type. Null for any
 * other, which the compiled schemas have the words for.
 */
export type Reader = (action: object) => string | null;

/** At most as many code units as a name may have code points: what is longer is left to the compiled schema. */
export const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 200 && isUnicode(value);

export function readerOf(kind: string, { targetId: target, locationId: location, metadata: schema }: Contract): Reader {
  const end = `,"type":${quote(kind)}}`;
  const targetEnd = piece(`,"targetId":`, end);
  // Where nothing can be between the two, the end is of one piece with the metadata.
  const readMetadata = schema && metadataReader(schema, target === undefined ? end : "");
  return (action) => {
    const { actorId, type, targetId, locationId, metadata } = action as Record<string, unknown>;
    // After the fields were read an engine knows what it has there, and this costs nothing.
    if (Object.getPrototypeOf(action) !== Object.prototype || type !== kind || !isName(actorId)) return null;
    let parts = 2;
    let text = "";
    if (locationId !== undefined) {
      if (location === undefined || !isName(locationId)) return null;
      text = locationPart(locationId);
      parts++;
    } else if (location === true) return null;
    if (readMetadata) {
      const read = readMetadata(metadata);
      if (read === null) return null;
      text += read;
      parts++;
    }
    if (targetId !== undefined) {
      if (target === undefined || !isName(targetId)) return null;
      text += targetEnd(targetId);
      parts++;
    } else if (target === true) return null;
    else if (!readMetadata || target !== undefined) text += end;
    for (const _key in action) parts--;
    return parts === 0 ? text : null;
  };
}
const locationPart = piece(`,"locationId":`, "");

/** The schema is asked every time. What is familiar was plain when it was kept, and is the same. */
function metadataReader(schema: NonNullable<Contract["metadata"]>, behind: string): (value: unknown) => string | null {
  const put = objectsBetween(`,"metadata":`, behind);
  const known = new Familiar();
  let compiled: Validator | null = null;
  return (value) => {
    if (typeof value !== "object" || value === null) return null;
    compiled ??= Compile(schema);
    const found = known.find(value);
    if ((found === null && !(isRecord(value) && isPlain(value, 1))) || !compiled.Check(value)) return null;
    return found ?? known.keep(value, put("", value));
  };
}

/** Canonical text of a list of one event. */
export function eventWriter(): (event: object) => string {
  const put = objectsBetween("[", "]");
  const known = new Familiar();
  return (event) => known.find(event) ?? known.keep(event, put("", event));
}
