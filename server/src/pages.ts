// The web page's files, read once and served from memory. Only names that exist in the built folder are ever opened.
import { readdir, readFile } from "node:fs/promises";
import { extname, join, posix, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export interface Page {
  readonly bytes: Buffer;
  /** The same, compressed; null where that does not pay. */
  readonly gzipped: Buffer | null;
  /** Smaller still, and slow to make: made when it is first asked for, and kept. */
  readonly brotli: (() => Promise<Buffer>) | null;
  readonly type: string;
  /** Its name changes with its content, so it may be kept for ever. */
  readonly hashed: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
const squeeze = promisify(gzip);
const brotli = promisify(brotliCompress);
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

function squeezeOnce(bytes: Buffer): () => Promise<Buffer> {
  let made: Promise<Buffer> | null = null;
  return () => {
    made ??= brotli(bytes, BROTLI);
    return made;
  };
}

/** The built page of this repository. */
export const PAGES = resolve(import.meta.dirname, "../../web/dist");

export type Pages = ReadonlyMap<string, Page>;

/** Every file by its path (`/assets/index-1a2b.js`). Empty when the folder is not there: the page has not been built. */
export async function readPages(folder: string): Promise<Pages> {
  const pages = new Map<string, Page>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith(".")) continue;
    const file = join(entry.parentPath, entry.name);
    const path = posix.join("/", ...relative(folder, file).split(sep));
    const bytes = await readFile(file);
    const type = TYPES[extname(entry.name)] ?? "application/octet-stream";
    const pays = bytes.length > 1024 && /^text|json|svg/.test(type);
    pages.set(path, {
      bytes,
      gzipped: pays ? await squeeze(bytes) : null,
      brotli: pays ? squeezeOnce(bytes) : null,
      type,
      hashed: path.startsWith("/assets/"),
    });
  }
  return pages;
}

/** What the page itself makes sense of. */
const ADDRESSES =
  /^\/(?:write|settings(?:\/(?:costs|lessons))?|leagues(?:\/[^/]+){0,2}|experiments(?:\/[^/]+)?|worlds(?:\/.+)?|(?:runs|godmode|world)\/[^/]+\/?)?$/;

/** The file of that name; for the addresses that the page itself makes sense of, the page. Null: nothing is there. */
export function pageAt(pages: Pages, path: string): Page | null {
  const file = pages.get(path);
  if (file) return file;
  if (!ADDRESSES.test(path)) return null;
  return pages.get("/index.html") ?? UNBUILT;
}

const UNBUILT: Page = {
  bytes: Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Orrery</title>
<p>The server is running, but its page has not been built. Start it with <code>npm start</code>, which builds it.</p>
<p>The programming interface is described at <a href="/openapi.json">/openapi.json</a>.</p></html>`),
  gzipped: null,
  brotli: null,
  type: "text/html; charset=utf-8",
  hashed: false,
};

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; " +
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};
/** On every answer. */
export const HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
