// Lines of a text file of any size, a chunk at a time, with unreadable lines reported one by one. Never holds the whole file.
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";

export interface FileLine {
  /** Counted from 1. */
  readonly n: number;
  /** Null when the bytes are no text: `why` says what they are. */
  readonly text: string | null;
  readonly why: string | null;
  /** The file ended before a line feed did. */
  readonly cut: boolean;
}

/** Longer lines are skipped and reported: no writer of these files makes one. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;

/** The lines of each chunk. Splits at line feeds alone: U+2028 and its kin are part of a text. `onBytes` hears how far the reading is. */
export async function* readLines(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<readonly FileLine[]> {
  let decoder: TextDecoder | null = null;
  let rest: Buffer = Buffer.alloc(0);
  let skipping = false;
  let first = true;
  let bytes = 0;
  let n = 0;
  for await (const read of createReadStream(path, { highWaterMark: 1 << 18 })) {
    let chunk = read as Buffer;
    bytes += chunk.length;
    if (first) {
      decoder = utf16Of(chunk);
      if (decoder === null && chunk.subarray(0, 3).equals(UTF8_MARK)) chunk = chunk.subarray(3);
      first = false;
    }
    if (decoder) chunk = Buffer.from(decoder.decode(chunk, { stream: true }));
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      const tail = chunk.subarray(start, end);
      const whole = rest.length > 0 ? Buffer.concat([rest, tail]) : tail;
      rest = NOTHING;
      start = end + 1;
      lines.push(skipping ? tooLong(++n) : lineOf(++n, whole, false));
      skipping = false;
    }
    const open = chunk.subarray(start);
    if (skipping || rest.length + open.length > LINE_BYTES_MAX) {
      skipping = true;
      rest = NOTHING;
    } else if (open.length > 0) rest = Buffer.concat([rest, open]);
    onBytes(bytes);
    if (lines.length > 0) yield lines;
  }
  if (skipping) yield [tooLong(++n)];
  else if (rest.length > 0) yield [lineOf(++n, rest, true)];
}

const LF = 10;
const NOTHING = Buffer.alloc(0);
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A decoder for a file that begins with the byte order mark of UTF-16; null for any other. */
function utf16Of(chunk: Buffer): TextDecoder | null {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return new TextDecoder("utf-16le");
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return new TextDecoder("utf-16be");
  return null;
}

function lineOf(n: number, bytes: Buffer, cut: boolean): FileLine {
  const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length;
  const line = bytes.subarray(0, end);
  return isUtf8(line)
    ? { n, text: line.toString("utf8"), why: null, cut }
    : { n, text: null, why: "The bytes of this line are not UTF-8.", cut };
}

const tooLong = (n: number): FileLine => ({
  n,
  text: null,
  why: `This line is longer than ${LINE_BYTES_MAX >> 20} MB.`,
  cut: false,
});

/** A whole small file as text; a sentence when its bytes are no text. */
export function textOf(bytes: Buffer): { readonly text: string } | { readonly why: string } {
  const decoder = utf16Of(bytes);
  if (decoder) return { text: decoder.decode(bytes) };
  if (!isUtf8(bytes)) return { why: "The bytes of this file are not UTF-8." };
  return { text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
}
