// Writing worlds from the command line: check a file, begin a new one, and take over what a run's game master has ruled.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FoundEnding, Problem } from "@orrery/kernel";
import { Fault, readWorldText, shippedWorlds } from "@orrery/runtime";
import { CALL } from "./call.ts";
import { withOrrery } from "./database.ts";
import { answer } from "./print.ts";
import { type Flags, WrongUse, wholeNumber } from "./words.ts";
import { beginPackage, checkPackage, testPackage } from "./world-code.ts";

/** Acts that are tried to find out whether a world can be won; about as many milliseconds. */
const TRIES = 4_000;

export async function world(words: readonly string[], flags: Flags): Promise<boolean> {
  const [what, ...rest] = words;
  switch (what) {
    case "check":
      return check(rest, flags);
    case "test":
      if (rest.length !== 1) throw new WrongUse("world test takes one FOLDER.");
      return testPackage(rest[0]!);
    case "new":
      return begin(rest, flags);
    case "schema":
      return schema(rest, flags);
    case "precedents":
      return precedents(rest, flags);
    default:
      throw new WrongUse(`world ${what ?? ""}: write check, test, new, schema or precedents.`);
  }
}

async function check(words: readonly string[], flags: Flags): Promise<boolean> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new WrongUse("world check takes one FILE or FOLDER.");
  if (existsSync(file) && !/\.ya?ml$/.test(file)) return checkPackage(file, flags);
  const tries = wholeNumber(flags.tries, "--tries") ?? TRIES;
  const checked = await shippedWorlds().check(readWorldText(file), { tries, file: resolve(file) });
  const { ok } = checked;
  const verdict = checked.ok
    ? {
        ok,
        title: checked.title,
        problems: [],
        warnings: checked.warnings,
        winnable: checked.winnable,
        way: checked.way,
        deals: checked.deals,
        endings: checked.endings,
      }
    : { ok, title: null, problems: checked.problems, warnings: [], winnable: null, way: [], deals: [], endings: [] };
  answer(flags, { file, ...verdict }, () => {
    const line = ({ line, column, message, hint }: Problem, kind: string) =>
      `${file}:${line}:${column}: ${kind}${message}${hint ? `\n    ${hint}` : ""}`;
    const { problems, warnings, title, winnable, way, deals, endings } = verdict;
    const lines = [...problems.map((one) => line(one, "")), ...warnings.map((one) => line(one, "warning: "))];
    if (!ok) return [...lines, `${count(problems.length, "problem")}. It cannot be played like this.`].join("\n");
    const open = deals.flatMap(({ cast, winnable }) => (winnable === null ? [cast] : [])).join(", ");
    const wins =
      winnable === true
        ? ` It can be won${deals.length === 0 ? "" : `, with ${deals.map(({ cast }) => cast).join(", ")}`}, in ${count(way.length, "step")} at most.`
        : winnable === null && tries > 0
          ? ` Whether it can be won${open === "" ? "" : ` with ${open}`} was not found out: play it, or give more --tries.`
          : "";
    const noted = warnings.length === 0 ? "Nothing to complain of." : `${count(warnings.length, "warning")}.`;
    return [...lines, `${title} holds together. ${noted}${wins}`, ...endings.map(endingLine)].join("\n");
  });
  return verdict.ok;
}

/** `not reached` is no proof: more tries, or a person, may reach it. */
const endingLine = ({ id, tone, way, cast }: FoundEnding): string =>
  `  ${tone}: ${id}, ${way === null ? "not reached" : `reached in ${count(way.length, "step")}${cast && ` with ${cast}`}`}`;

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

async function begin(words: readonly string[], flags: Flags): Promise<boolean> {
  const [name, given, ...more] = words;
  if (name === undefined || name.trim() === "" || more.length > 0)
    throw new WrongUse("world new takes NAME and, if you like, a FILE.");
  if (/^(\.{0,2}|~)[/\\]|\.ya?ml$/i.test(name))
    throw new WrongUse(`"${name}" is a path. World new takes the title first: world new "My World" ${name}`);
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  if (flags.code) return beginPackage(name.trim(), plain, given, flags);
  const file = given ?? `${plain === "" ? "world" : plain}.yaml`;
  if (existsSync(file))
    throw new Fault("bad_world", `${file} is there already. Give another FILE: world new NAME FILE.`);
  const worlds = shippedWorlds();
  const text = await worlds.starter(name.trim(), flags.world);
  const checked = await worlds.check(text, { tries: 0 });
  if (!checked.ok) throw new WrongUse(`"${name}" cannot be a title: ${checked.problems[0]!.message}`);
  await writeFile(file, text, { flag: "wx" });
  answer(flags, { file }, () => `${file} holds a small ${checked.plays} that works. Play it: ${CALL} play ${file}`);
  return true;
}

/** For editors: they check and complete an author's file by it. */
async function schema(words: readonly string[], flags: Flags): Promise<boolean> {
  if (words.length > 0) throw new WrongUse(`Too many words: ${words.join(" ")}. Write world schema [--world W].`);
  const id = flags.world ?? "house";
  const { text } = (await shippedWorlds().engine(id)).world;
  if (!text?.schema) throw new Fault("unknown_world", `Texts of ${id} have no schema.`);
  answer(flags, text.schema, () => JSON.stringify(text.schema, null, 2));
  return true;
}

async function precedents(words: readonly string[], flags: Flags): Promise<boolean> {
  const [run, ...more] = words;
  if (run === undefined || more.length > 0) throw new WrongUse("world precedents takes one RUN.");
  return withOrrery(flags, async (orrery) => {
    const { plays, world, view } = await orrery.show(run, { branch: flags.branch });
    const { text: texts } = (await shippedWorlds().engine(plays)).world;
    if (!texts?.precedents) throw new Fault("unknown_world", `Nothing is ruled in ${world}: it has no precedents.`);
    const { list, text } = texts.precedents(view);
    answer(flags, list, () => text.trimEnd());
    return true;
  });
}
