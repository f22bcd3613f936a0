// Newline-delimited text out of a request body, a line at a time, however long the whole is. Refuses what is not UTF-8.
import { TextDecoder } from "node:util";
import { RequestRefused } from "./problems.ts";

export type Text = AsyncIterable<Uint8Array>;

const LINE_BYTES_MAX = 64 << 20;

/** Lines without their ends; empty ones are left out. Rejects with `Refused` on bytes that are not UTF-8 and on endless lines. */
export async function* linesOf(chunks: Text): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first, ...more] = decode(decoder, chunk).split("\n") as [string, ...string[]];
    rest.push(first);
    length += first.length;
    if (length > LINE_BYTES_MAX)
      throw new RequestRefused(413, "too_large", "A line of the file is longer than 64 MiB.");
    for (const next of more) {
      const line = rest.join("").trim();
      if (line) yield line;
      rest = [next];
      length = next.length;
    }
  }
  const last = (rest.join("") + decode(decoder)).trim();
  if (last) yield last;
}

/** The text of a whole body. Rejects with `Refused` on bytes that are not UTF-8. */
export const textOf = (body: Uint8Array): string => decode(new TextDecoder("utf-8", { fatal: true }), body, false);

function decode(decoder: TextDecoder, chunk?: Uint8Array, stream = chunk !== undefined): string {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    throw new RequestRefused(400, "not_text", "The body is not UTF-8 text.");
  }
}
