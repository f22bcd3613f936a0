// A vector of meaning as the text that recordings keep, and how near two of them are. Pure: the same on every machine.

/** 32-bit floats, little-endian, in base64. */
export function encodeVector(values: readonly number[]): string {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [i, value] of values.entries()) bytes.setFloat32(i * 4, value, true);
  return btoa(Array.from(new Uint8Array(bytes.buffer), (byte) => String.fromCharCode(byte)).join(""));
}

export function decodeVector(text: string): Float32Array {
  const bytes = new DataView(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => bytes.getFloat32(i * 4, true));
}

/** Cosine similarity, -1 to 1; 0 for a vector of zeros or of another length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let [dot, aa, bb] = [0, 0, 0];
  for (const [i, x] of a.entries()) {
    const y = b[i]!;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
