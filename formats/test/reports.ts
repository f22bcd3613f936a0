// Reads a folder whole and compares it with what a stand-in truly did: shared by the tests of this package.
import assert from "node:assert/strict";
import { OasisPlatform, ReportBuilder, readConfig, readFolder, type Unread, UnreadList } from "../src/oasis/index.ts";
import type { Simulator } from "./simulator.ts";

export type Report = Record<string, unknown>;

/** Reports of every platform as JSON has them, and what could not be read. */
export async function reportOf(dir: string): Promise<{ platforms: Record<string, Report>; unread: readonly Unread[] }> {
  const unread = new UnreadList();
  const folder = readFolder(dir, unread);
  assert.ok(folder, `${dir} is a run folder`);
  const config = readConfig(folder, unread);
  const platforms: Record<string, Report> = {};
  for (const [name, files] of folder.platforms) {
    const platform = new OasisPlatform({ folder, config, name, files, unread });
    const report = new ReportBuilder(platform);
    for await (const round of platform.rounds()) report.add(round);
    platforms[name] = JSON.parse(JSON.stringify(report.finish())) as Report;
    platform.close();
  }
  return { platforms, unread: unread.all };
}

/** What a stand-in did in its closed rounds, in the report's shape. */
export function truthOf(sim: Simulator, rounds: number): Report {
  const count = (list: readonly string[]) => {
    const counts: Record<string, number> = {};
    for (const key of list) counts[key] = (counts[key] ?? 0) + 1;
    return counts;
  };
  const truth: Record<string, unknown> = {};
  for (let round = 0; round <= rounds; round++) {
    const did = sim.did.get(round)!;
    const agents: Record<string, Record<string, number>> = {};
    for (const agent of new Set(did.map((one) => one.agent)))
      agents[agent] = count(did.filter((one) => one.agent === agent).map(({ type }) => type));
    const saw: Record<string, number[][]> = {};
    for (const { agent, posts } of sim.saw.get(round)!) {
      saw[agent] ??= [];
      saw[agent].push(posts);
    }
    truth[round] = { actions: count(did.map(({ type }) => type)), agents, saw };
  }
  return truth;
}

/** The rounds of a report, of which only what `truthOf` knows. */
export function roundsOf(report: Report): Report {
  const rounds = report["rounds"] as Record<string, Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(rounds).map(([round, { actions, agents, saw }]) => [round, { actions, agents, saw }]),
  );
}
