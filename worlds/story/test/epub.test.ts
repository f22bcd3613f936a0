// Books that are written of stories: an EPUB held against the rules of EPUB 3 and OCF by a strict reader of its own, and pages that need nothing else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { crc32 } from "node:zlib";
import type { Beat } from "../narrative/beat.ts";
import { type Book, writeHtml, writeMarkdown } from "../narrative/book.ts";
import { isoOf, writeEpub } from "../narrative/epub.ts";

const beat = (round: number, prose: string): Beat => ({
  round,
  platform: null,
  prose,
  characters: [],
  ids: [],
  action_count: 0,
  teller: "template",
  version: 1,
  from: round,
  to: round,
  asOf: round,
  events: [],
  emotions: {},
});
/** Where Debian's package `epubcheck` puts it. */
const EPUBCHECK = "/usr/share/java/epubcheck.jar";
const ODD = `<script>alert("1")</script> & {braces} ${"`"}code${"`"} *stars* ]]> \u0000\u000b 林小雨 مرحبا 🔥 \ud800`;
const BOOK: Book = {
  title: `A <story> & "more"`,
  run: "oasis-sim 1",
  branch: "main",
  hash: "ab".repeat(32),
  turn: 12,
  beats: Array.from({ length: 12 }, (_, round) => beat(round, `${ODD} in round ${round}.\n\nA second paragraph.`)),
  language: "en",
};

/** Files of a ZIP archive, each checked against its sums and its central entry. */
function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  assert.equal(view.getUint32(end, true), 0x06054b50, "the archive ends with its directory's end");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  assert.equal(at + view.getUint32(end + 12, true), end, "the directory stands right before its end");
  const files = new Map<string, Uint8Array>();
  let next = 0;
  for (let i = 0; i < count; i++) {
    assert.equal(view.getUint32(at, true), 0x02014b50);
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    assert.equal(flags, 0x0800, "names are UTF-8");
    assert.equal(method, 0, "stored");
    const [crc, size, nameLength] = [
      view.getUint32(at + 16, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
    ];
    const local = view.getUint32(at + 42, true);
    const name = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(at + 46, at + 46 + nameLength));
    assert.equal(local, next, `${name} follows on the one before`);
    assert.equal(view.getUint32(local, true), 0x04034b50);
    assert.deepEqual(
      bytes.subarray(local + 4, local + 30),
      bytes.subarray(at + 6, at + 32),
      `${name}: both headers agree`,
    );
    const start = local + 30 + nameLength;
    const data = bytes.subarray(start, start + size);
    assert.equal(crc32(data), crc, `${name}: its sum`);
    assert.ok(!files.has(name), `${name} is there once`);
    files.set(name, data);
    next = start + size;
    at += 46 + nameLength;
  }
  assert.equal(at, end);
  return files;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}
/** Every element of a document that must be well-formed XML 1.0. */
function readXml(text: string, file: string): Element[] {
  assert.ok(!FORBIDDEN.test(text) && text.isWellFormed(), `${file}: characters XML forbids`);
  assert.match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, file);
  const open: string[] = [];
  const elements: Element[] = [];
  let roots = 0;
  const rest = text.replace(/^<\?xml[^>]*\?>\s*(?:<!DOCTYPE html>\s*)?/, "");
  const token = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  for (let at = 0; at < rest.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(rest);
    assert.ok(found, `${file}: not XML at ${JSON.stringify(rest.slice(at, at + 60))}`);
    const [, closing, name, attributes, empty, words] = found;
    for (const amp of (words ?? attributes ?? "").matchAll(/&[^;\s]*;?/g))
      assert.match(amp[0], /^&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);$/i, `${file}: ${amp[0]}`);
    if (words !== undefined) {
      assert.ok(open.length > 0 || words.trim() === "", `${file}: text outside`);
      assert.ok(!words.includes("]]>"), file);
    } else if (closing) assert.equal(open.pop(), name, `${file}: </${name}>`);
    else {
      const pairs = [...attributes!.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!] as const);
      assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, `${file}: an attribute twice`);
      elements.push({ name: name!, attributes: Object.fromEntries(pairs) });
      if (open.length === 0) roots++;
      if (!empty) open.push(name!);
    }
  }
  assert.deepEqual(open, [], file);
  assert.equal(roots, 1, `${file}: one root`);
  return elements;
}

const decode = (bytes: Uint8Array | undefined): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes!);

describe("a story as EPUB 3", () => {
  const files = unzip(writeEpub(BOOK, Date.UTC(2026, 3, 20, 14, 22)));
  const pack = readXml(decode(files.get("OEBPS/content.opf")), "content.opf");
  const named = (name: string) => pack.filter((element) => element.name === name).map(({ attributes }) => attributes);

  it("is an OCF container: the media type first, and a container that leads to the package", () => {
    assert.equal([...files.keys()][0], "mimetype");
    assert.equal(decode(files.get("mimetype")), "application/epub+zip");
    const [rootfile] = readXml(decode(files.get("META-INF/container.xml")), "container.xml").filter(
      ({ name }) => name === "rootfile",
    );
    assert.deepEqual(rootfile!.attributes, {
      "full-path": "OEBPS/content.opf",
      "media-type": "application/oebps-package+xml",
    });
  });

  it("has a package with an identifier, a title, a language and the time of its last change", () => {
    const [root] = named("package");
    assert.equal(root!["version"], "3.0");
    assert.equal(named("dc:identifier")[0]!["id"], root!["unique-identifier"]);
    for (const name of ["dc:identifier", "dc:title", "dc:language"]) assert.equal(named(name).length, 1, name);
    assert.match(
      decode(files.get("OEBPS/content.opf")),
      /<meta property="dcterms:modified">2026-04-20T14:22:00Z<\/meta>/,
    );
    assert.ok(decode(files.get("OEBPS/content.opf")).includes(BOOK.hash), "the log's hash");
  });

  it("lists every file once, reads every chapter, and has one navigation document", () => {
    const items = named("item");
    const listed = items.map(({ href }) => `OEBPS/${href}`).sort();
    const there = [...files.keys()].filter((name) => name.startsWith("OEBPS/") && name !== "OEBPS/content.opf").sort();
    assert.deepEqual(listed, there);
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    const pages = items.filter((item) => item["media-type"] === "application/xhtml+xml");
    assert.equal(pages.filter(({ properties }) => properties === "nav").length, 1);
    const spine = named("itemref").map(({ idref }) => idref);
    assert.deepEqual(
      spine,
      pages.filter(({ properties }) => properties !== "nav").map(({ id }) => id),
    );
  });

  it("has well-formed XHTML pages and no dead links", () => {
    for (const [name, bytes] of files) {
      if (!name.endsWith(".xhtml")) continue;
      const elements = readXml(decode(bytes), name);
      assert.equal(elements[0]!.attributes["xmlns"], "http://www.w3.org/1999/xhtml");
      assert.equal(elements.filter((element) => element.name === "title").length, 1);
      for (const { attributes } of elements)
        if (attributes["href"]) assert.ok(files.has(`OEBPS/${attributes["href"]}`), `${name}: ${attributes["href"]}`);
    }
    const nav = readXml(decode(files.get("OEBPS/nav.xhtml")), "nav.xhtml");
    assert.equal(nav.filter(({ name, attributes }) => name === "nav" && attributes["epub:type"] === "toc").length, 1);
  });

  it("holds the author's markup as text", () => {
    const chapter = decode(files.get("OEBPS/chapter-1.xhtml"));
    assert.ok(chapter.includes("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; {braces}"));
    assert.ok(chapter.includes("林小雨 مرحبا 🔥"));
  });

  it("passes EPUBCheck without a warning", {
    skip: existsSync(EPUBCHECK) ? false : `EPUBCheck is not at ${EPUBCHECK}`,
  }, () => {
    const dir = mkdtempSync(join(tmpdir(), "orrery-epub-"));
    const file = join(dir, "story.epub");
    writeFileSync(file, writeEpub(BOOK, Date.UTC(2026, 3, 20)));
    const done = spawnSync("java", ["-jar", EPUBCHECK, "--failonwarnings", file], { encoding: "utf8" });
    rmSync(dir, { recursive: true });
    assert.equal(done.status, 0, `${done.stdout}${done.stderr}`);
  });

  it("is the same bytes each time", () => {
    assert.deepEqual(writeEpub(BOOK, 5), writeEpub(structuredClone(BOOK), 5));
  });

  it("knows the calendar", () => {
    for (const ms of [0, 951_782_400_000, 4_107_542_399_000, 1_776_694_920_000, 68_169_600_000])
      assert.equal(isoOf(ms), new Date(ms).toISOString().replace(".000Z", "Z"));
  });
});

describe("a story as a page and as Markdown", () => {
  it("loads nothing external, runs no script, and names its source", () => {
    const html = writeHtml(BOOK);
    assert.ok(!/<script|<img|<link|https?:\/\/|url\(|@import/i.test(html));
    assert.ok(html.includes(BOOK.hash));
    assert.ok(html.includes("<title>A &lt;story&gt; &amp; &quot;more&quot;</title>"));
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(html.includes(`id="${id}"`), id);
  });
  it("escapes the author's text in Markdown", () => {
    const text = writeMarkdown({ ...BOOK, beats: [beat(1, "# not a heading\n\n1. no list *nor* [link](x) <b>")] });
    assert.ok(text.includes("\\# not a heading"));
    assert.ok(text.includes("1\\. no list \\*nor\\* \\[link\\](x) \\<b\\>"));
    assert.ok(text.includes(BOOK.hash));
  });
});
