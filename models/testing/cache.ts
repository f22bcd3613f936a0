// A provider's prompt cache, simulated by what was really sent: prefixes seen before, or the marked ones of Anthropic.
import { createHash } from "node:crypto";
import type { Family, Figures, Seen } from "./reply.ts";

const TOKEN = 4;
const tokens = (characters: number): number => Math.ceil(characters / TOKEN);

export class PromptCache {
  readonly #least: number;
  readonly #seen = new Map<string, string[]>();
  readonly #marked = new Set<string>();

  /** `least`: prefixes of fewer tokens are not cached, as with the real ones. */
  constructor(least = 1024) {
    this.#least = least;
  }

  /** `schema` stands before all else in what OpenAI caches: under another one nothing is found. Anthropic's is among the blocks. */
  count(family: Family, blocks: Seen["blocks"], schema: unknown): Pick<Figures, "input" | "cached" | "written"> {
    const under = family === "openai" ? JSON.stringify(schema ?? null) : "";
    return family === "anthropic"
      ? this.#byMarks(blocks)
      : this.#byPrefix(blocks.map(({ text }) => text).join(""), under);
  }

  /** In steps of 128 tokens for every request. */
  #byPrefix(text: string, under: string): Pick<Figures, "input" | "cached" | "written"> {
    let longest = 0;
    // What the new text merely continues need not be kept beside it.
    const kept = (this.#seen.get(under) ?? []).filter((other) => {
      const isContinued = text.startsWith(other);
      longest = Math.max(longest, isContinued ? other.length : common(text, other));
      return !isContinued;
    });
    this.#seen.set(under, [...kept.slice(-31), text]);
    const steps = Math.floor(longest / TOKEN / 128) * 128;
    return { input: tokens(text.length), cached: steps >= this.#least ? steps : 0, written: 0 };
  }

  /** Written up to each mark; read from at most twenty blocks before one. */
  #byMarks(blocks: Seen["blocks"]): Pick<Figures, "input" | "cached" | "written"> {
    const digest = createHash("sha256");
    let characters = 0;
    const ends = blocks.map((block) => {
      digest.update(block.text);
      characters += block.text.length;
      return { characters, key: digest.copy().digest("base64"), marked: block.marked };
    });
    const last = ends.findLastIndex(({ marked }) => marked);
    let read = 0;
    for (let i = last; i >= 0 && i > last - 20; i--)
      if (this.#marked.has(ends[i]!.key)) {
        read = ends[i]!.characters;
        break;
      }
    const upTo = last < 0 || tokens(ends[last]!.characters) < this.#least ? 0 : ends[last]!.characters;
    for (const end of ends) if (end.marked && tokens(end.characters) >= this.#least) this.#marked.add(end.key);
    return { input: tokens(characters), cached: tokens(read), written: Math.max(0, tokens(upTo) - tokens(read)) };
  }
}

function common(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}
