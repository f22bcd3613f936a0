// The text of a response: an optional mode line, then exactly one JSON object. Anything else is a fault with its line and column.
import { fault, type Violation } from "./codes.ts";
import { positionAt, readJson } from "./json-text.ts";
import { isObject, type JsonObject } from "./path.ts";
import { MODES, type Mode } from "./schema.ts";

export interface Envelope {
  /** What the mode line says; null without one, or with one that says nothing. */
  readonly declared: Mode | null;
  /** Null when there is no whole object. */
  readonly object: JsonObject | null;
  readonly faults: readonly Violation[];
}

/** How a mode is declared on the first line. */
export const modeLine = (mode: Mode): string => `[Mode: ${mode} MODE]`;

/** Reads a response as a model gave it. Throws nothing: every text is an envelope or has faults. */
export function readEnvelope(text: string): Envelope {
  const faults: Violation[] = [];
  const at = (index: number): string => {
    const { line, column } = positionAt(text, index);
    return `response:${line}:${column}`;
  };
  const { declared, start } = readModeLine(text, (code, message, index) =>
    faults.push(fault(code, at(index), message)),
  );
  const open = text.indexOf("{", start);
  const before = text.slice(start, open < 0 ? undefined : open);
  const first = start + (before.length - before.trimStart().length);
  if (before.includes("```") || (open < 0 && text.includes("```")))
    faults.push(fault("code_fence", at(first), "Write the JSON object itself, without a Markdown code block."));
  else if (open >= 0 && before.trim() !== "") {
    const isList = before.trim().startsWith("[");
    faults.push(
      fault(
        isList ? "json_not_object" : "text_outside_json",
        at(first),
        "Only the mode line may stand before the JSON object.",
      ),
    );
  }
  if (open < 0) {
    const [code, message] =
      before.trim() === ""
        ? (["empty_response", "Write one JSON object with the fields of the protocol."] as const)
        : (["json_not_object", "Write one JSON object; this is something else."] as const);
    return { declared, object: null, faults: [...faults, fault(code, at(first), message)] };
  }
  const read = readJson(text, open);
  faults.push(
    ...read.faults.map(({ code, path, line, column, message }) => jsonFault(code, path, line, column, message)),
  );
  if (read.value === undefined) return { declared, object: null, faults };
  const rest = text.slice(read.end);
  if (rest.trim() !== "" && !(faults.some(({ code }) => code === "code_fence") && rest.trim() === "```"))
    faults.push(
      rest.trim().startsWith("```")
        ? fault("code_fence", at(read.end), "Write the JSON object itself, without a Markdown code block.")
        : fault(
            "text_outside_json",
            at(read.end + rest.search(/\S/)),
            "Nothing may stand after the JSON object; put notes into debug_info.",
          ),
    );
  return { declared, object: isObject(read.value) ? read.value : null, faults };
}

const jsonFault = (code: Violation["code"], path: string, line: number, column: number, message: string): Violation =>
  fault(
    code,
    path === "" || code === "json_syntax" ? `response:${line}:${column}` : path,
    `Line ${line}, column ${column}: ${message}`,
  );

type NoteProblem = (code: "mode_line", message: string, index: number) => void;

/** The mode line, and the index behind it. A bracketed first line that is none of the three is a fault. */
function readModeLine(text: string, note: NoteProblem): { readonly declared: Mode | null; readonly start: number } {
  const from = text.length - text.replace(/^\uFEFF/, "").trimStart().length;
  const end = text.slice(from).search(/\r?\n|\r|\{|$/) + from;
  const line = text.slice(from, end).trimEnd();
  const exact = MODES.find((mode) => line === modeLine(mode));
  if (exact) return { declared: exact, start: end };
  if (!/^\W*mode\b/i.test(line)) return { declared: null, start: text.startsWith("\uFEFF") ? 1 : 0 };
  const meant = MODES.find((mode) => new RegExp(`\\b${mode}\\b`, "i").test(line)) ?? null;
  note("mode_line", `Write ${MODES.map(modeLine).join(", ")}, exactly, or no mode line.`, from);
  return { declared: meant, start: end };
}
