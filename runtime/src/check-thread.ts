// A thread that checks one house world and ends. What it is asked and what it answers is in check-world.ts.
import { parentPort, workerData } from "node:worker_threads";
import { checkHouse } from "./check-world.ts";

const { text, options } = workerData as { text: string; options: Parameters<typeof checkHouse>[1] };
parentPort!.postMessage(checkHouse(text, options));
