// The schema of an author's file: it holds for every story that the reader takes, and refuses what the reader refuses of its shape.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import Schema from "typebox/schema";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { AuthorSchema } from "../author/schema.ts";
import { compileHouse, house } from "../index.ts";
import { WORKSHOP } from "./workshop.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
// As an editor reads it: from its text.
const schema = JSON.parse(JSON.stringify(house.text.schema));
const judge = Schema.Compile(schema);
const faultsOf = (value: unknown): string[] => {
  const [isFit, errors] = judge.Errors(value);
  return isFit ? [] : errors.map(({ schemaPath, instancePath, message }) => `${instancePath} ${schemaPath} ${message}`);
};
function read(text: string) {
  const found = readYaml(text);
  assert.ok(found.ok, JSON.stringify(found));
  return found.doc;
}

const guide = readFileSync(`${ROOT}/docs/guides/write-a-world.md`, "utf8");
const reference = readFileSync(`${ROOT}/worlds/house/README.md`, "utf8");
const storyIn = (page: string): string =>
  [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!).find((text) => text.startsWith("title:"))!;
const stories: [string, string][] = [
  ...globSync(["worlds/house/data/*.yaml", "worlds/house/starter.yaml", "fixtures/foreign/**/*.yaml"], { cwd: ROOT })
    .sort()
    .map((file): [string, string] => [file, readFileSync(`${ROOT}/${file}`, "utf8")]),
  ["the guide", storyIn(guide)],
  ["the reference", storyIn(reference)],
  ["the workshop", JSON.stringify(WORKSHOP)],
];

describe("the schema of an author's file", () => {
  it("holds for every story there is", () => {
    assert.ok(stories.length >= 10, `${stories.length}`);
    for (const [name, text] of stories) assert.deepEqual(faultsOf(read(text).value), [], name);
  });
  it("refuses slips of a key, a value and a form that the reader refuses as well", () => {
    const sound = {
      title: "T",
      player: "you",
      rooms: { hall: { description: "A hall." } },
      things: { cup: { in: "hall" } },
      people: { you: { in: "hall" } },
      rules: { r: { on: { take: "cup" }, do: [{ tell: "x" }] } },
      endings: { won: { tone: "won", when: { thing: "cup", heldBy: "you" }, text: "x" } },
    };
    const won = (when: object) => ({ endings: { won: { ...sound.endings.won, when } } });
    const slips: [string, object][] = [
      ["a key", { rooms: { hall: { descripton: "x" } } }],
      ["a choice", { people: { you: { in: "hall", pronouns: "thou" } } }],
      ["a part of a condition", won({ thing: "cup", heldby: "you" })],
      ["a form of a condition", won({ thing: "cup", at: "hall" })],
      ["an effect", { rules: { r: { on: { take: "cup" }, do: [{ reveals: "cup" }] } } }],
      ["a number", { rules: { r: { on: { every: 0 }, do: [{ tell: "x" }] } } }],
      ["a text", { title: 5 }],
      ["a part on top", { room: {} }],
    ];
    const isTaken = (doc: object) => compileHouse(read(JSON.stringify(doc))).ok;
    assert.ok(isTaken(sound));
    assert.deepEqual(faultsOf(sound), []);
    for (const [name, slip] of slips) {
      assert.ok(!isTaken({ ...sound, ...slip }), `reader: ${name}`);
      assert.notDeepEqual(faultsOf({ ...sound, ...slip }), [], `schema: ${name}`);
    }
  });
  it("names every key of every form to an author who writes another", () => {
    const { condition, effect } = AuthorSchema.$defs;
    for (const { anyOf, errorMessage } of [condition, effect] as unknown as {
      anyOf: { properties: object; required: string[] }[];
      errorMessage: string;
    }[])
      for (const { properties, required } of anyOf)
        for (const key of Object.keys(properties))
          if (required.includes(key) || Object.keys(properties).length < 3)
            assert.match(errorMessage, new RegExp(`[{ |]${key}[:|]`), key);
  });
  it("says of each top part what it is for", () => {
    for (const [key, value] of Object.entries(schema.properties as object))
      if (!["world", "title", "questions", "style"].includes(key))
        assert.match(JSON.stringify(value), /"description":"\w/, key);
    assert.equal(AuthorSchema.$schema, "https://json-schema.org/draft/2020-12/schema");
  });
});
