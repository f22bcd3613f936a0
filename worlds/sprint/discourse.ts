// Readings of what was said: objections with their three lines, deltas, bare agreement. Text in, findings out; it judges nothing.

/** One objection: what breaks, where in the canon, what would settle it. */
interface Objection {
  readonly breaks: string;
  readonly where: string;
  readonly settle: string;
}

const LINE = /^\s*(?:[-*•]\s+)?\**(Breaks|Where|Settle)\**\s*:\**\s*(.*)$/;

/** Objections of a text, in order: each begins with a line `Breaks:` and has one `Where:` and one `Settle:` behind it. */
export function objectionsIn(content: string): readonly Objection[] {
  const found: { breaks: string; where: string; settle: string }[] = [];
  for (const line of content.split("\n")) {
    const [, name, text = ""] = LINE.exec(line) ?? [];
    const last = found.at(-1);
    if (name === "Breaks") found.push({ breaks: text.trim(), where: "", settle: "" });
    else if (name === "Where" && last && last.where === "") last.where = pointerIn(text);
    else if (name === "Settle" && last && last.settle === "") last.settle = text.trim();
  }
  return found;
}

/** What the first objection that lacks something lacks; null when one at least is whole. */
export function lackOf(objections: readonly Objection[]): string | null {
  const [first] = objections;
  if (!first) return 'a line "Breaks:"';
  if (objections.some((one) => missingIn(one) === null)) return null;
  return missingIn(first);
}
const missingIn = ({ breaks, where, settle }: Objection): string | null =>
  wordsOf(breaks).length < 3
    ? 'what breaks, after "Breaks:"'
    : where === ""
      ? 'a JSON pointer, after "Where:"'
      : wordsOf(settle).length < 3
        ? 'what would settle it, after "Settle:"'
        : null;

/** The pointer in a line, without the marks that people put around code. */
const pointerIn = (text: string): string => /\/[a-z_]+(?:\/[A-Za-z0-9_~-]+)*/.exec(text)?.[0] ?? "";

/** Bullets behind a line `Delta:`. */
export function deltasIn(content: string): readonly string[] {
  const lines = content.split("\n");
  const start = lines.findIndex((line) => /^\s*\**Delta\**\s*:\**\s*$/i.test(line));
  const own = lines.findIndex((line) => /^\s*\**Delta\**\s*:\**\s*\S/i.test(line));
  const from = start >= 0 ? start : own;
  if (from < 0) return [];
  const bullets: string[] = [];
  for (const line of lines.slice(from + 1)) {
    const [, text] = /^\s*(?:[-*•]|\d+[.)])\s+(.+)$/.exec(line) ?? [];
    if (text !== undefined) bullets.push(text.trim());
    else if (line.trim() !== "" && bullets.length > 0) break;
  }
  return bullets;
}

/** Words that agree, praise or point, and add nothing by themselves. */
const EMPTY = new Set(
  (
    "a about absolutely accept accepted again agree agreed agrees agreement all also am amazing and approve are as at awesome back be beautiful best brilliant but by " +
    "can change changes completely concur cool correct could do endorse every everything exactly excellent fantastic fine for fully further good great happy has have hear here i idea if in indeed is it " +
    "its just keep last lgtm like lovely made make me my nice no not nothing of ok okay on one our perfect please plus point proceed proposal really right said same second seems should so " +
    "solid sounds speaker still strong such super support sure team that the their them there these they thing think this those thumbs to too totally true up us very was we well what whole wholeheartedly " +
    "will with wonderful work works would yeah yep yes you your architect lorekeeper contrarian synthesizer"
  ).split(" "),
);

/** Words of a text that could add something. */
export const meatOf = (text: string): readonly string[] =>
  wordsOf(text).filter((word) => word.length > 2 && !EMPTY.has(word));

/** Whether a text says that it agrees, and nothing else. */
export const isBareAgreement = (content: string): boolean => {
  const words = wordsOf(content);
  return /^\s*(\+\s*1|👍|✅)[\s!.]*$/u.test(content) || (words.length > 0 && meatOf(content).length < 4);
};

/** Whether a bullet adds or changes something: it holds words that agreement has no use for. */
export const addsSomething = (bullet: string): boolean => meatOf(bullet).length >= 3;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
