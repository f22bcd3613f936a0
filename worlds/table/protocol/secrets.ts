// Alignment and personality type are for the engine alone: finds them in text for players, and takes them out of anything that is shown.

import type { Json } from "@orrery/kernel";
import { fault, type Violation } from "./codes.ts";
import { isObject, type JsonObject, type StatePath, writePath } from "./path.ts";

/** Fields of a state that players never see. */
const INTERNAL: ReadonlySet<string> = new Set(["alignment", "mbti", "_comment_alignment_mbti"]);

const LABELS: readonly RegExp[] = [
  /\b[IE][NS][TF][JP]\b/i,
  /\b[IE][\s.\-–_/]{1,2}[NS][\s.\-–_/]{1,2}[TF][\s.\-–_/]{1,2}[JP]\b/,
  /\b(lawful|chaotic|neutral)[\s\-–_/]+(good|evil|neutral)\b/i,
  /\btrue[\s\-–_]+neutral\b/i,
  /\bmyers[\s\-–]*briggs\b|\bmbti\b|\benneagram\b|\bpersonality type\b/i,
  /\balignment\b[^.!?\n]{0,24}\b(good|evil|lawful|chaotic|neutral)\b|\b(good|evil|lawful|chaotic|neutral)\b[ -]alignment\b/i,
  /\((LG|NG|CG|LN|TN|CN|LE|NE)\)/,
];

/** A label as it stands in a text, hidden characters and look-alike letters aside; null when there is none. */
export function secretIn(text: string): string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/g, "")
    .replaceAll("_", " ");
  for (const label of LABELS) {
    const found = label.exec(plain);
    if (found) return found[0];
  }
  return null;
}

/** Faults of a value that players see; `skip` names the places of fields that they do not. */
export function leaksIn(value: unknown, at: StatePath): Violation[] {
  if (typeof value === "string") {
    const found = secretIn(value);
    return found === null
      ? []
      : [
          fault(
            "personality_leak",
            writePath(at),
            `"${found}" is internal; show the character by what it does, and never by a label.`,
          ),
        ];
  }
  if (Array.isArray(value)) return value.flatMap((one, i) => leaksIn(one, [...at, `${i}`]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => [
    ...(INTERNAL.has(key) ? [] : leaksIn(key, [...at, key])),
    ...(INTERNAL.has(key) ? [] : leaksIn(one, [...at, key])),
  ]);
}

/** A copy that players may see: without internal fields, and with every label blotted out of its texts. */
export function withoutSecrets(value: Json): Json {
  if (typeof value === "string") return blotSecrets(value);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]): [string, Json][] =>
      INTERNAL.has(key) ? [] : [[blotSecrets(key), withoutSecrets(one)]],
    ),
  ) satisfies JsonObject;
}

/** Sentences with a label go; what is left without any is the text. */
function blotSecrets(text: string): string {
  if (secretIn(text) === null) return text;
  const left = text
    .split(/(?<=[.!?]["”']?)\s+/)
    .filter((sentence) => secretIn(sentence) === null)
    .join(" ");
  return secretIn(left) === null ? left : "";
}
