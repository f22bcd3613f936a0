// Unpacks an uploaded tar archive into an empty folder, as it arrives. Writes plain files inside that folder and nothing else: no links, no devices, no paths that lead out.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TextDecoder } from "node:util";
import { RequestRefused } from "./problems.ts";

interface TarLimits {
  readonly bytes: number;
  readonly files: number;
}
const BLOCK = 512;
/** Bytes of a path or of an extended header; longer ones are no tar of ours. */
const HEADER_MAX = 1 << 16;

/** Resolves to the number of files. Rejects with `Refused` on a damaged archive, an unsafe path, or more than the limits. */
export async function unpackTar(chunks: AsyncIterable<Uint8Array>, into: string, limits: TarLimits): Promise<number> {
  const bytes = new ByteReader(chunks, limits.bytes);
  let files = 0;
  let extended: { path?: string; size?: number } = {};
  for (;;) {
    const block = await bytes.block();
    // Two empty blocks end an archive; what follows is padding.
    if (block === null || block.every((byte) => byte === 0)) return files;
    const header = headerOf(block);
    const size = extended.size ?? header.size;
    const path = extended.path ?? header.path;
    if (header.kind === "x" || header.kind === "L") {
      if (header.size > HEADER_MAX) throw damagedArchive("a header of a file is larger than 64 KiB");
      const text = textOf(await bytes.take(header.size));
      extended = { ...extended, ...(header.kind === "x" ? recordsOf(text) : { path: text.replace(/\0.*$/s, "") }) };
    } else {
      extended = {};
      if (header.kind !== "0" || path.endsWith("/")) await bytes.skip(size);
      else {
        files++;
        if (files > limits.files)
          throw new RequestRefused(413, "too_large", `The archive holds more than ${limits.files} files.`);
        await write(join(into, ...partsOf(path)), bytes.pass(size));
      }
    }
    await bytes.skip((BLOCK - ((header.kind === "x" || header.kind === "L" ? header.size : size) % BLOCK)) % BLOCK);
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR")
      throw damagedArchive("two of its files have the same path");
    if (code === "ENAMETOOLONG") throw damagedArchive("a path is too long for this machine");
    throw error;
  }
}

/** Names of a path, outermost first. Refused where it leads out of the folder. */
function partsOf(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (path.startsWith("/") || parts.length === 0 || parts.some((part) => part === ".." || /[\0\\:]/.test(part)))
    throw new RequestRefused(400, "bad_archive", `The path "${path.slice(0, 200)}" leads out of the folder.`);
  return parts;
}

interface Header {
  /** "0" a file, "x" an extended header, "L" a long path; anything else is passed over. */
  readonly kind: string;
  readonly path: string;
  readonly size: number;
}

function headerOf(block: Buffer): Header {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : block[i]!;
  if (octal(block, 148, 8) !== sum) throw damagedArchive("the header of a file does not add up");
  const name = field(block, 0, 100);
  const prefix = field(block, 257, 5) === "ustar" ? field(block, 345, 155) : "";
  const flag = String.fromCharCode(block[156]!);
  return {
    kind: flag === "\0" || flag === "7" ? "0" : flag,
    path: prefix === "" ? name : `${prefix}/${name}`,
    size: octal(block, 124, 12),
  };
}

const field = (block: Buffer, at: number, length: number): string => {
  const bytes = block.subarray(at, at + length);
  const end = bytes.indexOf(0);
  return textOf(end === -1 ? bytes : bytes.subarray(0, end));
};
/** Octal digits, or a binary number where the first bit is set. */
function octal(block: Buffer, at: number, length: number): number {
  if (block[at]! & 0x80) return Number(block.readBigUInt64BE(at + length - 8));
  const text = field(block, at, length).trim();
  if (!/^[0-7]*$/.test(text)) throw damagedArchive("a number in the header of a file is none");
  return Number.parseInt(text || "0", 8);
}

/** `path` and `size` out of an extended header: `LENGTH NAME=VALUE` lines. */
function recordsOf(text: string): { path?: string; size?: number } {
  const found = new Map([...text.matchAll(/^\d+ ([^=\n]+)=([^\n]*)$/gm)].map(([, name, value]) => [name, value!]));
  const [path, size] = [found.get("path"), found.get("size")];
  return { ...(path === undefined ? {} : { path }), ...(size === undefined ? {} : { size: Number(size) }) };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw damagedArchive("a name is not UTF-8");
  }
}

const damagedArchive = (why: string): RequestRefused =>
  new RequestRefused(
    400,
    "bad_archive",
    `This is no tar archive that can be read: ${why}. Make one with \`tar cf - FOLDER\`.`,
  );

/** Bytes of a stream in pieces of a wanted size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #most: number;
  #rest: Buffer = Buffer.alloc(0);
  #read = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, most: number) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#most = most;
  }

  /** The next block; null at the end of the stream. */
  async block(): Promise<Buffer | null> {
    if (this.#rest.length === 0 && !(await this.#more())) return null;
    return this.take(BLOCK);
  }
  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.pass(size)) parts.push(part);
    return Buffer.concat(parts);
  }
  async skip(size: number): Promise<void> {
    for await (const _ of this.pass(size));
  }
  /** So many bytes as they come. */
  async *pass(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw damagedArchive("it ends in the middle of a file");
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#read += value.length;
    if (this.#read > this.#most)
      throw new RequestRefused(413, "too_large", `The archive is larger than ${this.#most} bytes.`);
    this.#rest = Buffer.from(value.buffer, value.byteOffset, value.length);
    return this.#rest.length > 0 || this.#more();
  }
}
