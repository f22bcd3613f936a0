// A book as EPUB 3: the container's files, and the ZIP they are stored in, byte by byte and the same on every machine.
import { type Book, beatHtml, chaptersOf, provenanceOf, STYLE, xml } from "./book.ts";

/** `modified`: milliseconds since 1970, of the newest turn told. */
export function writeEpub(book: Book, modified: number): Uint8Array {
  const chapters = chaptersOf(book);
  const files = chapters.map(({ title, beats }, i) => ({
    id: `chapter-${i + 1}`,
    path: `chapter-${i + 1}.xhtml`,
    title,
    text: page(
      book,
      title,
      `<section epub:type="chapter">\n<h2>${xml(title)}</h2>\n${beats.map(beatHtml).join("\n")}\n</section>`,
    ),
  }));
  const colophon = {
    id: "colophon",
    path: "colophon.xhtml",
    title: "Where this comes from",
    text: page(
      book,
      "Where this comes from",
      `<section epub:type="colophon">\n<h2>Where this comes from</h2>\n<p>${xml(provenanceOf(book))}</p>\n</section>`,
    ),
  };
  const pages = [...files, colophon];
  return zip([
    // First, and stored as it is: that is how a reader knows the file.
    ["mimetype", "application/epub+zip"],
    ["META-INF/container.xml", CONTAINER],
    ["OEBPS/content.opf", packageOf(book, pages, modified)],
    [
      "OEBPS/nav.xhtml",
      page(
        book,
        "Contents",
        `<nav epub:type="toc" id="toc">\n<h1>${xml(book.title)}</h1>\n<ol>\n${pages.map(({ path, title }) => `<li><a href="${path}">${xml(title)}</a></li>`).join("\n")}\n</ol>\n</nav>`,
      ),
    ],
    ["OEBPS/style.css", STYLE],
    ...pages.map(({ path, text }): [string, string] => [`OEBPS/${path}`, text]),
  ]);
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const page = ({ language }: Book, title: string, body: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${xml(language)}" xml:lang="${xml(language)}">
<head><title>${xml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;

function packageOf(
  book: Book,
  pages: readonly { readonly id: string; readonly path: string }[],
  modified: number,
): string {
  const items = pages
    .map(({ id, path }) => `<item id="${id}" href="${path}" media-type="application/xhtml+xml"/>`)
    .join("\n");
  const spine = pages.map(({ id }) => `<itemref idref="${id}"/>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${xml(book.language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:orrery:${xml(encodeURIComponent(book.run))}:${xml(book.hash)}</dc:identifier>
<dc:title>${xml(book.title)}</dc:title>
<dc:language>${xml(book.language)}</dc:language>
<dc:description>${xml(provenanceOf(book))}</dc:description>
<meta property="dcterms:modified">${isoOf(modified)}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items}
</manifest>
<spine>
${spine}
</spine>
</package>
`;
}

/** `2026-04-20T14:22:00Z`, computed: pure code has no calendar of its own. */
export function isoOf(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  const seconds = Math.floor((ms - days * 86_400_000) / 1000);
  // Days since 0000-03-01 in the proleptic Gregorian calendar (Hinnant's civil_from_days).
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
}

/** Files stored without compression, in their order, all dated 1 January 1980. */
function zip(files: readonly (readonly [path: string, text: string])[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const name = utf8(path);
    const bytes = utf8(text);
    const crc = crc32(bytes);
    const shared = [
      u16(20),
      u16(0x0800),
      u16(0),
      u16(0),
      u16(0x21),
      u32(crc),
      u32(bytes.length),
      u32(bytes.length),
      u16(name.length),
      u16(0),
    ];
    const head = join([u32(0x04034b50), ...shared, name]);
    directory.push(join([u32(0x02014b50), u16(20), ...shared, u16(0), u16(0), u16(0), u32(0), u32(offset), name]));
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const central = join(directory);
  const end = join([
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(files.length),
    u16(files.length),
    u32(central.length),
    u32(offset),
    u16(0),
  ]);
  return join([...parts, central, end]);
}

const u16 = (n: number): Uint8Array => Uint8Array.of(n & 255, (n >> 8) & 255);
const u32 = (n: number): Uint8Array => Uint8Array.of(n & 255, (n >> 8) & 255, (n >> 16) & 255, (n >>> 24) & 255);

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** UTF-8 of a text; lone surrogates have been replaced before. */
function utf8(text: string): Uint8Array {
  const out: number[] = [];
  for (const char of text.toWellFormed()) {
    const code = char.codePointAt(0)!;
    if (code < 0x80) out.push(code);
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else out.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(out);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
