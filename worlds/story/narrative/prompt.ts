// The prompt that a model tells a round by: sections and instructions of the source, put together without any template, so that what an author wrote stands in it byte for byte and means nothing.
import type { Enforcement, LogEntry, PlaceSchema, TalePlace } from "../tale.ts";
import { EMOTIONS } from "../town/config.ts";
import type { Character, RoundDeed, RoundFacts } from "./facts.ts";

/** How the last instruction speaks of the newest event. */
const EVENT_INSTRUCTIONS: Readonly<Record<Enforcement, string>> = {
  soft: "- If a recent world event is listed, consider referencing the event if it fits.",
  medium: "- If a recent world event is listed, weave it in OR acknowledge its aftermath — do not ignore it.",
  hard: "- If a recent world event is listed, the opening line of this passage MUST reference the most recent world event.",
};

/** `previous`: the last beats, the newest last. */
export function promptOf(facts: RoundFacts, previous: readonly string[]): string {
  const { telling, rules, recent, places, characters, deeds, untold } = facts;
  const late = previous.length === 0 ? [] : untold.filter((event) => !recent.includes(event));
  return [
    "You are the narrator of a story that grows round by round. The people in it live in one place and speak to one another; what they do on their platforms is what they do and say in the story.",
    `Tone: ${telling.tone}`,
    [
      "World grounding:",
      `  Rules: ${rules.length === 0 ? "none" : rules.join("; ")}`,
      `  Recent events: ${recent.length === 0 ? "none" : recent.map(eventText).join("; ")}`,
      `  Known locations: ${places.length === 0 ? "none" : places.map((place) => placeText(place, telling.places)).join("; ")}`,
    ].join("\n"),
    `Previous scene:\n${previous.length === 0 ? "This is the beginning." : previous.join("\n\n")}`,
    `Characters:\n${characters.length === 0 ? "- nobody in particular" : characters.map((one) => `- ${characterText(one)}`).join("\n")}`,
    `Events this round:\n${[...late.map((event) => `- ${eventText(event)}`), ...deeds.map((deed) => `- ${deedText(deed)}`)].join("\n") || "- nobody did anything"}`,
    [
      "STRUCTURE",
      "- Two or three short paragraphs, under 180 words, in the third person and the past tense.",
      "- Name nobody who is not listed above, and let nobody act who did not act.",
    ].join("\n"),
    [
      "DIALOGUE",
      "- When people deal with one another, give them at least two spoken lines, drawn from what they wrote.",
    ].join("\n"),
    [
      "CINEMATIC DETAIL",
      "- Show feelings through the body and through things; never name a feeling or a number.",
      "- If a character has a known location, root the scene there.",
      EVENT_INSTRUCTIONS[telling.enforcement],
      "- Let one detail of the previous scene return.",
      ...facts.directives.map(({ text }) => `- The author's standing rule: ${text}`),
    ].join("\n"),
    "Answer with the passage alone.",
  ].join("\n\n");
}

const eventText = ({ round, description }: Pick<LogEntry, "round" | "description">): string =>
  `(Round ${round}) ${description}`;

/** Name and description, with what the story's schema adds. */
function placeText({ name, description, atmosphere, time_of_day }: TalePlace, schema: PlaceSchema): string {
  const more = [
    (schema === "cinematic" || schema === "full") && atmosphere ? `atmosphere: ${atmosphere}` : "",
    (schema === "temporal" || schema === "full") && time_of_day ? `time of day: ${time_of_day}` : "",
  ].filter((text) => text !== "");
  return `${name} — ${description}${more.length > 0 ? ` (${more.join("; ")})` : ""}`;
}

/** `Elena (at The Iron Tower, feeling: anger=0.3, trust=0.1)`. Feelings that round to nothing are left out. */
export function characterText({ name, place, emotions }: Pick<Character, "name" | "place" | "emotions">): string {
  const felt = EMOTIONS.flatMap((emotion, i) => {
    const tenths = Math.round(emotions[i]! * 10);
    return tenths === 0 ? [] : [`${emotion}=${(tenths / 10).toFixed(1)}`];
  });
  const parts = [...(place ? [`at ${place.name}`] : []), ...(felt.length > 0 ? [`feeling: ${felt.join(", ")}`] : [])];
  return parts.length === 0 ? name : `${name} (${parts.join(", ")})`;
}

const whose = (of: RoundDeed["of"]): string => (of?.name == null ? "somebody" : of.name);
const citation = (of: RoundDeed["of"]): string => (of?.text ? `: “${of.text}”` : "");

/** What was done, as the story has it. */
function deedText({ name, act, text, of, to }: RoundDeed): string {
  switch (act) {
    case "post":
      return `${name} announces: “${text}”`;
    case "comment":
      return `${name} says to ${whose(of)}: “${text}”${of?.text ? ` (about “${of.text}”)` : ""}`;
    case "like":
      return `${name} agrees with ${whose(of)}${citation(of)}`;
    case "dislike":
      return `${name} opposes ${whose(of)}${citation(of)}`;
    case "repost":
      return `${name} spreads the word of ${whose(of)}${citation(of)}`;
    case "quote":
      return `${name} answers ${whose(of)}: “${text}”${of?.text ? ` (about “${of.text}”)` : ""}`;
    case "follow":
      return `${name} sides with ${to?.name ?? "somebody"}`;
    case "unfollow":
      return `${name} leaves the side of ${to?.name ?? "somebody"}`;
    case "mute":
      return `${name} shuns ${to?.name ?? "somebody"}`;
    case "unmute":
      return `${name} listens to ${to?.name ?? "somebody"} again`;
    case "search":
      return `${name} looks into “${text ?? ""}”`;
    case "seek":
      return `${name} seeks out “${text ?? ""}”`;
    case "trend":
      return `${name} listens for what everybody talks about`;
    case "nothing":
      return `${name} watches and says nothing`;
    case "message":
      return `${name} tells ${to?.name ?? "somebody"} in private: “${text}”`;
    case "other":
      return `${name} is busy with something of no account`;
  }
}
