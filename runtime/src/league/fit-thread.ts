// A thread that fits lists of games and ends. What it is given is in fit-aside.ts.
import { parentPort, workerData } from "node:worker_threads";
import type { ToFit } from "./fit-aside.ts";
import { fit } from "./rating.ts";

const { lists, sides } = workerData as ToFit;
parentPort!.postMessage(lists.map((games) => fit(games, sides)));
