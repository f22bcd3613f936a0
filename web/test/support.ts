// What the browser tests share: a real server on a database of its own, system Chromium, and a page that may complain of nothing.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Orrery, type Outside, openOrrery, outside, shippedWorlds, type Worlds } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { memoryStore, openSqlite } from "@orrery/store";
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from "playwright-core";
import { type Relay, relayTo } from "./relay.ts";

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** The headless shell is the same engine without windows: it needs a third less of the processor. */
export const CHROMIUM = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path !== undefined && existsSync(path));
export const DIST = resolve(import.meta.dirname, "../dist");
export const skip = !CHROMIUM
  ? "no Chromium was found: install it, or name it in CHROMIUM"
  : !existsSync(join(DIST, "index.html"))
    ? "the page has not been built: npm start builds it"
    : false;

/** After so long something hangs: no test is to fail for want of a quick machine. Milliseconds, for one step and for a file. */
export const STEP_MS = 300_000;
export const FILE_MS = 1_800_000;

/** Looks again and again until it holds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + STEP_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** When there are so many of them, and not before what they come from has been drawn. */
export const counts = (what: Locator, count: number): Promise<void> =>
  until(async () => (await what.count()) === count, `${count} of ${what}`);

/** What a page has asked for and not got yet; streams, which never end, are left out. */
const asking = new WeakMap<Page, Set<Request>>();
export const isAsking = (page: Page): boolean => (asking.get(page)?.size ?? 0) > 0;

export interface Bench {
  readonly orrery: Orrery;
  readonly server: Listening;
  readonly browser: Browser;
  readonly folder: string;
  open(path: string, options?: Parameters<Browser["newContext"]>[0]): Promise<{ context: BrowserContext; page: Page }>;
  /** Closes a page and fails when it complained (of anything but `allowed`), or asked anything of anybody else. */
  done(context: BrowserContext, allowed?: RegExp): Promise<void>;
  /** A relay before the server, which fails when it is told to. */
  failing(): Promise<Relay>;
  /** Another server, on a database in memory, with an owner's token: locked, and empty. */
  locked(token: string): Promise<Listening>;
  close(): Promise<void>;
}

export async function openBench(worlds: Worlds = shippedWorlds(), fixed: Outside = outside): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "orrery-web-"));
  const orrery = await openOrrery({ store: await openSqlite(join(folder, "run.db")), worlds, outside: fixed });
  const server = await listen({ orrery, port: 0, pages: DIST });
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS, timeout: STEP_MS });
  const troubles = new Map<BrowserContext, string[]>();
  const closed = new Set<BrowserContext>();
  const others: { close(): Promise<void> }[] = [];
  const own = [server.url];
  return {
    orrery,
    server,
    browser,
    folder,
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        reducedMotion: "reduce",
        locale: "en-US",
        timezoneId: "UTC",
        ...options,
      });
      context.setDefaultTimeout(STEP_MS);
      const page = await context.newPage();
      const complaints: string[] = [];
      troubles.set(context, complaints);
      context.on("close", () => closed.add(context));
      const asked = new Set<Request>();
      asking.set(page, asked);
      page.on("request", (request) => void (/\/stream(\?|$)/.test(request.url()) || asked.add(request)));
      page.on("requestfinished", (request) => void asked.delete(request));
      page.on("requestfailed", (request) => void asked.delete(request));
      page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (!own.some((one) => url.startsWith(one)) && !/^(data|file|blob):/.test(url)) complaints.push(`asked ${url}`);
      });
      await page.goto(/^\w+:/.test(path) ? path : server.url + path);
      return { context, page };
    },
    async done(context, allowed) {
      await context.close();
      // Of every page that a test has closed; one that is still open belongs to a test that failed.
      const complaints = [...closed].flatMap((one) => troubles.get(one) ?? []);
      for (const one of closed) troubles.delete(one);
      closed.clear();
      assert.deepEqual(
        complaints.filter((complaint) => !allowed?.test(complaint)),
        [],
      );
    },
    async failing() {
      const relay = await relayTo(server.url);
      others.push(relay);
      own.push(relay.url);
      return relay;
    },
    async locked(token) {
      const empty = await openOrrery({ store: memoryStore(), outside: fixed });
      const other = await listen({ orrery: empty, port: 0, pages: DIST, token });
      others.push(other, empty);
      own.push(other.url);
      return other;
    },
    async close() {
      // A page that is still open belongs to a test that failed: what it stood at says more than what was waited for.
      for (const [context, complaints] of troubles)
        for (const page of context.pages()) await report(page, complaints).catch(() => {});
      await browser.close();
      for (const other of others) await other.close();
      await server.close();
      await orrery.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Prints what an abandoned page shows, waits for and complained of, to explain the failure. */
async function report(page: Page, complaints: readonly string[]): Promise<void> {
  const seen = await page.evaluate(
    "document.activeElement?.outerHTML.slice(0, 200) + '\\n' + document.body.innerText.slice(-1500)",
  );
  const asked = [...(asking.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`);
  console.error(
    `left behind: ${page.url()}\nwaits for ${JSON.stringify(asked)}, complained ${JSON.stringify(complaints)}\nfocus: ${seen}`,
  );
}

/** Words said one after the other on a branch. */
export async function tell(orrery: Orrery, run: string, branch: string, ...words: readonly string[]): Promise<void> {
  for (const text of words) await orrery.submit(run, { text, branch });
}

export const story = (page: Page) => page.getByRole("log", { name: "Story" });

/** Looks through somebody's eyes, by the name beneath a face. */
export const seeAs = (page: Page, name: string): Promise<void> =>
  page.getByRole("group", { name: "See as" }).getByRole("button", { name, exact: true }).click();

/** Lets a folder of this machine fall on the middle of the page, as a file manager does. */
export async function drop(page: Page, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await cdp.send("Input.dispatchDragEvent", { type, x: width / 2, y: height / 2, data });
}
