// Pictures, speech and vectors from a provider: one request each, without a conversation. What is no picture or sound is a fault.
import type { CallRoute, EmbeddingCall, ImageCall, Outcome, SpeechCall, Wait } from "../call.ts";
import type { Model } from "../model.ts";
import type { Fault } from "../problem.ts";
import { encodeVector } from "../recording/vector.ts";
import type { Secret } from "../secret.ts";
import { NO_USAGE, speechTokens, type Usage } from "../usage.ts";
import { Deadline } from "./cancel.ts";
import { estimateUsage, nothing, type ProviderOutcome } from "./outcome.ts";
import { embeddingModel, imageModel, speechModel } from "./provider.ts";
import { waitForRetry } from "./retry.ts";
import { type Trouble, troubleOf } from "./trouble.ts";

/** What one request brought. */
type MediaAnswer = Pick<Outcome, "usage" | "images" | "audio" | "vectors"> & {
  readonly fault?: Fault;
  readonly model?: string;
};
type Make = (signal: AbortSignal) => Promise<MediaAnswer>;

export async function askMedia(
  model: Model,
  key: Secret | null,
  call: ImageCall | SpeechCall | EmbeddingCall,
  way: CallRoute,
  random: () => number,
): Promise<ProviderOutcome> {
  const waits: Wait[] = [];
  const notes: string[] = [];
  const make = makerOf(model, key, call);
  if (typeof make === "string")
    return nothing(model, { code: "request_refused", message: make }, NO_USAGE, waits, notes);
  for (let tries = 0; ; tries++) {
    const deadline = new Deadline(way.signal);
    let trouble: Trouble;
    try {
      deadline.limit(call.kind, model.timeoutMs);
      const made = await deadline.race(make(deadline.signal));
      return { ...nothing(model, null, made.usage, waits, notes), ...made };
    } catch (error) {
      trouble = troubleOf(error, Date.now());
    } finally {
      deadline.done();
    }
    const fault: Fault =
      trouble.kind === "chain_lost" ? { code: "request_refused", message: trouble.message } : trouble.fault;
    const goesOn = await waitForRetry(model, trouble, fault, tries, waits, notes, way, random);
    if (goesOn !== true) return nothing(model, goesOn, NO_USAGE, waits, notes);
  }
}

/** How the provider is asked; in words, why it cannot be. */
function makerOf(model: Model, key: Secret | null, call: ImageCall | SpeechCall | EmbeddingCall): Make | string {
  const { provider } = model;
  switch (call.kind) {
    case "image": {
      const painter = imageModel(model, key);
      return painter ? (signal) => paint(painter, call, signal) : `${provider} is not asked for pictures`;
    }
    case "speech": {
      const speaker = speechModel(model, key);
      return speaker ? (signal) => speak(speaker, call, signal) : `${provider} is not asked for speech`;
    }
    case "embedding": {
      const embedder = embeddingModel(model, key);
      return embedder ? (signal) => embed(embedder, call, signal) : `${provider} is not asked for vectors`;
    }
  }
}

async function paint(
  painter: NonNullable<ReturnType<typeof imageModel>>,
  { prompt, aspectRatio, seed }: ImageCall,
  abortSignal: AbortSignal,
): Promise<MediaAnswer> {
  const result = await painter.doGenerate({
    prompt,
    n: 1,
    size: undefined,
    aspectRatio: (aspectRatio ?? undefined) as `${number}:${number}` | undefined,
    seed: seed ?? undefined,
    files: undefined,
    mask: undefined,
    providerOptions: {},
    abortSignal,
  });
  const images = result.images.map((data) => {
    const base64 = typeof data === "string" ? data : Buffer.from(data).toString("base64");
    return { mediaType: imageTypeOf(base64), base64 };
  });
  const { inputTokens, outputTokens } = result.usage ?? {};
  const usage: Usage =
    inputTokens === undefined
      ? estimateUsage(prompt.length)
      : { ...NO_USAGE, input: inputTokens, output: outputTokens ?? 0 };
  const none = { fault: { code: "filtered", message: "the provider sent no picture" } } as const;
  return { images, usage, model: result.response.modelId, ...(images.length > 0 ? {} : none) };
}

async function speak(
  speaker: NonNullable<ReturnType<typeof speechModel>>,
  { text, voice }: SpeechCall,
  abortSignal: AbortSignal,
): Promise<MediaAnswer> {
  const result = await speaker.doGenerate({ text, ...(voice === null ? {} : { voice }), abortSignal });
  const bytes = typeof result.audio === "string" ? Buffer.from(result.audio, "base64") : Buffer.from(result.audio);
  // The interface gives no figures.
  const usage = { ...estimateUsage(text.length), output: speechTokens(text.length) };
  const mediaType = audioTypeOf(bytes);
  if (mediaType === null)
    return { images: [], usage, fault: { code: "empty", message: `the provider sent ${NO_SOUND}` } };
  return { images: [], usage, audio: { mediaType, base64: bytes.toString("base64") } };
}
const NO_SOUND = "no sound in MP3, WAV, Ogg or FLAC";

async function embed(
  embedder: NonNullable<ReturnType<typeof embeddingModel>>,
  { texts }: EmbeddingCall,
  abortSignal: AbortSignal,
): Promise<MediaAnswer> {
  const { embeddings, usage } = await embedder.doEmbed({ values: [...texts], abortSignal });
  const vectors = embeddings.map(encodeVector);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return { images: [], vectors, usage: usage ? { ...NO_USAGE, input: usage.tokens } : estimateUsage(characters) };
}

/** The first bytes of a picture say what it is; the sender's word does not count. */
function imageTypeOf(base64: string): string {
  if (base64.startsWith("/9j/")) return "image/jpeg";
  if (base64.startsWith("UklGR")) return "image/webp";
  if (base64.startsWith("R0lGOD")) return "image/gif";
  return "image/png";
}

/** The same of sound; null for anything else, such as an error that came with status 200. */
function audioTypeOf(bytes: Buffer): string | null {
  const first = bytes.toString("latin1", 0, 4);
  if (first.startsWith("ID3") || (bytes[0] === 0xff && (bytes[1]! & 0xe0) === 0xe0)) return "audio/mpeg";
  if (first === "RIFF" && bytes.toString("latin1", 8, 12) === "WAVE") return "audio/wav";
  if (first === "OggS") return "audio/ogg";
  return first === "fLaC" ? "audio/flac" : null;
}
