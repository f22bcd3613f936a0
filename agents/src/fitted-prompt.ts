// A prompt fitted to what its model can read at once: spare parts go, those of the highest number first. Sends nothing.
import type { Prompt, PromptPart } from "@orrery/kernel";
import { type Handle, type Model, shorthand } from "@orrery/models/pure";

/** Characters of a token, on the safe side. */
const TOKEN_LENGTH = 3;
/** Of a small context so much is kept for the answer, however long answers may be elsewhere. */
const ANSWER_SHARE = 1 / 4;

/** The prompt without the parts that do not fit. What a conversation began without stays out, so that its prefix stays the same. */
export function fitPrompt(model: Model, prompt: Prompt, known: Handle | null): Prompt {
  const isGone = ({ id, stable, spare }: PromptPart) =>
    spare !== undefined && stable && known !== null && !known.system.some((part) => part.id === id);
  let parts = model.contextTokens === null ? prompt.parts : prompt.parts.filter((part) => !isGone(part));
  while (roomBeside(model, { ...prompt, parts }) < 0) {
    const first = mostSpare(parts);
    if (first === null) break;
    parts = parts.filter((part) => part !== first);
  }
  return { ...prompt, parts: parts.map(({ id, version, stable, text }) => ({ id, version, stable, text })) };
}

/** Characters that fit beside a prompt, its contract and its answer; negative where these are too long already. */
export function roomBeside(
  { contextTokens, maxOutputTokens, thinkingTokens }: Model,
  { parts, output }: Prompt,
): number {
  if (contextTokens === null) return Number.POSITIVE_INFINITY;
  const answer = Math.min(maxOutputTokens + thinkingTokens, Math.floor(contextTokens * ANSWER_SHARE));
  const said = parts.reduce((sum, { text }) => sum + text.length, 0) + shorthand(output.schema).length;
  return (contextTokens - answer) * TOKEN_LENGTH - said;
}

function mostSpare(parts: readonly PromptPart[]): PromptPart | null {
  const spare = parts.filter((part) => part.spare !== undefined);
  return spare.length === 0 ? null : spare.reduce((best, part) => (part.spare! >= best.spare! ? part : best));
}
