// How a snapshot's text is kept: zstd, fast, with a checksum of the content, so that a damaged one is noticed and passed over.
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

const OPTIONS = {
  // A snapshot packs to a few kilobytes; room for it is asked for in pieces of this size.
  chunkSize: 4096,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

export const packSnapshot = (text: string): Uint8Array => zstdCompressSync(text, OPTIONS);

/** Null when it is damaged: the caller goes back to an earlier one. */
export function unpackSnapshot(body: Uint8Array): string | null {
  try {
    return zstdDecompressSync(body).toString("utf8");
  } catch {
    return null;
  }
}
