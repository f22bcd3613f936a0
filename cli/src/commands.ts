// The commands, one function each: true when done, false when refused.
import { createReadStream, type ReadStream } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import {
  Fault,
  type HeadView,
  type ModelNews,
  type Orrery,
  parseLineup,
  type TurnLine,
  tellExamples,
} from "@orrery/runtime";
import { linesOf, StoreFault } from "@orrery/store";
import { character } from "./character.ts";
import { mustExist, withOrrery } from "./database.ts";
import { experiment } from "./experiment.ts";
import { exportAs } from "./export.ts";
import { importFolder, isFolder } from "./foreign.ts";
import { judge } from "./judge.ts";
import { knows, recall, why, whySo } from "./knowledge.ts";
import { league } from "./league.ts";
import { learnedCommand } from "./learned.ts";
import { bill, calls, configSchema, discoverModels, models } from "./models.ts";
import { playByHand } from "./play.ts";
import { answer, pretty, prose, proseOf, record, say, standing } from "./print.ts";
import { prompts } from "./prompts.ts";
import { keepRecording, letPlay, lineupOf, seatingOf, TURNS_MAX } from "./seating.ts";
import { seat, seats } from "./seats.ts";
import { drift, table } from "./table.ts";
import { telling } from "./telling.ts";
import { typedLines } from "./terminal.ts";
import { Waiting } from "./waiting.ts";
import { type Flags, jsonOf, type Options, take, WrongUse, wholeNumber } from "./words.ts";
import { world } from "./world.ts";

/** `options`: `--name value` pairs that the command passes on unread. */
type Command = (words: readonly string[], flags: Flags, options: Options) => Promise<boolean>;

export const COMMANDS = {
  world,

  worlds: async (words, flags) => {
    take(words, []);
    return withOrrery(flags, async (orrery) => {
      const worlds = await orrery.worlds();
      answer(flags, worlds, () =>
        worlds.map(({ name, title, summary }) => `${name.padEnd(18)} ${title}. ${summary}`).join("\n"),
      );
      return true;
    });
  },

  new: async (words, flags) => {
    const [world] = take(words, ["world"]);
    return withOrrery(flags, async (orrery) => {
      const { run } = await orrery.createRun({
        world: world!,
        config: jsonOf(flags.config, "--config"),
        seed: flags.seed,
      });
      answer(flags, { run }, () => run);
      return true;
    });
  },

  play: async (words, flags) => {
    const [what] = take(words, ["world or run"]);
    return withOrrery(flags, async (orrery) => {
      const script = flags.script === undefined || flags.script === "-" ? null : await openScript(flags.script);
      const seating = await seatingOf(orrery, flags);
      const agents = flags.as === undefined && flags.agents === undefined ? null : lineupOf(flags, flags.as);
      const { play: _file, learn, ...given } = flags;
      if (learn && agents === null) throw new WrongUse("--learn is for agents: say who plays, such as *=model:NAME.");
      const run = await runOf(orrery, what!, { ...given, ...(agents ? { play: { ...seating, agents, learn } } : {}) });
      const branch = flags.branch ?? "main";
      if (!flags.json) say(`run ${run}`);
      const unheard = orrery.onTelling(({ text, provisional, viewer }) => {
        if (!provisional && text !== null && (flags.as === undefined || flags.as === viewer) && !flags.json)
          prose(text, "");
      });
      const waiting = new Waiting();
      const deaf = orrery.onModelNews((news) => {
        if (flags.as === undefined || flags.as === news.viewer) sayNews(news, waiting);
      });
      const person = !script && process.stdin.isTTY === true && process.stdout.isTTY === true ? typedLines() : null;
      const staffed = agents === null ? await staffOf(orrery, run) : null;
      const table = {
        orrery,
        run,
        branch,
        flags: staffed?.as === undefined ? flags : { ...flags, as: staffed.as },
        seating,
        agents: staffed?.agents ?? agents,
        person,
      };
      await playByHand(table, person ?? linesOf(script ?? process.stdin));
      await keepRecording(orrery, run, flags, branch);
      unheard();
      deaf();
      if (!flags.json) {
        const end = (await orrery.show(run, { branch })).ending;
        if (end !== null) say(`It has ended: ${end}.`);
        if (person) say(`It is kept as ${run}: ${end === null ? `play ${run} goes on` : `log ${run} tells it again`}.`);
      }
      return true;
    });
  },

  run: async (words, flags) => {
    const [what] = take(words, ["world or run"]);
    const games = wholeNumber(flags.games, "--games") ?? 1;
    const turnsMax = wholeNumber(flags.turns, "--turns") ?? TURNS_MAX;
    const branch = flags.branch ?? "main";
    return withOrrery(flags, async (orrery) => {
      let stopped = 0;
      const seating = await seatingOf(orrery, flags);
      const agents = lineupOf(flags);
      for (let game = 0; game < games; game++) {
        const seed = flags.seed === undefined || flags.games === undefined ? flags.seed : `${flags.seed}/${game}`;
        const run = await runOf(orrery, what!, {
          config: flags.config,
          seed,
          play: { ...seating, agents, learn: flags.learn },
        });
        const played = await letPlay(orrery, run, flags, seating, {
          branch,
          turnsMax,
          agents,
          standing: flags.standing,
        });
        await keepRecording(orrery, run, flags, branch);
        const { head, ending } = await orrery.show(run, { branch });
        const { outcome, waitingFor } = played;
        const result = {
          run,
          outcome,
          turns: head.turn,
          truthHash: await truthOf(orrery, run, head),
          ...(played.stopped.length > 0 ? { waitingFor, stopped: played.stopped } : {}),
        };
        stopped += played.stopped.length;
        if (flags.games === undefined) answer(flags, result, () => pretty(result));
        else if (flags.json) record(result);
        else process.stdout.write(`${result.run}  ${result.turns} turns  ${standing(ending)}\n`);
      }
      return stopped === 0;
    });
  },

  models: async (words, flags) => {
    if (words[0] === "discover") return discoverModels(words.slice(1), flags);
    if (words[0] === "schema") return configSchema(words.slice(1), flags);
    return withOrrery(flags, (orrery) => models(orrery, words, flags.check === true, flags));
  },

  prompts: async (words, flags) => prompts(words, flags),

  calls: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, (orrery) => calls(orrery, run!, wholeNumber(flags.turn, "--turn"), flags));
  },

  bill: async (words, flags) => {
    if (words.length > 1) throw new WrongUse(`Too many words: ${words.slice(1).join(" ")}.`);
    return withOrrery(flags, (orrery) => bill(orrery, words[0], flags));
  },

  drift: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, (orrery) => drift(orrery, run!, flags));
  },

  recording: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, async (orrery) => {
      process.stdout.write(await orrery.recording(run!, { branch: flags.branch }));
      return true;
    });
  },

  runs: async (words, flags) => {
    take(words, []);
    return withOrrery(flags, async (orrery) => {
      const runs = (await orrery.runs()).map(({ run, world, turns, branches, outcome, ending, missing }) => ({
        run,
        world,
        turns,
        branches,
        outcome,
        ending,
        ...(missing === undefined ? {} : { missing }),
      }));
      answer(
        flags,
        runs,
        () =>
          runs
            .map(
              ({ run, world, turns, branches, ending, missing }) =>
                `${run}  ${world.padEnd(16)} ${String(turns).padStart(6)} turns  ${branches.join(", ")}  ${missing ?? standing(ending)}`,
            )
            .join("\n") || "There are no runs yet. Start one: play house/cottage",
      );
      return true;
    });
  },

  show: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, async (orrery) => {
      const { head, view, legal, asks } = await orrery.show(run!, {
        branch: flags.branch,
        at: wholeNumber(flags.at, "--at"),
        as: flags.as,
      });
      const shown = { run, head, view, legal, asks };
      answer(flags, shown, () => pretty(shown));
      return true;
    });
  },

  log: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, async (orrery) => {
      for await (const line of orrery.log(run!, { branch: flags.branch, as: flags.as, from: flags.json ? 1 : 0 })) {
        if (flags.json) record(line);
        else if (flags.as !== undefined) proseOf(line);
        else proseOf(line, line.rawText, line.turn);
      }
      return true;
    });
  },

  why: async (words, flags) => {
    if (flags.of !== undefined) return whySo(take(words, ["run"])[0]!, flags.of, flags);
    return why(take(words, ["run", "turn"]), flags);
  },

  recall: (words, flags) => recall(take(words, ["run"])[0]!, flags),
  knows: (words, flags) => knows(take(words, ["run", "thing"]), flags),

  branch: async (words, flags) => {
    const [run] = take(words, ["run"]);
    const at = wholeNumber(flags.at, "--at");
    if (at === undefined || flags.name === undefined) throw new WrongUse("branch needs --at N and --name B.");
    const { dice = "fresh" } = flags;
    if (dice !== "keep" && dice !== "fresh") throw new WrongUse('--dice is "keep" or "fresh".');
    return withOrrery(flags, async (orrery) => {
      const made = await orrery.createBranch(run!, { name: flags.name!, at, dice, from: flags.from ?? flags.branch });
      answer(flags, made, () => `${made.branch} at turn ${made.head.turn}`);
      return true;
    });
  },

  rollback: async (words, flags) => {
    const [run] = take(words, ["run"]);
    const to = wholeNumber(flags.to, "--to");
    if (to === undefined) throw new WrongUse("rollback needs --to N.");
    return withOrrery(flags, async (orrery) => {
      const done = await orrery.rollback(run!, to, { branch: flags.branch });
      answer(flags, done, () => `${done.head.branch} is at turn ${done.head.turn}`);
      return true;
    });
  },

  diff: async (words, flags) => {
    const [run, a, b] = take(words, ["run", "branch[@turn]", "branch[@turn]"]);
    return withOrrery(flags, async (orrery) => {
      const done = await orrery.diff(run!, a!, b!);
      answer(
        flags,
        done,
        () =>
          done.changes
            .map(({ path, before, after }) => `${path.join(".")}: ${word(before)} → ${word(after)}`)
            .join("\n") || "No difference.",
      );
      return true;
    });
  },

  god: async (words, flags) => {
    const [run, text] = take(words, ["run", "action JSON"]);
    return withOrrery(flags, async (orrery) => {
      const line = await orrery.god(run!, jsonOf(text, "the action"), { branch: flags.branch });
      const isDone = line.validation.every(({ success }) => success);
      answer(flags, line, () => (isDone ? `Turn ${line.turn}: ${line.narration}` : line.narration));
      return isDone;
    });
  },

  undo: async (words, flags) => {
    const [run, turn] = take(words, ["run", "turn"]);
    return withOrrery(flags, async (orrery) => {
      const undone = await orrery.undo(run!, turn!, { branch: flags.branch, asIfNever: flags["as-if-never"] });
      answer(flags, undone, () => (undone.kind === "refused" ? undone.message : pretty(undone)));
      return undone.kind !== "refused";
    });
  },

  verify: async (words, flags) => {
    const [run] = take(words, [], ["run"]);
    mustExist(flags);
    let answered = false;
    try {
      return await withOrrery(
        flags,
        async (orrery) => {
          const done = await orrery.verify(run);
          answered = true;
          answer(flags, done, () =>
            done.ok
              ? `${done.runs} runs and ${done.turns} turns are as they were written.`
              : `Damage in run ${done.run ?? "?"}, turn ${done.turn ?? "?"}: ${done.problem}`,
          );
          if (!done.ok)
            throw new StoreFault("corrupt", `Damage: ${done.problem}. Restore a backup, or export what is whole.`);
          return true;
        },
        { readOnly: true },
      );
    } catch (error) {
      if (error instanceof StoreFault && error.code !== "locked" && !answered) {
        const broken = { ok: false, run: null, turn: null, problem: error.message };
        answer(flags, broken, () => error.message);
      }
      throw error;
    }
  },

  reveal: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, async (orrery) => {
      const done = await orrery.reveal(run!, { branch: flags.branch });
      answer(flags, done, () => pretty(done));
      return true;
    });
  },

  export: async (words, flags, options) => {
    const [run] = take(words, ["run"]);
    const { html, play, as } = flags;
    if (html !== undefined && play !== undefined)
      throw new WrongUse("--html and --play are two files: write one at a time.");
    if (as === undefined && flags.out !== undefined) throw new WrongUse("--out goes with --as NAME.");
    return withOrrery(flags, async (orrery) => {
      if (as !== undefined) return exportAs(orrery, run!, as, flags, options);
      if (html !== undefined) {
        const { replayPage } = await import("@orrery/server");
        await writeFile(html, await replayPage(orrery, run!));
        answer(flags, { file: html }, () => html);
        return true;
      }
      if (play !== undefined) {
        const { playPage } = await import("@orrery/server");
        await writeFile(play, await playPage(orrery, run!));
        answer(flags, { file: play }, () => play);
        return true;
      }
      for await (const line of orrery.export(run!))
        if (!process.stdout.write(`${line}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
      return true;
    });
  },

  telling: async (words, flags) => {
    const [run, turn] = take(words, ["run", "turn"]);
    return withOrrery(flags, (orrery) => telling(orrery, run!, turn!, flags));
  },

  tell: async (words, flags) => {
    const [run] = take(words, ["run"]);
    const at = { branch: flags.branch };
    const options = { ...at, ...(flags.narrator === undefined ? {} : { teller: flags.narrator }) };
    return withOrrery(flags, async (orrery) => {
      const round = wholeNumber(flags.round, "--round");
      if (round !== undefined && (await orrery.stories.translate(run!, { ...options, round })) === null)
        throw new WrongUse(`There is no round ${round} that has ended.`);
      if (round === undefined) while ((await orrery.stories.translate(run!, options)) !== null);
      for (const beat of await orrery.stories.beats(run!, at)) {
        if (round !== undefined && beat.round !== round) continue;
        if (flags.json) record(beat);
        else prose(`[${beat.platform === null ? "" : `${beat.platform}, `}round ${beat.round}]\n\n${beat.prose}`, "");
      }
      return true;
    });
  },

  import: async (words, flags) => {
    const [file] = take(words, ["file or folder"]);
    if (file !== "-" && isFolder(file!)) return importFolder(file!, flags);
    if (flags.as !== undefined) throw new WrongUse(`--as says what a folder is; ${file} is none.`);
    return withOrrery(flags, async (orrery) => {
      const input = file === "-" ? process.stdin : await openScript(file!);
      const { run, existed } = await orrery.import(linesOf(input));
      answer(flags, { run }, () => (existed ? `${run} was here already, just the same.` : run));
      return true;
    });
  },

  backup: async (words, flags) => {
    const [file] = take(words, ["file"]);
    mustExist(flags);
    return withOrrery(flags, async (orrery) => {
      await orrery.backup(file!);
      answer(flags, { file }, () => `${file} holds a whole copy.`);
      return true;
    });
  },

  seat,
  seats,

  judge: async (words, flags) => {
    const [run] = take(words, ["run"]);
    return withOrrery(flags, (orrery) => judge(orrery, run!, flags));
  },

  league,
  learned: learnedCommand,
  experiment,
  table,
  character,

  serve: async (words, flags) => {
    take(words, []);
    const port = wholeNumber(flags.port, "--port") ?? 4747;
    // Loaded here alone: no other command should wait for a server.
    const { AddressRefused, listen } = await import("@orrery/server");
    const refuse = (error: unknown): never => {
      throw error instanceof AddressRefused ? new WrongUse(error.message) : error;
    };
    return withOrrery(
      flags,
      async (orrery) => {
        if (flags.examples && (await orrery.runs()).length === 0) {
          say("Playing a few example runs (once) …");
          await tellExamples(orrery);
        }
        const { url, close } = await listen({
          orrery,
          port,
          host: flags.host ?? "127.0.0.1",
          token: process.env["ORRERY_TOKEN"] ?? null,
          agents: flags.agents,
          onNotice: say,
        }).catch(refuse);
        process.stdout.write(`Orrery is at ${url}\n`);
        await new Promise<void>((resolve) => {
          for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
        });
        await close();
        return true;
      },
      { files: false },
    );
  },
} satisfies Record<string, Command>;

/** An existing run, or a new one of a world. */
async function runOf(
  orrery: Orrery,
  what: string,
  {
    config,
    seed,
    play,
  }: {
    readonly config?: string | undefined;
    readonly seed?: string | undefined;
    readonly play?: Parameters<Orrery["createRun"]>[0]["play"];
  },
): Promise<string> {
  if (await isRun(orrery, what)) {
    if (play?.learn)
      throw new WrongUse(
        `What is learned is brought to a game's beginning: ${what} has begun without --learn, or with it already. Leave --learn out.`,
      );
    return what;
  }
  try {
    return (await orrery.createRun({ world: what, config: jsonOf(config, "--config"), seed, play })).run;
  } catch (error) {
    if (error instanceof Fault && error.code === "unknown_world")
      throw new Fault("unknown_world", error.message.replace("There is no world", "There is no run and no world"));
    throw error;
  }
}

async function isRun(orrery: Orrery, what: string): Promise<boolean> {
  try {
    await orrery.branches(what);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "unknown_run") return false;
    throw error;
  }
}

async function truthOf(orrery: Orrery, run: string, head: HeadView): Promise<string> {
  let truth = "";
  for await (const line of orrery.log(run, { branch: head.branch, from: head.turn }))
    truth = (line as TurnLine).truthHash;
  return truth;
}

async function openScript(file: string): Promise<ReadStream> {
  try {
    await (await open(file)).close();
  } catch (error) {
    throw new StoreFault("not_found", `${file} cannot be read: ${(error as Error).message}.`);
  }
  return createReadStream(file);
}

/** What a model that reads or tells is doing: trouble as a line, work as a line that counts. */
function sayNews({ role, model, state, text, detail }: ModelNews, waiting: Waiting): void {
  // Nobody waits for a narrator: its telling comes when it comes.
  const isWork = state === "asked" || state === "waiting";
  if (!isWork) waiting.end(role);
  else if (role === "parser") waiting.show(role, state === "waiting" ? detail! : `${model} is reading your words`);
  if (state === "failed") say(text === null ? detail! : `${text}\n${detail}`);
  if (state === "recovered")
    say(`${role === "narrator" ? "The narrator" : "The reader of your words"} is back: ${model}.`);
}

const word = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

/** The lineup of a world with staff, such as a game master, and the remaining seat if there is just one. */
async function staffOf(orrery: Orrery, run: string): Promise<{ agents: string; as: string | undefined } | null> {
  const agents = await orrery.staff(run);
  if (agents === null) return null;
  const staff = parseLineup(agents);
  const left = (await orrery.show(run)).actors.filter(({ id }) => !staff.has(id));
  return { agents, as: left.length === 1 ? left[0]!.id : undefined };
}
