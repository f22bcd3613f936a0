// A vector of meaning as the text that recordings keep: 32-bit floats, little-endian, in base64.

export function encodeVector(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4);
  return bytes.toString("base64");
}

function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(i * 4));
}

/** Null unless there are `count`, all of one length. */
export function readVectors(vectors: readonly string[], count: number): readonly Float32Array[] | null {
  const read = vectors.map(decodeVector);
  return read.length === count && read.every(({ length }) => length > 0 && length === read[0]!.length) ? read : null;
}
