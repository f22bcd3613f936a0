// An experiment as its author writes it: what is played, which arms there are, how often, and what is measured.
import { canonical, checker, type Located, type Path, type Problem, type Static, Type } from "@orrery/kernel";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import { problemLines } from "../worlds/texts.ts";
import { readYaml } from "../yaml.ts";

const closed = { additionalProperties: false } as const;
const Name = Type.String({ pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,39}$" });

export const PlanSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 200 })),
    /** A world and its configuration, played anew for each seed; or `base`. */
    world: Type.Optional(Type.String({ minLength: 1 })),
    config: Type.Optional(Type.Unknown()),
    /** Each seed branches off this run at turn `at` (its head by default), with dice of its own. */
    base: Type.Optional(
      Type.Object(
        {
          run: Type.String({ minLength: 1 }),
          branch: Type.Optional(Type.String()),
          at: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        closed,
      ),
    ),
    /** Who plays, as for `run`. */
    agents: Type.String({ minLength: 1 }),
    /** So many, or their names. */
    seeds: Type.Union([
      Type.Integer({ minimum: 1, maximum: 10_000 }),
      Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 10_000, uniqueItems: true }),
    ]),
    /** What numbered seeds begin with. */
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    /** Turns that the agents play; to the end, unless told. */
    turns: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The first is what the others are compared to. */
    arms: Type.Array(
      Type.Object(
        {
          name: Name,
          do: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  /** Done once the agents have played so many turns. */
                  after: Type.Integer({ minimum: 0 }),
                  /** A god's action of the world, without its actor. */
                  action: Type.Unsafe<{ readonly type: string; readonly [part: string]: unknown }>(
                    Type.Object({ type: Type.String({ minLength: 1 }) }),
                  ),
                },
                closed,
              ),
              { maxItems: 1000 },
            ),
          ),
        },
        closed,
      ),
      { minItems: 2, maxItems: 50 },
    ),
    /** Columns of the world's export `measures`; all of them, unless told. */
    measures: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 200, uniqueItems: true }),
    ),
    /** Of each measure the last row, or the mean of all rows after the opening. */
    read: Type.Optional(Type.Enum(["last", "mean"])),
    /** How narrow an interval is wanted, by measure: half of its width. */
    halfWidth: Type.Optional(Type.Record(Type.String(), Type.Number({ exclusiveMinimum: 0 }))),
  },
  closed,
);
export type ExperimentPlan = Static<typeof PlanSchema>;
export type Arm = ExperimentPlan["arms"][number];
const misfit = checker(PlanSchema, "experiment");

/** Reads an experiment from YAML. Fault `bad_config` with every place that is wrong, as an editor can follow it. */
export function readPlan(text: string, file: string): ExperimentPlan {
  const read = readYaml(text);
  if (!read.ok) throw wrong(file, read.problems);
  const { doc } = read;
  const problem = misfit(doc.value);
  if (problem !== null) throw wrong(file, [locateProblem(doc, problem)]);
  const plan = doc.value as ExperimentPlan;
  const problems = [...contradictions(plan)].map(({ path, message, hint }) => ({
    ...doc.at(path),
    path,
    message,
    hint,
  }));
  if (problems.length > 0) throw wrong(file, problems);
  return plan;
}

const wrong = (file: string, problems: readonly Problem[]): Fault =>
  new Fault("bad_config", problemLines(file, problems), { problems });

/** The contract's sentence begins with the place that it is about: `experiment.arms.0.name must …`. */
function locateProblem(doc: Located, problem: string): Problem {
  const [, dotted = ""] = /^experiment((?:\.[^\s.]+)*)/.exec(problem) ?? [];
  const path = dotted
    .split(".")
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { ...doc.at(path), path, message: `${problem}.`, hint: "" };
}

function* contradictions(plan: ExperimentPlan): Generator<{ path: Path; message: string; hint: string }> {
  if ((plan.world === undefined) === (plan.base === undefined))
    yield {
      path: [],
      message: "An experiment has either a world or a base.",
      hint: "Write `world: story` with a `config`, or `base: {run: …, at: …}`",
    };
  if (plan.base !== undefined && plan.config !== undefined)
    yield { path: ["config"], message: "A base is configured already.", hint: "Leave `config` out" };
  const names = plan.arms.map(({ name }) => name);
  for (const [i, { name, do: deeds = [] }] of plan.arms.entries()) {
    if (names.indexOf(name) < i)
      yield {
        path: ["arms", i, "name"],
        message: `Two arms are called "${name}".`,
        hint: "Give each a name of its own",
      };
    for (const [n, { after }] of deeds.entries()) {
      if (n > 0 && after < deeds[n - 1]!.after)
        yield {
          path: ["arms", i, "do", n, "after"],
          message: "What is done stands in the order of its time.",
          hint: "Move it up",
        };
      if (plan.turns !== undefined && after > plan.turns)
        yield {
          path: ["arms", i, "do", n, "after"],
          message: `The experiment is over after ${plan.turns} turns.`,
          hint: "Do it earlier, or play on for longer",
        };
    }
  }
}

/** Names the runs of a plan: the same plan goes on with the runs that it has. What is read out of them may change. */
export const planId = ({ world, config, base, agents, seed, turns, arms }: ExperimentPlan): string =>
  sha256(canonical(JSON.parse(JSON.stringify({ world, config, base, agents, seed, turns, arms })))).slice(0, 10);

export const seedsOf = ({ seeds, seed }: ExperimentPlan, id: string): readonly string[] =>
  typeof seeds === "number" ? Array.from({ length: seeds }, (_, i) => `${seed ?? id}/${i + 1}`) : seeds;
