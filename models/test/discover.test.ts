// Finding model servers: four kinds told apart by what they answer, each with the context that it says it has.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { discover } from "./exports.ts";

const closing: (() => void)[] = [];

/** A server on loopback with these answers by path, and 404 for the rest. */
async function serving(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const found = answers[request.url ?? ""];
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof found === "string" ? found : JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const listing = (...models: readonly object[]) => ({ object: "list", data: models });

describe("[M86] servers on this machine", () => {
  after(() => {
    for (const close of closing) close();
  });

  it("are told apart, with the context that each says it has", async () => {
    const roots = await Promise.all([
      serving({
        "/v1/models": listing({ id: "llama3.2:latest" }),
        "/api/tags": { models: [] },
        "/api/show": { parameters: "stop  x\nnum_ctx                        4096\n" },
      }),
      serving({
        "/v1/models": listing({ id: "qwen" }),
        "/api/v0/models": listing({ id: "qwen", max_context_length: 32768, loaded_context_length: 8192 }),
      }),
      serving({ "/v1/models": listing({ id: "m.gguf" }), "/props": { default_generation_settings: { n_ctx: 2048 } } }),
      serving({ "/v1/models": listing({ id: "org/model", max_model_len: 16384 }) }),
      serving({
        "/v1/models": listing({ id: "other" }),
        "/api/tags": listing({ id: "other" }),
        "/api/v0/models": listing({ id: "other" }),
      }),
    ]);
    const found = await discover(roots);
    assert.deepEqual(
      found.map(({ server, model, contextTokens }) => [server, model, contextTokens]),
      [
        ["Ollama", "llama3.2:latest", 4096],
        ["LM Studio", "qwen", 8192],
        ["llama.cpp", "m.gguf", 2048],
        ["vLLM", "org/model", 16384],
        ["OpenAI-compatible", "other", null],
      ],
    );
    assert.deepEqual(
      found.map(({ url }) => url),
      roots.map((root) => `${root}/v1`),
    );
  });

  it("that are not there, or say something else, are none", async () => {
    const odd = await Promise.all([
      serving({}),
      serving({ "/v1/models": "<html>" }),
      serving({ "/v1/models": { data: "x" } }),
      serving({ "/v1/models": listing({ name: "no id" }) }),
    ]);
    assert.deepEqual(await discover(["http://127.0.0.1:1", ...odd]), []);
  });
});
