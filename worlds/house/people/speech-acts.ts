// What words do beside what they say: greet, thank, apologise, take leave. Told by a closed class of openings; judges nothing else.

export const SPEECH_ACTS = ["greeting", "thanks", "apology", "farewell"] as const;
export type SpeechAct = (typeof SPEECH_ACTS)[number];

const OPENINGS: { readonly [A in SpeechAct]: RegExp } = {
  farewell: /^(good ?bye|bye|farewell|cheerio|so long|see you|good night|until)\b/,
  thanks: /^(thank|thanks|many thanks|much obliged|cheers|bless you)\b/,
  apology:
    /^((i am|im|we are) )?((so|very|really|truly|deeply|terribly) )*(sorry|apologise|apologize|forgive me|pardon me|beg your pardon|my apologies|i (apologise|apologize|beg))\b/,
  greeting:
    /^(hello|hi|hey|greetings|good (morning|day|afternoon|evening)|how do you do|(pleased|nice|glad) to meet)\b/,
};
/** Longer words say more than that. */
const WORDS_MAX = 7;

/** What short words to somebody do; null where they are about something. */
export function speechActOf(text: string): SpeechAct | null {
  const words = text
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  if (words.length > WORDS_MAX || (text.includes("?") && words.length > 4)) return null;
  return SPEECH_ACTS.find((act) => OPENINGS[act].test(words.join(" "))) ?? null;
}
