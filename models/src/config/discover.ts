// Which model servers run on this machine: Ollama, LM Studio, llama.cpp and vLLM at their usual ports. Asks for lists, sends no prompt.
import { isObject } from "../json.ts";

export interface Discovered {
  readonly server: "Ollama" | "LM Studio" | "llama.cpp" | "vLLM" | "OpenAI-compatible";
  /** Base URL, as a model's `url`. */
  readonly url: string;
  /** The server's name of the model. */
  readonly model: string;
  /** Tokens that it reads and writes in one request; null where the server does not say. */
  readonly contextTokens: number | null;
}

/** Where these servers listen unless told otherwise. */
export const USUAL_SERVERS = [
  "http://127.0.0.1:11434",
  "http://127.0.0.1:1234",
  "http://127.0.0.1:8080",
  "http://127.0.0.1:8000",
] as const;
const PATIENCE_MS = 1_500;

/** Every model of the servers that answer, in the order of `roots` (URLs without `/v1`). Never throws for what a server does. */
export async function discover(roots: readonly string[] = USUAL_SERVERS): Promise<readonly Discovered[]> {
  const found = await Promise.all(roots.map(discoverAt));
  return found.flat();
}

async function discoverAt(root: string): Promise<readonly Discovered[]> {
  const url = `${root}/v1`;
  const listed = listIn(await json(`${url}/models`), "data");
  if (listed.length === 0) return [];
  const [tags, props, studio] = await Promise.all([
    json(`${root}/api/tags`),
    json(`${root}/props`),
    json(`${root}/api/v0/models`),
  ]);
  // A proxy may answer every path with the one list it has: a server is told by what only it says.
  const names = listed.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
  const all = (server: Discovered["server"], contextOf: (model: string) => number | null): readonly Discovered[] =>
    names.map((model) => ({ server, url, model, contextTokens: contextOf(model) }));
  if (isObject(tags) && Array.isArray(tags["models"])) {
    const sizes = await Promise.all(names.map((model) => ollamaContext(root, model)));
    return all("Ollama", (model) => sizes[names.indexOf(model)] ?? null);
  }
  const models = listIn(studio, "data").filter((one) => one["max_context_length"] !== undefined);
  if (models.length > 0)
    return all("LM Studio", (model) => {
      const one = models.find(({ id }) => id === model);
      return numberOf(one?.["loaded_context_length"]) ?? numberOf(one?.["max_context_length"]);
    });
  if (isObject(props)) {
    const settings = props["default_generation_settings"];
    const size = numberOf(isObject(settings) ? settings["n_ctx"] : undefined) ?? numberOf(props["n_ctx"]);
    return all("llama.cpp", () => size);
  }
  const isVllm = listed.some((one) => one["max_model_len"] !== undefined);
  return all(isVllm ? "vLLM" : "OpenAI-compatible", (model) =>
    numberOf(listed.find(({ id }) => id === model)?.["max_model_len"]),
  );
}

/** What Ollama gives a model: its own `num_ctx`, where it has one. The length it was trained for says nothing about that. */
async function ollamaContext(root: string, model: string): Promise<number | null> {
  const shown = await json(`${root}/api/show`, { model });
  const parameters = isObject(shown) ? shown["parameters"] : undefined;
  const own = typeof parameters === "string" ? /^num_ctx\s+(\d+)$/m.exec(parameters)?.[1] : undefined;
  return own === undefined ? null : Number(own);
}

const numberOf = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);

const listIn = (value: unknown, name: string): readonly Record<string, unknown>[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
};

/** Null where nothing answers, or not with JSON. */
async function json(url: string, body?: unknown): Promise<unknown> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "error",
      ...(body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    return response.ok ? ((await response.json()) as unknown) : null;
  } catch {
    return null;
  }
}
