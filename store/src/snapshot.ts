// How a snapshot's text is kept: zstd, fast, with a checksum of the content, so that a damaged one is noticed and passed over.
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Of the window in which zstd looks for what comes again, in bits: one as large as the text, within these. */
const WINDOW_MIN = 14;
const WINDOW_MAX = 19;

/** A window as large as the text, and tables to match: zstd clears them each time, and unasked it makes them for megabytes. */
function optionsFor({ length }: string) {
  const window = Math.min(WINDOW_MAX, Math.max(WINDOW_MIN, 32 - Math.clz32(length)));
  return {
    // A snapshot packs to a few kilobytes; room for it is asked for in pieces of this size.
    chunkSize: 4096,
    params: {
      [constants.ZSTD_c_compressionLevel]: 1,
      [constants.ZSTD_c_checksumFlag]: 1,
      [constants.ZSTD_c_windowLog]: window,
      [constants.ZSTD_c_hashLog]: window - 2,
    },
  };
}

export const packSnapshot = (text: string): Uint8Array => zstdCompressSync(text, optionsFor(text));

/** Null when it is damaged: the caller goes back to an earlier one. */
export function unpackSnapshot(body: Uint8Array): string | null {
  try {
    return zstdDecompressSync(body).toString("utf8");
  } catch {
    return null;
  }
}
