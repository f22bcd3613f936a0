// Makes the pictures in docs/ from the real page: `node web/test/shots.ts`, after the page has been built. Look at each before it is committed.
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { openTour, settle, type Tour } from "./walk.ts";

const DOCS = resolve(import.meta.dirname, "../../docs");
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function shot(
  { bench }: Tour,
  file: string,
  path: string,
  options: { viewport: typeof WIDE; colorScheme: "light" | "dark"; scale: number },
  ready: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { scale, ...rest } = options;
  const { context, page } = await bench.open("about:blank", { ...rest, deviceScaleFactor: scale });
  await page.clock.setFixedTime(1_700_000_030_000);
  await page.goto(bench.server.url + path);
  await ready(page);
  await settle(page);
  await page.screenshot({ path: resolve(DOCS, file), caret: "hide" });
  await bench.done(context);
}

const tour = await openTour([]);
try {
  await shot(
    tour,
    "home.png",
    "/",
    { viewport: { width: 1280, height: 1640 }, colorScheme: "light", scale: 1 },
    (page) => page.locator("svg[class*=plan]").nth(1).waitFor(),
  );
  await shot(tour, "cottage.png", `/runs/${tour.mystery}`, { viewport: WIDE, colorScheme: "light", scale: 1 }, (page) =>
    page.locator("[data-room]").first().waitFor(),
  );
  await shot(
    tour,
    "phone.png",
    `/runs/${tour.cottage}?at=19`,
    { viewport: PHONE, colorScheme: "dark", scale: 2 },
    async (page) => {
      await page.getByRole("button", { name: "Around you" }).click();
      await page.locator("[data-room]").first().waitFor();
    },
  );
} finally {
  await tour.bench.close();
}
