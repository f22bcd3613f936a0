// A character for the table, asked for question by question: numbers or names answer, an empty line takes the usual, `back` goes back. What may be chosen and what is wrong, the rules of the world say.
import {
  ABILITIES,
  BACKGROUNDS,
  type Choices,
  CLASSES,
  isSkill,
  options,
  RACES,
  SPELLS,
  titleOf,
} from "@orrery/worlds/table";
import { proseWidth, wrapText } from "./terminal.ts";

/** What was chosen so far; each question adds its own key. */
type CharacterDraft = Partial<Choices> & { readonly [key: string]: unknown };

interface Option {
  readonly id: string;
  readonly name: string;
  readonly says?: string;
}

interface CharacterQuestion {
  readonly key: keyof Choices;
  readonly title: string;
  /** What may be chosen; absent: words of one's own. */
  readonly from?: readonly Option[];
  /** How many are chosen: one value where it is 1 and `list` is not set. */
  readonly most?: number;
  readonly least?: number;
  readonly list?: true;
  /** The same may be named twice. */
  readonly twice?: true;
  /** What an empty line takes; absent: an empty line is no answer. */
  readonly usual?: { readonly words: string; readonly value: unknown };
  /** What the rules have against a list of options. */
  readonly problem?: (chosen: readonly string[]) => string | undefined;
  /** Reads words of one's own; a problem is a sentence. */
  readonly read?: (answer: string) => { readonly value: unknown } | string;
}

export type QuestionStep =
  | { readonly is: "question"; readonly text: string; readonly prompt: string }
  | { readonly is: "problem"; readonly text: string };

/** The questions in their order, each drawn from the answers before it; null where it does not arise. */
const QUESTIONS: readonly ((draft: CharacterDraft) => CharacterQuestion | null)[] = [
  () => ({
    key: "name",
    title: "What is the character called?",
    read: (answer) => (answer.length > 40 ? "A name has at most 40 characters." : { value: answer }),
  }),
  () => ({
    key: "pronoun",
    title: "How is the character spoken of?",
    from: ["she", "he", "they"].map((id) => ({ id, name: id })),
    usual: { words: "they", value: "they" },
  }),
  () => ({
    key: "race",
    title: "Of which people?",
    from: Object.entries(RACES).map(([id, { name, scores, traits }]) => ({
      id,
      name,
      says: [raises(scores), ...traits].join(", "),
    })),
    usual: { words: RACES.human.name, value: "human" },
  }),
  () => ({
    key: "class",
    title: "Which class?",
    from: CLASSES.map((id) => ({ id, name: titleOf(id) })),
    usual: { words: "Fighter", value: "fighter" },
  }),
  () => ({
    key: "background",
    title: "Which background?",
    from: Object.entries(BACKGROUNDS).map(([id, { name, skills }]) => ({
      id,
      name,
      says: skills.map((skill) => titleOf(skill).toLowerCase()).join(", "),
    })),
    usual: { words: BACKGROUNDS.soldier.name, value: "soldier" },
  }),
  () => ({
    key: "level",
    title: `At which level does the character begin, 1 to ${options.LEVEL_MOST}?`,
    usual: { words: "1", value: 1 },
    read: (answer) =>
      /^\d$/.test(answer) && Number(answer) >= 1 && Number(answer) <= options.LEVEL_MOST
        ? { value: Number(answer) }
        : `A level is a number from 1 to ${options.LEVEL_MOST}.`,
  }),
  ({ class: id }) => scoresQuestion(id!),
  ({ race }) => {
    const chooses = (RACES[race!] as { readonly chooses?: number }).chooses ?? 0;
    return chooses === 0
      ? null
      : {
          key: "raise",
          title: `A ${RACES[race!].name.toLowerCase()} raises two abilities by one. Which?`,
          from: ABILITIES.map((id) => ({ id, name: titleOf(id) })),
          most: chooses,
          least: chooses,
          list: true,
        };
  },
  ({ class: id, level }) => {
    const rises = options.improvements(id!, level!);
    return rises === 0
      ? null
      : {
          key: "improve",
          title: `Levels up to ${level} improve abilities by ${rises} points. Which? The same one counts twice.`,
          from: ABILITIES.map((ability) => ({ id: ability, name: titleOf(ability) })),
          most: rises,
          least: rises,
          list: true,
          twice: true,
        };
  },
  ({ class: id, background, race }) => {
    const { count, from, free, ofClass } = options.skillOptions(id!, background!, race!);
    const others = from.filter((skill) => !ofClass.includes(skill)).slice(0, free);
    const usual = [...ofClass.slice(0, count - others.length), ...others];
    const problem = (skills: readonly string[]) =>
      options.skillProblems({
        race: race!,
        id: id!,
        background: background!,
        skills: skills.filter(isSkill),
        level: 1,
        expertise: [],
      })[0];
    return { ...listOf("skills", `Which skills is a ${id} trained in?`, count, from, usual)!, problem };
  },
  ({ class: id, level, race, background, skills }) => {
    const trained = options.trainingOf(race!, background!, skills!);
    const count = options.expertiseCount(id!, level!);
    return listOf("expertise", "In which skills does training count twice?", count, trained, trained.slice(0, count));
  },
  ({ class: id, level }) => {
    const from = options.styleOptions(id!, level!);
    return from.length === 0
      ? null
      : {
          key: "style",
          title: "Which fighting style?",
          from: from.map((style) => ({ id: style, name: titleOf(style) })),
          usual: { words: titleOf(from[0]!), value: from[0]! },
        };
  },
  ({ class: id, level }) => spellQuestion("cantrips", options.cantripOptions(id!, level!)),
  (draft) => {
    const { class: id, level, race, scores, ...more } = draft;
    const whole = options.scoresOf({ ...more, race: race!, scores: scores! });
    return spellQuestion("spells", options.spellOptions(id!, level!, whole));
  },
];

const raises = (scores: Readonly<Record<string, number>>): string => {
  const all = Object.entries(scores);
  return all.length === ABILITIES.length
    ? "+1 to all"
    : all.map(([ability, by]) => `+${by} ${ability.slice(0, 3).toUpperCase()}`).join(", ");
};

function scoresQuestion(id: Choices["class"]): CharacterQuestion {
  const usual = options.usualScores(id);
  const inOrder = ABILITIES.map((ability) => usual[ability]).join(" ");
  return {
    key: "scores",
    title: `The six scores, in the order ${ABILITIES.map(titleOf).join(", ")}: 15, 14, 13, 12, 10 and 8 in any order, or 27 points (8 to 15).`,
    usual: { words: inOrder, value: usual },
    read(answer) {
      const scores = answer.split(/[\s,]+/).map(Number);
      if (scores.length !== ABILITIES.length || scores.some((score) => !Number.isInteger(score)))
        return `Write six whole numbers, such as ${inOrder}.`;
      const value = Object.fromEntries(ABILITIES.map((ability, i) => [ability, scores[i]!])) as Choices["scores"];
      return options.scoreProblems(value)[0] ?? { value };
    },
  };
}

function listOf<K extends "skills" | "expertise">(
  key: K,
  title: string,
  most: number,
  from: readonly string[],
  usual: readonly string[],
): CharacterQuestion | null {
  return most === 0
    ? null
    : {
        key,
        title,
        from: from.map((id) => ({ id, name: titleOf(id) })),
        most,
        list: true,
        usual: { words: usual.map((one) => titleOf(one).toLowerCase()).join(", "), value: usual },
      };
}

function spellQuestion(key: "cantrips" | "spells", { count, from }: ReturnType<typeof options.cantripOptions>) {
  return count === 0
    ? null
    : ({
        key,
        title: key === "cantrips" ? "Which cantrips?" : "Which spells are known or prepared?",
        from: from.map((id) => ({ id, name: SPELLS[id].name, says: `level ${SPELLS[id].level}: ${SPELLS[id].says}` })),
        most: count,
        list: true,
        usual: { words: "the most useful ones", value: undefined },
      } satisfies CharacterQuestion);
}

/** Yields what to show and takes the answers, until the choices are whole. */
export function* characterQuestions(): Generator<QuestionStep, CharacterDraft, string> {
  const drafts: CharacterDraft[] = [{}];
  while (drafts.length <= QUESTIONS.length) {
    const draft = drafts.at(-1)!;
    const question = QUESTIONS[drafts.length - 1]!(draft);
    if (question === null) {
      drafts.push(draft);
      continue;
    }
    let answer = (yield { is: "question", text: questionInWords(question), prompt: promptOf(question) }).trim();
    while (true) {
      if (answer.toLowerCase() === "back") {
        goBack(drafts);
        break;
      }
      const read = readAnswer(question, answer);
      if (typeof read !== "string") {
        drafts.push(read.value === undefined ? draft : { ...draft, [question.key]: read.value });
        break;
      }
      answer = (yield { is: "problem", text: read }).trim();
    }
  }
  return drafts.at(-1)!;
}

/** To the question before this one that was asked. */
function goBack(drafts: CharacterDraft[]): void {
  if (drafts.length > 1) drafts.pop();
  while (drafts.length > 1 && QUESTIONS[drafts.length - 1]!(drafts.at(-1)!) === null) drafts.pop();
}

function questionInWords({ title, from, usual }: CharacterQuestion): string {
  const width = Math.min(proseWidth(), 88);
  const names = Math.max(0, ...(from ?? []).map(({ name }) => name.length));
  const lines = (from ?? []).map(({ name, says }, i) => {
    const line = `${`${i + 1}`.padStart(4)}  ${says === undefined ? name : `${name.padEnd(names)}  ${says}`}`;
    return line.length > width ? `${line.slice(0, width - 1)}…` : line;
  });
  const enter = usual === undefined ? [] : [wrapText(`  An empty line takes: ${usual.words}.`, width)];
  return ["", wrapText(title, width), ...lines, ...enter].join("\n");
}

const promptOf = ({ from, most = 1, least, list }: CharacterQuestion): string => {
  if (from === undefined) return "> ";
  if (!list) return `1-${from.length} > `;
  return `${least === most ? most : `up to ${most}`} of 1-${from.length} > `;
};

function readAnswer(question: CharacterQuestion, answer: string): { readonly value: unknown } | string {
  const { from, usual, read, list, most = 1, least = 0, twice } = question;
  if (answer === "") return usual ?? (from ? "Choose by number or by name." : "Write something.");
  if (read) return read(answer);
  const chosen: string[] = [];
  for (const word of list ? answer.split(/\s*,\s*|\s+(?=\d+\b)/).filter(Boolean) : [answer]) {
    const one = optionOf(from!, word);
    if (typeof one !== "string") return one.problem;
    chosen.push(one);
  }
  if (!list) return { value: chosen[0]! };
  if (!twice && new Set(chosen).size !== chosen.length) return "Each of them can be chosen once.";
  if (chosen.length > most || chosen.length < least)
    return `${least === most ? `Choose ${most}` : `Choose ${most} at most`}, by number or name, with commas between.`;
  return question.problem?.(chosen) ?? { value: chosen };
}

function optionOf(from: readonly Option[], word: string): string | { readonly problem: string } {
  if (/^\d+$/.test(word))
    return from[Number(word) - 1]?.id ?? { problem: `There is no ${word}: numbers are 1 to ${from.length}.` };
  const plain = word.toLowerCase().replaceAll("_", " ");
  const exact = from.find(({ id, name }) => [id.replaceAll("_", " "), name.toLowerCase()].includes(plain));
  const near = from.filter(({ name }) => name.toLowerCase().startsWith(plain));
  const found = exact ?? (near.length === 1 ? near[0] : undefined);
  if (found) return found.id;
  return {
    problem:
      near.length > 1
        ? `"${word}" may be ${near.map(({ name }) => name).join(" or ")}.`
        : `"${word}" is none of them: choose by number or by name.`,
  };
}
