// Programs that may be seated as `agent:NAME`: image clients, importers, anything asynchronous. What they hand in is judged like
// any answer; a program that hangs, breaks or answers with something else is told of by name, and the ask's fallback speaks.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Agent, AgentTask, Reply } from "@orrery/agents";
import { type ActorId, CAUSES } from "@orrery/kernel";
import { Fault } from "../fault.ts";
import { findByName } from "./lineup.ts";

/** Makes the agent of one seat. Called once a play, at the seat's first ask. */
export type AgentFactory = (seat: {
  readonly run: string;
  readonly branch: string;
  readonly actor: ActorId;
}) => Agent | Promise<Agent>;

/** What `agent:NAME` may name. */
export interface Programs {
  readonly registered: Readonly<Record<string, AgentFactory>>;
  /** Whether a path to a module names a program too: its `agent` or default export is the factory. */
  readonly files: boolean;
  /** For an answer to an ask without a deadline, in milliseconds. */
  readonly limitMs: number;
}

export const NO_PROGRAMS: Programs = { registered: {}, files: false, limitMs: 300_000 };

const isPath = (name: string): boolean => /[\\/]|\.[cm]?[jt]s$/.test(name);

/** Fault `bad_agents` when there is no such program. A file is not loaded yet. */
export function requireProgram({ registered, files }: Programs, name: string): void {
  if (Object.hasOwn(registered, name)) return;
  if (!files || !isPath(name)) findByName("agent", registered, name);
  else if (!existsSync(name)) throw new Fault("bad_agents", `There is no file "${name}" to load an agent from.`);
}

async function factoryOf({ registered }: Programs, name: string): Promise<AgentFactory> {
  if (Object.hasOwn(registered, name)) return registered[name]!;
  const module = (await import(pathToFileURL(resolve(name)).href)) as Record<string, unknown>;
  const factory = module["agent"] ?? module["default"];
  if (typeof factory === "function") return factory as AgentFactory;
  throw new Error("the file exports no function `agent`");
}

/** A program in a seat. It fails as agents do, with a reply that says which program failed and how; it never throws. */
export function programAgent(programs: Programs, name: string, place: Parameters<AgentFactory>[0]): Agent {
  let made: Promise<Agent> | null = null;
  return async (seat) => {
    const stop = new AbortController();
    const abort = () => stop.abort();
    seat.signal.addEventListener("abort", abort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<Reply>((settle) => {
      if (seat.ask.deadlineMs !== undefined) return;
      timer = setTimeout(() => {
        settle(failureReply("deadline", `The agent "${name}" gave no answer within ${programs.limitMs} ms.`));
        abort();
      }, programs.limitMs);
    });
    try {
      made ??= factoryOf(programs, name).then((factory) => factory(place));
      const mine: AgentTask = Object.defineProperties({} as AgentTask, {
        ...Object.getOwnPropertyDescriptors(seat),
        signal: { value: stop.signal, enumerable: true },
      });
      return await Promise.race([made.then((agent) => agent(mine)).then((reply) => fitting(name, reply)), over]);
    } catch (error) {
      return failureReply(
        "fault",
        `The agent "${name}" failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      clearTimeout(timer);
      seat.signal.removeEventListener("abort", abort);
    }
  };
}

/** A copy of what a program answered, so that it cannot change it afterwards; or why it is no answer. */
function fitting(name: string, reply: unknown): Reply {
  const problem = replyProblem(reply);
  return problem === null
    ? structuredClone(reply as Reply)
    : failureReply("fault", `The agent "${name}" gave no answer that can be read: ${problem}.`);
}

function replyProblem(reply: unknown): string | null {
  if (typeof reply !== "object" || reply === null) return `it returned ${reply === null ? "null" : typeof reply}`;
  const { ok, actions, artifacts, cause } = reply as Record<string, unknown>;
  if (ok === false) return (CAUSES as readonly unknown[]).includes(cause) ? null : "its cause is none that there is";
  if (!Array.isArray(actions)) return "`actions` is no list";
  if (artifacts !== undefined && !(Array.isArray(artifacts) && artifacts.every(isFile)))
    return "`artifacts` is no list of files with hash, mediaType and bytes";
  try {
    JSON.stringify(actions);
  } catch {
    return "`actions` is no plain JSON";
  }
  return null;
}

const isFile = (value: unknown): boolean => {
  const { hash, mediaType, bytes } = (value ?? {}) as Record<string, unknown>;
  return typeof hash === "string" && typeof mediaType === "string" && bytes instanceof Uint8Array;
};

const failureReply = (cause: "deadline" | "fault", message: string): Reply => ({ ok: false, cause, message });
