// A story as a book: chapters of beats, with where they come from; as Markdown and as one HTML page that needs nothing else. Author's and people's words are escaped, never interpreted.
import type { Beat } from "./beat.ts";

export interface Book {
  readonly title: string;
  readonly run: string;
  readonly branch: string;
  /** Record hash of the newest turn that the story is told from, hexadecimal. */
  readonly hash: string;
  /** The newest turn. */
  readonly turn: number;
  readonly beats: readonly Beat[];
  /** BCP 47. */
  readonly language: string;
}

/** Rounds in a chapter. */
const CHAPTER = 5;

export interface Chapter {
  readonly title: string;
  readonly beats: readonly Beat[];
}

/** Beats in the order of the story, a few rounds to a chapter; each platform's rounds stand for themselves. */
export function chaptersOf({ beats }: Pick<Book, "beats">): Chapter[] {
  const chapters: Chapter[] = [];
  for (let at = 0; at < beats.length; at += CHAPTER) {
    const part = beats.slice(at, at + CHAPTER);
    const [first, last] = [part[0]!, part.at(-1)!];
    const rounds = first.round === last.round ? `Round ${first.round}` : `Rounds ${first.round} to ${last.round}`;
    chapters.push({ title: `Chapter ${chapters.length + 1}: ${rounds}`, beats: part });
  }
  return chapters;
}

export const paragraphsOf = (prose: string): readonly string[] =>
  prose
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** What a reader may check a book by. */
export const provenanceOf = ({ run, branch, turn, hash, beats }: Book): string =>
  `Told from run ${run}, branch ${branch}, up to turn ${turn} with record hash ${hash}. Tellers: ${[...new Set(beats.map(({ teller, version }) => `${teller} ${version}`))].join(", ") || "none"}. Anyone who has the run can verify it and tell it again.`;

export function writeMarkdown(book: Book): string {
  const chapters = chaptersOf(book).flatMap(({ title, beats }) => [
    `## ${markdown(title)}`,
    ...beats.map(({ prose }) => paragraphsOf(prose).map(markdown).join("\n\n")),
  ]);
  return `${[`# ${markdown(book.title)}`, ...chapters, "---", `*${markdown(provenanceOf(book))}*`].join("\n\n")}\n`;
}

/** One page: no script, no style from elsewhere, no request. */
export function writeHtml(book: Book): string {
  const chapters = chaptersOf(book);
  const body = chapters
    .map(
      ({ title, beats }, i) =>
        `<section id="chapter-${i + 1}">\n<h2>${xml(title)}</h2>\n${beats.map(beatHtml).join("\n")}\n</section>`,
    )
    .join("\n");
  const contents = chapters.map(({ title }, i) => `<li><a href="#chapter-${i + 1}">${xml(title)}</a></li>`).join("\n");
  return `<!doctype html>
<html lang="${xml(book.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Orrery">
<meta name="orrery-run" content="${xml(book.run)}">
<meta name="orrery-hash" content="${xml(book.hash)}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${xml(book.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${xml(book.title)}</h1></header>
<nav><ol>
${contents}
</ol></nav>
<main>
${body}
</main>
<footer><p>${xml(provenanceOf(book))}</p></footer>
</body>
</html>
`;
}

/** A beat's paragraphs; the first begins its scene. */
export const beatHtml = ({ prose }: Pick<Beat, "prose">): string =>
  paragraphsOf(prose)
    .map((text, i) => `<p${i === 0 ? ' class="scene"' : ""}>${xml(text).replaceAll("\n", "<br/>")}</p>`)
    .join("\n");

export const STYLE =
  "body{max-width:34em;margin:2em auto;padding:0 1em;font-family:Georgia,serif;line-height:1.55;color:#1b1b1b;background:#fdfcf9}h1,h2{line-height:1.2;font-weight:normal}p{margin:0;text-indent:1.4em}p.scene{margin-top:1.4em;text-indent:0}nav ol{padding-left:1.2em}footer{margin-top:3em;font-size:.8em;color:#5a5a5a}footer p{text-indent:0;overflow-wrap:anywhere}";

/** Text for XML and HTML, in elements and in quoted attributes. What XML 1.0 cannot hold at all is left out. */
export const xml = (text: string): string =>
  text
    .replaceAll(NOT_XML, "")
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text that Markdown shows as it is. */
const markdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_{}[\]<>#|~&]/g, "\\$&")
    .replaceAll(/^(\s*)([-+=])/gm, "$1\\$2")
    .replaceAll(/^(\s*\d+)([.)])/gm, "$1\\$2");
