// Answers from a script: a list, a generator or a function. Free, instant, and loud when it runs dry.

import { inputCharacters } from "../src/budget.ts";
import type { Call, CallRoute, Outcome, Transport } from "../src/call.ts";
import type { CallFaultCode } from "../src/problem.ts";
import { failedOutcome } from "../src/transport/outcome.ts";
import { estimateTokens, NO_USAGE, type Usage } from "../src/usage.ts";

/** Text as it is, a fault, or any other plain value as its JSON text. */
export type Line =
  | string
  | { readonly fault: CallFaultCode; readonly message?: string }
  | { readonly [key: string]: unknown };
export type Script =
  | readonly Line[]
  | Iterator<Line, unknown>
  | ((call: Call, way: CallRoute, n: number) => Line | Promise<Line>);

/** The script had no line for a call: a bug of the test or the bot, so it is thrown and never taken for a model's silence. */
export class ScriptRanDry extends Error {
  override readonly name = "ScriptRanDry";
}

export function scriptedTransport(script: Script, name = "scripted"): Transport {
  let n = 0;
  const lineFor = async (call: Call, way: CallRoute): Promise<Line> => {
    const i = n++;
    if (typeof script === "function") return script(call, way, i);
    if ("next" in script) {
      const { done, value } = script.next();
      if (done)
        throw new ScriptRanDry(`the script "${name}" has ended; call ${i + 1} of lane "${way.lane}" has no line`);
      return value;
    }
    const line = script[i];
    if (line === undefined)
      throw new ScriptRanDry(
        `the script "${name}" has ${script.length} lines; call ${i + 1} of lane "${way.lane}" has none`,
      );
    return line;
  };
  return async (call, way): Promise<Outcome> => {
    const line = await lineFor(call, way);
    const isFault = typeof line === "object" && "fault" in line && typeof line.fault === "string";
    if (isFault) {
      const { fault, message } = line as { fault: CallFaultCode; message?: string };
      return { ...failedOutcome(call, { code: fault, message: message ?? "scripted" }, performance.now()), ms: 0 };
    }
    const text = typeof line === "string" ? line : JSON.stringify(line);
    way.onText?.(text);
    return answered(call, text, name);
  };
}

/** An answer nobody billed: tokens are estimated, money is none. */
export function answered(call: Call, text: string, model: string): Outcome {
  const input = estimateTokens(inputCharacters(call));
  const usage: Usage = { ...NO_USAGE, input, output: estimateTokens(text.length), estimated: true };
  return {
    ...failedOutcome(call, { code: "empty", message: "" }, 0),
    text,
    fault: null,
    usage,
    model,
    finish: "stop",
    ms: 0,
  };
}
