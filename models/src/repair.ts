// How a model is told what was wrong with its answer: the same turn again, the problems, and what it said, as inert text.
import { shorten } from "./json.ts";
import type { AnswerProblem } from "./problem.ts";
import { inert } from "./prompt.ts";

const MOST_ECHOED = 4000;

export function repairText(
  turn: string,
  refused: string,
  problems: readonly AnswerProblem[],
  isStructured: boolean,
): string {
  const lines = problems.map(({ path, message }) => `- ${path || "/"}: ${shorten(message, 300)}`);
  const tooLong = problems.some(({ code }) => code === "truncated" || code === "too_long");
  const wanted = isStructured
    ? "Send the whole corrected JSON object and nothing else."
    : "Send the whole corrected text and nothing else.";
  const echoed = refused.trim() === "" ? [] : ["It was:", inert("refused answer", shorten(refused, MOST_ECHOED))];
  return [
    turn,
    ["Your last answer to this was not accepted:", ...lines].join("\n"),
    ...echoed,
    tooLong ? `Be much shorter. ${wanted}` : wanted,
  ].join("\n\n");
}
