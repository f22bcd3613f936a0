// Every kind of request body, as it goes over the wire, against the types that the providers publish: a field that they do not
// know, or know otherwise, does not compile.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { Family } from "./exports.ts";
import { type Model, stable } from "./exports.ts";
import { conversation, fakeProvider, good, portAt, turn } from "./rig.ts";

const fake = fakeProvider();
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Inside the installed packages, so that these are found from there. */
const cache = join(root, "node_modules", ".cache", "orrery");

const HEAD = `
import type { ResponseCreateParams } from "openai/resources/responses/responses";
import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import type { MessageCreateParams } from "@anthropic-ai/sdk/resources/messages";
import type { Content, GenerationConfig } from "@google/genai";
interface GenerateContent {
  contents: Content[];
  systemInstruction?: Content | { parts: { text: string }[] };
  generationConfig?: Omit<GenerationConfig, "responseMimeType"> & { responseMimeType?: string };
}
/** The newest types have no samplers any more; models before them take these, and no other model is sent them. */
type Sampled = MessageCreateParams & { temperature?: number; top_p?: number };
type Body = { openai: ResponseCreateParams; anthropic: Sampled; google: GenerateContent; compatible: ChatCompletionCreateParams };
`;

const FAMILIES: readonly Family[] = ["openai", "anthropic", "google", "compatible"];
/** What makes one body differ from another. */
const VARIANTS: readonly { readonly name: string; readonly model: Partial<Model> }[] = [
  { name: "plain", model: {} },
  { name: "streamed", model: { stream: true } },
  { name: "hot", model: { temperature: 0.7, sampling: { topP: 0.9, stop: ["END"] } } },
  { name: "not chained", model: { chain: false } },
];
const THINKING: Readonly<Partial<Record<Family, readonly string[]>>> = {
  openai: ["gpt-5-mini"],
  anthropic: ["claude-opus-5", "claude-haiku-4-5"],
  google: ["gemini-2.5-pro"],
};

interface Captured {
  readonly name: string;
  readonly family: Family;
  readonly body: unknown;
}

/** Bodies of a first call, a repair, a second exchange, prose, and thinking. */
async function capture(): Promise<readonly Captured[]> {
  const all: Captured[] = [];
  const keep = (family: Family, name: string) => {
    for (const [i, { body }] of fake.seen.entries()) all.push({ family, name: `${name} ${i}`, body });
    fake.reset();
  };
  for (const family of FAMILIES) {
    for (const { name, model } of VARIANTS) {
      fake.push({ json: { why: "no" } }, { json: good(family) }, { json: good(family) }, { text: "Rain." });
      const port = portAt(fake, family, model);
      const first = await port.generateTurn(conversation(), turn("Judge."));
      assert.ok(first.ok, JSON.stringify(first));
      await port.generateTurn(first.handle, turn("Once more."));
      await port.generateTurn(
        port.startConversation("prose", [stable("rules", 1, "Tell.")]),
        turn("Tell.", { output: null, rules: () => [] }),
      );
      assert.ok(fake.seen.length >= 4);
      keep(family, name);
    }
    for (const id of THINKING[family] ?? []) {
      fake.push({ json: good(family) });
      await portAt(fake, family, { id, reasoning: "high" }).generateTurn(conversation(), turn("Judge."));
      keep(family, id);
    }
  }
  return all;
}

/** What the compiler says of the bodies; "" for nothing. */
function complaints(bodies: readonly Captured[]): string {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "bodies-"));
  const file = join(folder, "bodies.ts");
  const lines = bodies.map(
    ({ family, name, body }, i) =>
      `// ${family}: ${name}\nexport const b${i}: Body["${family}"] = ${JSON.stringify(body)};`,
  );
  writeFileSync(file, `${HEAD}\n${lines.join("\n")}\n`);
  const flags = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--types",
    "node",
  ];
  try {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "node_modules", "typescript", "bin", "tsc"), ...flags, file],
      {
        encoding: "utf8",
        cwd: folder,
      },
    );
    return `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("request bodies", () => {
  let bodies: readonly Captured[] = [];
  before(async () => {
    bodies = await capture();
  });

  it("are what the providers' published types say", () => {
    assert.ok(bodies.length > 60, `${bodies.length}`);
    assert.equal(complaints(bodies), "");
  });

  it("hold no samplers for the models of Anthropic that take none", async () => {
    fake.push({ json: good("anthropic") }, { json: good("anthropic") });
    for (const id of ["claude-opus-5", "claude-haiku-4-5"])
      await portAt(fake, "anthropic", { id, temperature: 0.7 }).generateTurn(conversation(), turn("Judge."));
    assert.deepEqual(
      fake.seen.map(({ body }) => body.temperature),
      [undefined, 0.7],
    );
  });

  it("would not compile with a field of another name or kind", () => {
    for (const [i, family] of FAMILIES.entries()) {
      const body = bodies.find((one) => one.family === family)!.body as object;
      const wrong: readonly object[] = [
        { ...body, max_output_tokens: "300" },
        { ...body, max_tokens: "300" },
        { ...body, contents: "hello" },
        { ...body, response_format: { type: "json_scheme" } },
      ];
      assert.match(complaints([{ family, name: "wrong", body: wrong[i] }]), /bodies\.ts.*error TS/, family);
    }
  });
});
