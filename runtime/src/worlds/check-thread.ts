// A thread that judges one world's text and ends. What it is given is in check-world.ts, and it answers with the verdict.
import { parentPort, workerData } from "node:worker_threads";
import { WORLDS } from "@orrery/worlds";
import { sha256 } from "../ids.ts";
import type { ToCheck } from "./check-world.ts";
import { judge, readText } from "./texts.ts";

const { text, known, usual, tries } = workerData as ToCheck;
const read = readText(text, known, usual);
parentPort!.postMessage(read.ok ? judge(await WORLDS[read.world]!(), read.document, { hash: sha256, tries }) : read);
