// Every line of the parser's phrase books is needed by something that is said: in a corpus, a foreign world or a test of the parser.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { it } from "node:test";
import { bookOf, longest } from "../src/books.ts";
import { type Token, tokensOf } from "../src/tokens.ts";
import { foreignLines } from "./foreign-labels.ts";

const root = new URL("../../", import.meta.url);
const textsOf = (glob: string): { file: string; text: string }[] =>
  globSync(glob, { cwd: root.pathname })
    .sort()
    .map((file) => ({ file, text: readFileSync(new URL(file, root), "utf8") }));
const quotes = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|`([^`]*)`/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");

function saidAnywhere(): (readonly Token[])[] {
  const corpora = textsOf("fixtures/corpus/*.jsonl").flatMap(({ text }) =>
    text
      .split("\n")
      .filter(Boolean)
      .flatMap((line) => {
        const { say, setup = [] } = JSON.parse(line) as { say: string; setup?: string[] };
        return [say, ...setup];
      }),
  );
  const foreign = textsOf("fixtures/foreign/*.txt").flatMap(({ text }) => foreignLines(text).map(({ say }) => say));
  const tests = textsOf("parser/test/*.test.ts").flatMap(({ text }) => quotes(text));
  return [...new Set([...corpora, ...foreign, ...tests.flatMap((one) => one.split(" / "))])].map((text) =>
    tokensOf(text, new Set(), []),
  );
}

it("no line of a phrase book is there for nothing", () => {
  const said = saidAnywhere();
  const books = textsOf("parser/src/**/*.ts").flatMap(({ file, text }) =>
    [...text.matchAll(/(\w+)[^=\n]*= bookOf\(\s*[`"]([^`"]*)[`"]/g)].flatMap(([, name, lines]) =>
      lines!
        .replaceAll("\\n", "\n")
        .split("\n")
        .map((line) => ({ line, at: `${file}: ${name}: ${line}` })),
    ),
  );
  assert.ok(books.length > 100, `${books.length} lines were found`);
  const idle = books.filter(({ line }) => {
    const book = bookOf(line);
    return !said.some((tokens) => tokens.some((_, at) => longest(book, tokens, at) !== null));
  });
  assert.deepEqual(
    idle.map(({ at }) => at),
    [],
  );
});
