// Draws a part of the page as a PNG with a line of words below it. Loaded on first use.
// Releases of html-to-image after 1.11.11 leave out the styles of what is drawn inside an SVG.
import { toCanvas } from "html-to-image";

/** Pixels of the picture for each pixel of the page: more than one, to stay sharp on other screens. */
const SCALE = 2;
/** The line below, in pixels of the page. */
const LINE = { height: 44, size: 16, inset: 18 } as const;

/**
 * Draws `element` as it looks now, on its own background, and `caption` below it.
 * Rejects when a font cannot be fetched, or when the browser cannot draw it, for instance because it exceeds the size of a canvas.
 */
export async function pictureOf(element: HTMLElement, caption: string): Promise<Blob> {
  const style = getComputedStyle(element);
  const paper = paperOf(element);
  const { top } = element.getBoundingClientRect();
  const fontEmbedCSS = await fontsInside();
  const showBars = hideBars(element);
  const drawn = await toCanvas(element, {
    pixelRatio: SCALE,
    backgroundColor: paper,
    fontEmbedCSS,
    filter: (node) => !isAbove(node, top),
  })
    .catch((cause) => {
      throw new Error("this browser did not draw that part of the page", { cause });
    })
    .finally(showBars);
  const picture = document.createElement("canvas");
  picture.width = drawn.width;
  picture.height = drawn.height + LINE.height * SCALE;
  const pen = picture.getContext("2d")!;
  pen.fillStyle = paper;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(drawn, 0, 0);
  pen.fillStyle = style.color;
  pen.font = `${LINE.size * SCALE}px ${style.fontFamily}`;
  pen.textBaseline = "middle";
  const room = picture.width - 2 * LINE.inset * SCALE;
  pen.fillText(caption, LINE.inset * SCALE, drawn.height + (LINE.height * SCALE) / 2, room);
  return new Promise((done, failed) =>
    picture.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is empty"))), "image/png"),
  );
}

/** The page's `@font-face` rules with their files as data URLs: an SVG that is drawn as an image cannot fetch files. */
async function fontsInside(): Promise<string> {
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, sheet }] : [])),
  );
  const texts = faces.map(async ({ rule: { cssText }, sheet }) => {
    const url = /url\("?([^")]+)"?\)/.exec(cssText)?.[1];
    if (url === undefined || url.startsWith("data:")) return cssText;
    const file = await fetch(new URL(url, sheet.href ?? location.href));
    if (!file.ok) throw new Error(`a font did not come: ${file.status}`);
    return cssText.replace(url, await dataUrlOf(await file.blob()));
  });
  return (await Promise.all(texts)).join("\n");
}

const dataUrlOf = (content: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result as string);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(content);
  });

/** Hides scroll bars, which are of no use in a picture. The returned function shows them again. */
function hideBars(element: HTMLElement): () => void {
  const scrolled = [element, ...element.querySelectorAll<HTMLElement>("*")].filter(
    (one) => one instanceof HTMLElement && /auto|scroll/.test(getComputedStyle(one).overflow),
  );
  for (const { style } of scrolled) style.scrollbarWidth = "none";
  return () => {
    for (const { style } of scrolled) style.removeProperty("scrollbar-width");
  };
}

/** True for an article scrolled out of sight above. The drawn copy starts unscrolled, so these are left out. */
const isAbove = (node: Node, top: number): boolean =>
  node instanceof HTMLElement && node.localName === "article" && node.getBoundingClientRect().bottom <= top;

/** The background colour that shows behind `element`. */
function paperOf(element: HTMLElement): string {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return "Canvas";
}
