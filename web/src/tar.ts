// Files as one tar archive, for the server to unpack. Their contents stay on the disk until they are sent.

export interface PathFile {
  /** From the folder's own name on, with `/` between. */
  readonly path: string;
  readonly file: Blob;
}
const BLOCK = 512;
const utf8 = new TextEncoder();

export function writeTar(files: readonly PathFile[]): Blob {
  const parts = files.flatMap(({ path, file }) => {
    const short = utf8.encode(path).length <= 100;
    const record = short ? [] : extendedHeader(path);
    return [...record, header(short ? path : "long", file.size, "0"), file, padding(file.size)];
  });
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: "application/x-tar" });
}

/** A header of its own for a path that the plain one has no room for. */
function extendedHeader(path: string): readonly Uint8Array<ArrayBuffer>[] {
  const line = ` path=${path}\n`;
  const bytes = utf8.encode(line).length;
  // The length counts its own digits.
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length = String(length).length + bytes;
  const text = utf8.encode(`${length}${line}`);
  return [header("path", text.length, "x"), text, padding(text.length)];
}

const padding = (size: number) => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);

function header(path: string, size: number, kind: "0" | "x"): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(utf8.encode(text), at);
  put(0, path);
  put(100, "0000644\0");
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(148, "        ");
  put(156, kind);
  put(257, "ustar\x0000");
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}
