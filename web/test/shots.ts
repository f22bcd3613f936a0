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

/** The station's example, in the thick of its first meeting. */
async function station({ bench: { orrery } }: Tour): Promise<string> {
  const run = (await orrery.runs()).find(({ world }) => world === "glassbox")!.run;
  const has = (line: { readonly events: readonly unknown[] }, type: string) =>
    (line.events as readonly { readonly type: string }[]).some((event) => event.type === type);
  const lines = await Array.fromAsync(orrery.log(run));
  const vote = lines.findIndex((line) => has(line, "tallied"));
  const spoken = lines.slice(0, vote).filter((line) => has(line, "spoke"));
  return `/runs/${run}?at=${spoken.at(-1)!.turn}&as=*`;
}

const tour = await openTour([]);
try {
  await shot(
    tour,
    "station.png",
    await station(tour),
    { viewport: { width: 1440, height: 1500 }, colorScheme: "light", scale: 1 },
    (page) => page.getByRole("img", { name: /Map of the station/ }).waitFor(),
  );
  await shot(
    tour,
    "home.png",
    "/",
    { viewport: { width: 1280, height: 1560 }, colorScheme: "light", scale: 1 },
    async (page) => {
      await page.locator("span[class*=cover] img").first().waitFor();
      await page.getByRole("figure").getByText(/kills/).waitFor();
    },
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
