// What the browser tests share: a real server on a database of its own, system Chromium, and a page that may complain of nothing.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Orrery, openOrrery, shippedWorlds, type Worlds } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { openSqlite } from "@orrery/store";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const CHROMIUM = [
  process.env["CHROMIUM"],
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

export interface Bench {
  readonly orrery: Orrery;
  readonly server: Listening;
  readonly browser: Browser;
  readonly folder: string;
  open(path: string, options?: Parameters<Browser["newContext"]>[0]): Promise<{ context: BrowserContext; page: Page }>;
  /** Closes a page and fails when it complained, or asked anything of anybody else. */
  done(context: BrowserContext): Promise<void>;
  close(): Promise<void>;
}

export async function openBench(worlds: Worlds = shippedWorlds()): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "orrery-web-"));
  const orrery = await openOrrery({ store: await openSqlite(join(folder, "run.db")), worlds });
  const server = await listen({ orrery, port: 0, pages: DIST });
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS });
  const troubles: string[] = [];
  return {
    orrery,
    server,
    browser,
    folder,
    async open(path, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        reducedMotion: "reduce",
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(server.url) && !/^(data|file|blob):/.test(url)) troubles.push(`asked ${url}`);
      });
      await page.goto(/^\w+:/.test(path) ? path : server.url + path);
      return { context, page };
    },
    async done(context) {
      await context.close();
      assert.deepEqual(troubles.splice(0), []);
    },
    async close() {
      await browser.close();
      await server.close();
      await orrery.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Words said one after the other on a branch. */
export async function tell(orrery: Orrery, run: string, branch: string, ...words: readonly string[]): Promise<void> {
  for (const text of words) await orrery.submit(run, { text, branch });
}

export const story = (page: Page) => page.getByRole("log", { name: "Story" });
