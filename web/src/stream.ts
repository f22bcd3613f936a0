// A run's turns as they come, over one connection that comes back by itself and goes on where it stopped.
import type { HeadView, Line, ModelNews, Sitting, Telling } from "./wire.ts";

export type Coming =
  | { readonly type: "turn"; readonly line: Line }
  | { readonly type: "rollback"; readonly head: HeadView }
  | { readonly type: "agents"; readonly sitting: Sitting }
  | { readonly type: "telling"; readonly telling: Telling }
  | { readonly type: "model"; readonly news: ModelNews }
  /** The server no longer knows where we stood: read everything again. */
  | { readonly type: "lost" };
export type Connection = "live" | "reconnecting" | "refused";

const WAIT_MS = { least: 250, most: 10_000 };
/** The server speaks at least every ten seconds. */
const SILENCE_MS = 25_000;

/** Calls `on` for every event after the id `after` until `signal` aborts. */
export async function follow(
  url: string,
  after: string,
  on: { event(coming: Coming): void; connection(now: Connection): void },
  signal: AbortSignal,
): Promise<void> {
  let last = after;
  let wait = WAIT_MS.least;
  while (!signal.aborted) {
    const line = new AbortController();
    const stop = () => line.abort();
    signal.addEventListener("abort", stop, { once: true });
    let silence = setTimeout(stop, SILENCE_MS);
    try {
      const response = await fetch(url, {
        headers: { accept: "text/event-stream", "last-event-id": last },
        signal: line.signal,
        cache: "no-store",
      });
      if (response.status >= 400 && response.status < 500) return on.connection("refused");
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
      on.connection("live");
      wait = WAIT_MS.least;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(silence);
        silence = setTimeout(stop, SILENCE_MS);
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop()!;
        for (const block of blocks) {
          const { id, event, data } = fieldsOf(block);
          if (data === undefined) continue;
          if (id) last = id;
          if (event === "turn") on.event({ type: "turn", line: JSON.parse(data) });
          else if (event === "rollback") on.event({ type: "rollback", head: JSON.parse(data).head });
          else if (event === "agents") on.event({ type: "agents", sitting: JSON.parse(data) });
          else if (event === "telling") on.event({ type: "telling", telling: JSON.parse(data) });
          else if (event === "model") on.event({ type: "model", news: JSON.parse(data) });
          else if (event === "problem") on.event({ type: "lost" });
        }
      }
    } catch {
      // The cause does not matter: reconnect from the last event id.
    } finally {
      clearTimeout(silence);
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) return;
    on.connection("reconnecting");
    await pause(wait * (0.5 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, WAIT_MS.most);
  }
}

function fieldsOf(block: string): { id?: string; event?: string; data?: string } {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) fields[line.slice(0, at)] = line.slice(at + 2);
  }
  return fields;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
