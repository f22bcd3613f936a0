// Endpoints of experiments: plans are sent as text, played in this process, and read again at any time. The owner's alone.
import { type TSchema, Type } from "@orrery/kernel";
import { readPlan } from "@orrery/runtime";
import { ok, type Route, route } from "./route.ts";
import { NoQuery } from "./schemas.ts";

const closed = { additionalProperties: false } as const;
const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const Path = Type.Object({ id: Type.String({ minLength: 1, maxLength: 40 }) }, closed);
const Interval = OrNull(Type.Object({ low: Type.Number(), high: Type.Number() }, closed));
const Card = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    arms: Type.Array(Type.String(), { description: "The first is what the others are compared to." }),
    seeds: Type.Integer(),
    world: OrNull(Type.String({ description: "Null: it branches off a run." })),
    createdAt: Type.Integer(),
    state: Type.Enum(["playing", "stopped"], { description: "Stopped: by its owner, by a fault, or at its end." }),
    done: OrNull(Type.Integer({ description: "Seeds that are done; null where it is not being played." })),
    why: OrNull(Type.String({ description: "Why it cannot go on." })),
    deeds: Type.Array(Type.Object({ arm: Type.String(), after: Type.Integer(), type: Type.String() }, closed), {
      description: "What arms do, after how many turns.",
    }),
  },
  { ...closed, title: "ExperimentCard" },
);
const Arms = Type.Array(
  Type.Object(
    {
      arm: Type.String(),
      points: Type.Array(
        Type.Object(
          {
            round: Type.Number(),
            mean: Type.Number(),
            low: Type.Number(),
            high: Type.Number(),
            seeds: Type.Integer(),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);
const Results = Type.Object(
  {
    seeds: Type.Integer({ description: "Seeds of which every arm was played to its end." }),
    control: OrNull(Type.String()),
    trials: Type.Array(
      Type.Object({ seed: Type.String(), arm: Type.String(), run: Type.String(), branch: Type.String() }, closed),
    ),
    effects: Type.Array(
      Type.Object(
        {
          arm: Type.String(),
          measure: Type.String(),
          seeds: Type.Integer(),
          control: Type.Number(),
          treated: Type.Number(),
          difference: Type.Number(),
          byT: Interval,
          byBootstrap: Interval,
          p: OrNull(Type.Number()),
          holm: OrNull(Type.Number()),
          halfWidth: Type.Number(),
          seedsNeeded: OrNull(Type.Integer()),
        },
        closed,
      ),
    ),
    series: Type.Array(
      Type.Object(
        {
          measure: Type.String(),
          arms: Arms,
          differences: Arms,
        },
        closed,
      ),
    ),
  },
  { ...closed, title: "ExperimentResults" },
);

export const EXPERIMENT_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/experiments",
    name: "listExperiments",
    summary: "Every experiment, oldest first.",
    who: "owner",
    query: NoQuery,
    answers: { 200: { description: "The experiments.", schema: Type.Array(Card) } },
    problems: [],
    handle: async ({ trials }) => ok(await trials.list()),
  }),
  route({
    method: "POST",
    path: "/api/experiments",
    name: "runExperiment",
    summary: "Plays an experiment, written as YAML. The same text again goes on where it stopped.",
    who: "owner",
    query: NoQuery,
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 1_000_000 }) }, closed),
    answers: { 202: { description: "It is being played.", schema: Card } },
    problems: [400, 404],
    handle: async ({ trials, body: { text } }) => ({
      status: 202,
      body: await trials.start(readPlan(text, "the experiment")),
    }),
  }),
  route({
    method: "GET",
    path: "/api/experiments/{id}",
    name: "showExperiment",
    summary: "An experiment, and how far it has been played.",
    who: "owner",
    params: Path,
    query: NoQuery,
    answers: { 200: { description: "The experiment.", schema: Card } },
    problems: [404],
    handle: async ({ trials, params: { id } }) => ok(await trials.card(id)),
  }),
  route({
    method: "GET",
    path: "/api/experiments/{id}/results",
    name: "experimentResults",
    summary:
      "Effects with their intervals, and every measure round by round, of the seeds that are done; from the stored runs alone.",
    who: "owner",
    params: Path,
    query: NoQuery,
    answers: { 200: { description: "The results.", schema: Results } },
    problems: [400, 404],
    async handle({ orrery, params: { id } }) {
      const found = await orrery.experiments.results(id);
      if (found === null) return ok({ seeds: 0, control: null, trials: [], effects: [], series: [] });
      const { seeds, control, trials, effects, series } = found;
      return ok({ seeds, control, trials, effects, series });
    },
  }),
  route({
    method: "POST",
    path: "/api/experiments/{id}/stop",
    name: "stopExperiment",
    summary: "Stops it after the turns that are being played. Nothing of it is lost.",
    who: "owner",
    params: Path,
    query: NoQuery,
    answers: { 200: { description: "The experiment.", schema: Card } },
    problems: [404],
    handle: async ({ trials, params: { id } }) => ok(await trials.stop(id)),
  }),
  route({
    method: "POST",
    path: "/api/experiments/{id}/go",
    name: "goOnWithExperiment",
    summary: "Goes on with one that was stopped.",
    who: "owner",
    params: Path,
    query: NoQuery,
    answers: { 202: { description: "It is being played.", schema: Card } },
    problems: [404],
    handle: async ({ orrery, trials, params: { id } }) => ({
      status: 202,
      body: await trials.start(await orrery.experiments.plan(id)),
    }),
  }),
];
