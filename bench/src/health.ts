// Figure of a busy server: how long `/api/health` takes at the 99th percentile while one heavy request runs, against when none does, in one process and one sitting.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { HealthServer } from "./health-server.ts";
import type { FigureValue } from "./rounds.ts";

/** Answers that a 99th percentile is taken of: of sixty it would be the slowest one alone. */
const ENOUGH = 400;
/** Requests that are heavy once: after the first they are answered from what is known. */
const ONCE: ReadonlySet<string> = new Set(["a seat's run, first after a start", "a write behind a lock"]);
const PAUSE_MS = 2;
const action = { actorId: "x", type: "place", metadata: { cell: 9 } };

/** The worst heavy request's ratio; `told` gets each by its name. */
export async function healthFigure(
  size: { readonly turns: number; readonly runs: number; readonly games: number; readonly lines: number },
  told: (name: string, ratio: number) => void = () => {},
): Promise<FigureValue> {
  const child = fork(join(import.meta.dirname, "health-server.ts"), [size.turns, size.runs, size.games].map(String));
  const [server] = (await once(child, "message")) as [HealthServer];
  const ratios: number[] = [];
  try {
    const enough = (count: number) => count >= ENOUGH;
    await sample(server, enough);
    const idle = p99(await sample(server, enough));
    for (const [name, work] of Object.entries(heavy(child, server, size.lines))) {
      const times: number[] = [];
      do times.push(...(await during(server, work)));
      while (!ONCE.has(name) && !enough(times.length));
      const ratio = p99(times) / idle;
      ratios.push(ratio);
      told(name, ratio);
    }
  } finally {
    child.send("end");
    await once(child, "close");
  }
  return { value: Math.max(...ratios), noise: 0 };
}

/** The review's heavy requests, each until it is answered to the end. */
function heavy(child: ChildProcess, { url, run, seat, from, league }: HealthServer, lines: number) {
  const read = async (path: string, init: RequestInit = {}, status = 200) => {
    const response = await fetch(url + path, init);
    for await (const _ of response.body!);
    if (response.status !== status) throw new Error(`${path} was answered ${response.status}, not ${status}`);
  };
  const asSeat = { headers: { authorization: `Bearer ${seat}` } };
  const json = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    "a seat's run, first after a start": () => read(`/api/runs/${run}`, asSeat),
    "every turn": () => read(`/api/runs/${run}/turns`),
    "every turn of a seat": () => read(`/api/runs/${run}/turns`, asSeat),
    "a seat's newest turns": () => read(`/api/runs/${run}/turns?from=${from}`, asSeat),
    "a seat's tellings": () => read(`/api/runs/${run}/tellings`, asSeat),
    "a seat's 16,000 actions": () => {
      const { headers, ...post } = json({ actions: Array.from({ length: 16_000 }, () => action) });
      return read(`/api/runs/${run}/turns`, { ...post, headers: { ...headers, ...asSeat.headers } }, 400);
    },
    "the list of runs": () => read("/api/runs?most=1000"),
    verify: () => read(`/api/runs/${run}/verify`),
    export: () => read(`/api/runs/${run}/export`),
    replay: () => read(`/api/runs/${run}/replay`),
    "a league's table": () => read(`/api/leagues/${league}/table`),
    "a world of 300,000 lines": () =>
      read("/api/worlds/check", json({ text: Array.from({ length: lines }, (_, i) => `k${i}: 1`).join("\n") })),
    "a write behind a lock": async () => {
      child.send("lock");
      const write = read(`/api/runs/${run}/turns`, json({ as: "o", text: "centre" }), 201);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      child.send("unlock");
      await write;
    },
  };
}

/** Milliseconds of answers while one piece of work runs, from its beginning to its end. */
async function during(server: HealthServer, work: () => Promise<void>): Promise<number[]> {
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  const times = await sample(server, () => isOver);
  await done;
  return times;
}

/** Milliseconds of answers of `/api/health`, one after another, until it is over. */
async function sample({ url }: HealthServer, isOver: (count: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  do {
    const began = performance.now();
    await (await fetch(`${url}/api/health`)).text();
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  } while (!isOver(times.length));
  return times;
}

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
