// A language model of our own making as a GGUF file: random weights, a vocabulary drawn from a text. It proves that real llama.cpp
// takes what we send and that its grammar holds what it answers; it proves nothing about sense.

/** Dimensions of the one dead layer. */
const WIDTH = 64;
const FEED = 32;
const WORDS_MAX = 3_000;
/** How likely a quotation mark is against a word, in nats: so that texts end. */
const QUOTE_BIAS = 3;
const BYTE_BIAS = -40;

const TEMPLATE =
  "{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}\n{% endfor %}{% if add_generation_prompt %}<|assistant|>\n{% endif %}";

const [UNKNOWN, CONTROL, NORMAL, BYTE] = [2, 3, 1, 6];
interface Token {
  readonly text: string;
  readonly type: number;
}

/** The bytes of the file. The same text and seed give the same bytes. */
export function randomGguf(text: string, { contextTokens, seed }: { contextTokens: number; seed: number }): Buffer {
  const tokens = vocabularyOf(text);
  const random = generator(seed);
  const matrix = (rows: number, columns: number) => Float32Array.from({ length: rows * columns }, () => random() / 8);
  const embedding = matrix(tokens.length, WIDTH);
  const output = matrix(tokens.length, WIDTH);
  for (const [i, { text: said, type }] of tokens.entries()) {
    // The first dimension is the same for all tokens, so its output weight sets how likely a token is in any context.
    embedding[i * WIDTH] = 1;
    output[i * WIDTH] = (said === '"' ? QUOTE_BIAS : type === NORMAL ? 0 : BYTE_BIAS) / Math.sqrt(WIDTH);
  }
  const ones = new Float32Array(WIDTH).fill(1);
  const square = new Float32Array(WIDTH * WIDTH);
  const wide = new Float32Array(WIDTH * FEED);
  const tensors: readonly Tensor[] = [
    ["token_embd.weight", [WIDTH, tokens.length], embedding],
    ["output_norm.weight", [WIDTH], ones],
    ["output.weight", [WIDTH, tokens.length], output],
    ["blk.0.attn_norm.weight", [WIDTH], ones],
    ...["q", "k", "v", "output"].map((name): Tensor => [`blk.0.attn_${name}.weight`, [WIDTH, WIDTH], square]),
    ["blk.0.ffn_norm.weight", [WIDTH], ones],
    ["blk.0.ffn_gate.weight", [WIDTH, FEED], wide],
    ["blk.0.ffn_up.weight", [WIDTH, FEED], wide],
    ["blk.0.ffn_down.weight", [FEED, WIDTH], wide],
  ];
  const facts: readonly Buffer[] = [
    fact("general.architecture", string("llama")),
    fact("general.name", string("random")),
    ...Object.entries({
      "general.file_type": 0,
      "llama.context_length": contextTokens,
      "llama.embedding_length": WIDTH,
      "llama.block_count": 1,
      "llama.feed_forward_length": FEED,
      "llama.attention.head_count": 1,
      "llama.rope.dimension_count": WIDTH,
      "llama.vocab_size": tokens.length,
      "tokenizer.ggml.unknown_token_id": 0,
      "tokenizer.ggml.bos_token_id": 1,
      "tokenizer.ggml.eos_token_id": 2,
    }).map(([name, value]) => fact(name, uint32(value))),
    fact("llama.attention.layer_norm_rms_epsilon", float32(1e-6)),
    fact("tokenizer.ggml.model", string("llama")),
    fact("tokenizer.chat_template", string(TEMPLATE)),
    fact("tokenizer.ggml.tokens", list(tokens.map((token) => string(token.text)))),
    // Longer pieces are joined first.
    fact("tokenizer.ggml.scores", list(tokens.map((token) => float32(token.text.length)))),
    fact("tokenizer.ggml.token_type", list(tokens.map((token) => int32(token.type)))),
  ];
  return fileOf(facts, tensors);
}

/** Marks, bytes, single characters, and the words of the text with all their beginnings: pieces are joined two at a time. */
function vocabularyOf(text: string): readonly Token[] {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[A-Za-z_]{2,24}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, WORDS_MAX);
  const pieces = new Set<string>([...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)), SPACE, "\n"]);
  const wholes = [...words.flatMap(([word]) => [word, SPACE + word]), ...JSON_PIECES, ...NUMBERS];
  for (const whole of wholes) for (let n = 2; n <= whole.length; n++) pieces.add(whole.slice(0, n));
  return [
    { text: "<unk>", type: UNKNOWN },
    { text: "<s>", type: CONTROL },
    { text: "</s>", type: CONTROL },
    ...Array.from({ length: 256 }, (_, i) => ({
      text: `<0x${i.toString(16).toUpperCase().padStart(2, "0")}>`,
      type: BYTE,
    })),
    ...[...pieces].map((piece) => ({ text: piece, type: NORMAL })),
  ];
}
/** What tokenizers hold whole, since so much of what they read is JSON and numbers. */
const JSON_PIECES = ['":"', '","', '":{"', '"},{"', '":["', '"]', '},"', '],"', '":', "- ", "**"];
const NUMBERS = Array.from({ length: 1_000 }, (_, i) => String(i));
/** How this tokenizer writes a space. */
const SPACE = "\u2581";

/** Numbers from -1 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

// The format, little-endian: magic, version, counts, facts, tensor heads, then the data, each tensor on a multiple of 32 bytes.

type Tensor = readonly [name: string, sizes: readonly number[], data: Float32Array];
/** A value and its type's number. */
interface Value {
  readonly type: number;
  readonly bytes: Buffer;
}
const ALIGNED = 32;

const packed = (length: number, write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
};
const u32 = (value: number): Buffer => packed(4, (bytes) => bytes.writeUInt32LE(value));
const u64 = (value: number): Buffer => packed(8, (bytes) => bytes.writeBigUInt64LE(BigInt(value)));
const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const uint32 = (value: number): Value => ({ type: 4, bytes: u32(value) });
const int32 = (value: number): Value => ({ type: 5, bytes: packed(4, (bytes) => bytes.writeInt32LE(value)) });
const float32 = (value: number): Value => ({ type: 6, bytes: packed(4, (bytes) => bytes.writeFloatLE(value)) });
const string = (value: string): Value => ({ type: 8, bytes: text(value) });
const list = (values: readonly Value[]): Value => ({
  type: 9,
  bytes: Buffer.concat([u32(values[0]!.type), u64(values.length), ...values.map(({ bytes }) => bytes)]),
});
const fact = (name: string, { type, bytes }: Value): Buffer => Buffer.concat([text(name), u32(type), bytes]);
const toAligned = (length: number): Buffer => Buffer.alloc((ALIGNED - (length % ALIGNED)) % ALIGNED);

function fileOf(facts: readonly Buffer[], tensors: readonly Tensor[]): Buffer {
  let offset = 0;
  const heads = tensors.map(([name, sizes, data]) => {
    const head = Buffer.concat([text(name), u32(sizes.length), ...sizes.map(u64), u32(0), u64(offset)]);
    offset += data.byteLength + toAligned(data.byteLength).length;
    return head;
  });
  const head = Buffer.concat([Buffer.from("GGUF"), u32(3), u64(tensors.length), u64(facts.length), ...facts, ...heads]);
  const data = tensors.flatMap(([, , values]) => [
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
    toAligned(values.byteLength),
  ]);
  return Buffer.concat([head, toAligned(head.length), ...data]);
}
