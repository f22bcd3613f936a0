// A contract made ready: one walk over an action tells whether it is plain and fits, copies and writes it. It never says why not.
import { Compile, type Validator } from "typebox/compile";
import type { ActionBase } from "./action.ts";
import { Familiar, type Known } from "./familiar.ts";
import { copyOf, isPlain, isRecord, isUnicode, objectsBetween, piece, quote } from "./json.ts";
import type { Contract } from "./shape.ts";

/**
 * An action as the kernel takes it in: a copy of what was given, which nobody can change later and in which nothing stands
 * that its text does not say; and that canonical text behind its actor's name.
 */
export interface Read {
  readonly action: ActionBase;
  readonly text: string;
}

/** Null for an action that is not plain or does not fit the contract of its type: the compiled schemas have the words for it. */
export type Reader = (action: object) => Read | null;

/** At most as many code units as a name may have code points: what is longer is left to the compiled schema. */
export const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 200 && isUnicode(value);

export function readerOf(kind: string, { targetId: target, locationId: location, metadata: schema }: Contract): Reader {
  const end = `,"type":${quote(kind)}}`;
  const targetEnd = piece(`,"targetId":`, end);
  // Where nothing can be between the two, the end is of one piece with the metadata.
  const readMetadata = schema && metadataReader(schema, target === undefined ? end : "");
  return (given) => {
    const { actorId, type, targetId, locationId, metadata } = given as Record<string, unknown>;
    // After the fields were read an engine knows what it has there, and this costs nothing.
    if (Object.getPrototypeOf(given) !== Object.prototype || type !== kind || !isName(actorId)) return null;
    let parts = 2;
    let text = "";
    let own: Metadata | undefined;
    if (locationId !== undefined) {
      if (location === undefined || !isName(locationId)) return null;
      text = locationPart(locationId);
      parts++;
    } else if (location === true) return null;
    if (readMetadata) {
      const read = readMetadata(metadata);
      if (read === null) return null;
      own = read.value;
      text += read.text;
      parts++;
    }
    if (targetId !== undefined) {
      if (target === undefined || !isName(targetId)) return null;
      text += targetEnd(targetId);
      parts++;
    } else if (target === true) return null;
    else if (!readMetadata || target !== undefined) text += end;
    for (const _key in given) parts--;
    return parts === 0 ? { action: actionOf(actorId, type, targetId, locationId, own), text } : null;
  };
}
const locationPart = piece(`,"locationId":`, "");

/** An action of the parts that are there. Each make by a literal of its own, which is several times as quick as to spread them. */
function actionOf(
  actorId: string,
  type: string,
  targetId?: string,
  locationId?: string,
  metadata?: Metadata,
): ActionBase {
  if (metadata === undefined) {
    if (targetId === undefined) return locationId === undefined ? { actorId, type } : { actorId, type, locationId };
    return locationId === undefined ? { actorId, type, targetId } : { actorId, type, targetId, locationId };
  }
  if (targetId === undefined)
    return locationId === undefined ? { actorId, type, metadata } : { actorId, type, locationId, metadata };
  return locationId === undefined
    ? { actorId, type, targetId, metadata }
    : { actorId, type, targetId, locationId, metadata };
}
type Metadata = Record<string, unknown>;

/** The schema judges the copy. What is familiar fitted when it was kept, and is the same. */
function metadataReader(
  schema: NonNullable<Contract["metadata"]>,
  behind: string,
): (value: unknown) => Known<Metadata> | null {
  const put = objectsBetween(`,"metadata":`, behind);
  const familiar = new Familiar<Metadata>();
  let compiled: Validator | null = null;
  return (value) => {
    if (typeof value !== "object" || value === null) return null;
    const known = familiar.find(value);
    if (known !== null) return known;
    if (!isRecord(value) || !isPlain(value, 1)) return null;
    const own = copyOf(value);
    compiled ??= Compile(schema);
    return compiled.Check(own) ? familiar.keep(own, put("", own)) : null;
  };
}

/** Canonical text of a list of one event. */
export function eventWriter(): (event: object) => string {
  const put = objectsBetween("[", "]");
  const familiar = new Familiar<object>();
  return (event) => (familiar.find(event) ?? familiar.keep(event, put("", event))).text;
}
