// Sentences of a narrative as its checks read them: what is said aloud is taken out, since people may say what is not so.

/** Sentences outside of what is said aloud; each speech leaves a pair of quotes behind. */
export const sentencesOf = (text: string): string[] =>
  withoutSpeech(text)
    .split(/(?<=[.!?…])["”']*\s+|\n+/)
    .filter((sentence) => sentence.trim() !== "");

/** The text with every speech cut down to its quotes. */
export const withoutSpeech = (text: string): string => text.replaceAll(/"[^"]*"|“[^”]*”|‘[^’]*’(?!\w)/g, '""');
