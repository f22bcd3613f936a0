// How the key pages look, pixel for pixel, against pictures in looks/. A difference of more than 0.2 % fails and leaves both pictures to look at.
//
// To renew them after a change that was meant: ORRERY_RENEW=1 npm test -- looks, then look at each and commit it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { FILE_MS, skip as noBrowser } from "./support.ts";
import { openTour, type Tour, walk } from "./walk.ts";

const KEPT = resolve(import.meta.dirname, "looks");
const RENEW = process.env["ORRERY_RENEW"] !== undefined;
const PROBE = join(KEPT, "probe.txt");
/** Of a picture's pixels, by how much a pixel must differ to count, and how many may. */
const THRESHOLD = 0.2;
const MOST = 0.002;

const STATES = [
  "gallery",
  "rules",
  "editor, one thing wrong",
  "board, ended",
  "story",
  "panel branches",
  "panel god",
  "compare",
  "looking back through other eyes",
] as const;
const LOOKS = [
  ["wide", { width: 1360, height: 880 }, "light"],
  ["phone", { width: 390, height: 844 }, "dark"],
] as const;

const pixels = noBrowser
  ? null
  : await Promise.all([import("pixelmatch"), import("pngjs")]).then(
      ([{ default: match }, { PNG }]) => ({ match, PNG }),
      () => null,
    );
const skip = noBrowser || (pixels ? false : "pixelmatch and pngjs are not installed");

describe("looks", { skip, timeout: FILE_MS }, () => {
  let tour: Tour;
  let other: string | null = null;
  let failures: string;
  before(async () => {
    tour = await openTour();
    failures = await mkdtemp(join(tmpdir(), "orrery-looks-"));
    await mkdir(KEPT, { recursive: true });
    const probe = await probed(tour);
    if (RENEW) await writeFile(PROBE, `${probe}\n`);
    else if (!existsSync(PROBE)) other = "there are no pictures yet: ORRERY_RENEW=1 makes them";
    else if ((await readFile(PROBE, "utf8")).trim() !== probe)
      other = "this machine's Chromium draws type otherwise than the one that made the pictures";
  });
  after(async () => {
    await tour?.bench.close();
    // Stays where there is something in it to look at.
    if (failures) await rmdir(failures).catch(() => {});
  });

  for (const [size, viewport, colorScheme] of LOOKS)
    it(`are as they were, ${size}`, async (test: TestContext) => {
      if (other !== null) return test.skip(other);
      const found: string[] = [];
      const seen: string[] = [];
      for await (const { page, state } of walk(tour, { viewport, colorScheme, only: STATES })) {
        if (!(STATES as readonly string[]).includes(state)) continue;
        seen.push(state);
        const problem = await compare(`${state.replaceAll(/\W+/g, "-")}-${size}`, await shot(page), failures);
        if (problem) found.push(problem);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(seen, STATES);
    });
});

/** Hidden where it blinks: the text cursor; what scrolls has come to rest, and not on the page's last part of a pixel. */
async function shot(page: Page): Promise<Buffer> {
  await page.evaluate(AT_REST);
  await page.evaluate(OFF_THE_END);
  return page.screenshot({ caret: "hide", animations: "disabled" });
}

/** Resolves when neither the page nor a part of it has moved for ten frames. */
const AT_REST = `new Promise((resolve) => {
  const placed = () =>
    [scrollY, ...Array.from(document.querySelectorAll("form, ol, main"), (part) => part.getBoundingClientRect().top)].join();
  let last = "";
  let still = 0;
  const look = () => {
    const now = placed();
    still = now === last ? still + 1 : 0;
    last = now;
    if (still >= 10) resolve(null);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** At the very end of a page with a fractional height, Chromium draws sticky parts on either of two pixels. */
const OFF_THE_END = `new Promise((resolve) => {
  const { scrollHeight } = document.documentElement;
  if (scrollY > 2 && scrollY + innerHeight > scrollHeight - 2) scrollTo(0, scrollHeight - innerHeight - 2);
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;

async function compare(name: string, now: Buffer, failures: string): Promise<string | null> {
  const { match, PNG } = pixels!;
  const file = join(KEPT, `${name}.png`);
  if (RENEW) {
    await writeFile(file, now);
    return null;
  }
  if (!existsSync(file)) return `${name}: there is no picture of it; ORRERY_RENEW=1 makes it`;
  const [a, b] = [PNG.sync.read(await readFile(file)), PNG.sync.read(now)];
  if (a.width !== b.width || a.height !== b.height)
    return `${name}: ${b.width}×${b.height}, was ${a.width}×${a.height}`;
  const drawn = new PNG({ width: a.width, height: a.height });
  const share = match(a.data, b.data, drawn.data, a.width, a.height, { threshold: THRESHOLD }) / (a.width * a.height);
  if (share <= MOST) return null;
  await writeFile(join(failures, `${name}.png`), now);
  await writeFile(join(failures, `${name}.differs.png`), PNG.sync.write(drawn));
  return `${name}: ${(share * 100).toFixed(2)} % of it is different; see ${join(failures, name)}.png and .differs.png`;
}

/** A digest of how this machine draws the page's own type, what stands in for the signs it lacks, and plain type. */
async function probed({ bench }: Tour): Promise<string> {
  const { context, page } = await bench.open("/settings");
  await page.getByRole("heading").first().waitFor();
  await page.evaluate(`(() => {
    const lines = [
      ["20px/1.5 var(--prose)", "Every world remembers fi → ✕ ▸ ⟦"],
      ["600 17px/1.5 var(--plain)", "Say what you do, 0123456789 ← ● ▾"],
      ["14px/1.5 ui-monospace, monospace", "rooms: { a: 1 }"],
    ].map(([font, text]) => {
      const line = document.createElement("p");
      line.textContent = text;
      line.style.font = font;
      return line;
    });
    document.body.replaceChildren(...lines);
    return document.fonts.ready;
  })()`);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 500, height: 140 } });
  await bench.done(context);
  return createHash("sha256").update(pixels!.PNG.sync.read(picture).data).digest("hex");
}
