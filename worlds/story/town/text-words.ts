// Words of a text as feeds and trends count them: lower case, without the commonest, each once.
const COMMON = new Set(
  (
    "a an and are as at be been but by can do for from had has have he her his how i if in into is it its just me my no not of on or our " +
    "out she so than that the their them then there they this to up us was we were what when which who will with would you your"
  ).split(" "),
);

export function wordsOf(text: string): readonly string[] {
  const out = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}#]{3,}/gu)) if (!COMMON.has(word)) out.add(word);
  return [...out];
}
