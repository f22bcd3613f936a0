// The endpoints of the narrative layer that this world's source defines, with its paths, bodies, codes and messages; a simulation is a run. Everything else goes through the product's god endpoint.

import { type BookFormat, Fault, type Orrery, type Stories, type TurnLine } from "@orrery/runtime";
import { asFile } from "./file-name.ts";
import * as schema from "./narrative-schemas.ts";
import { ok, type Reply, type Route, type RouteCall, route } from "./route.ts";

type Character = NonNullable<Awaited<ReturnType<Stories["character"]>>>;
interface RouteContext {
  readonly orrery: Orrery;
  readonly run: string;
  readonly branch: string;
  readonly body: Readonly<Record<string, unknown>>;
}
/** An answer in the source's own words. */
class NarrativeError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const wrong = (description: string) => ({ description, schema: schema.Failed });
const ANSWERS = {
  400: wrong("The body is not what is needed."),
  404: wrong("There is no such simulation, or no such character."),
  409: wrong("The story does not allow it."),
};

/** One endpoint. Every error is answered as `{"error": …}`. */
const narrative = (
  method: "GET" | "POST",
  path: string,
  name: string,
  summary: string,
  answer: Route["answers"][number],
  handle: (
    at: RouteContext,
    call: RouteCall<{ sim_id: string; round?: string; format?: string }, { a?: string; b?: string }>,
  ) => Promise<Reply>,
): Route =>
  route({
    method,
    path: `/api/narrative${path}`,
    name,
    summary,
    who: "owner",
    params: path.includes("{round}") ? schema.RoundPath : path.includes("{format}") ? schema.BookPath : schema.SimPath,
    query: path.startsWith("/compare/") ? schema.CompareQuery : schema.BranchQuery,
    ...(method === "POST" ? { body: schema.AnyBody, bodyOptional: true } : {}),
    answers: { 200: answer, ...ANSWERS },
    problems: [],
    async handle(call) {
      const { orrery, params, query, body } = call as RouteCall<{ sim_id: string }, { branch?: string }>;
      const record = (body ?? {}) as Record<string, unknown>;
      try {
        if (typeof record !== "object" || Array.isArray(record))
          throw new NarrativeError(400, "the body must be an object");
        return await handle(
          { orrery, run: params.sim_id, branch: query.branch ?? "main", body: record },
          call as never,
        );
      } catch (error) {
        return failureReply(error);
      }
    },
  });

function failureReply(error: unknown): Reply {
  if (error instanceof NarrativeError) return { status: error.status, body: { error: error.message } };
  if (!(error instanceof Fault)) throw error;
  if (error.code === "unknown_run") return { status: 404, body: { error: "simulation not found" } };
  const status =
    error.code === "unknown_branch" || error.code === "not_allowed"
      ? 404
      : error.code === "bad_agents" || error.code === "bad_models"
        ? 400
        : 409;
  return { status, body: { error: error.message } };
}

const world = async ({ orrery, run, branch }: RouteContext) => orrery.stories.world(run, { branch });

/** A god's turn, or its refusal in the world's words. */
async function act(
  at: RouteContext,
  action: { readonly type: string; readonly targetId?: string; readonly metadata?: object },
): Promise<TurnLine> {
  const line = await at.orrery.god(at.run, { actorId: "god", ...action }, { branch: at.branch });
  const refused = line.validation.find(({ success }) => !success);
  if (refused?.reason === "unknown_person") throw new NarrativeError(404, "character not found");
  if (refused) throw new NarrativeError(refused.reason === "invalid_action" ? 400 : 409, refused.message ?? "refused");
  return line;
}
/** The stamp of an event in the source's format: the round of the telling. When it was is known of its turn. */
const stamp = async ({ orrery, run, branch }: RouteContext, round?: number) => ({
  round: round ?? (await orrery.stories.currentRound(run, { branch })),
});

const textIn = (body: RouteContext["body"], field: string): string => {
  const value = body[field];
  if (typeof value !== "string" || value.trim() === "") throw new NarrativeError(400, `${field} is required`);
  return value;
};
const characterIn = (body: RouteContext["body"]): string => {
  const id = body["character_id"];
  if (typeof id === "number" && Number.isSafeInteger(id)) return String(id);
  if (typeof id !== "string" || id === "") throw new NarrativeError(400, "character_id is required");
  return id;
};

async function injectEvent(at: RouteContext): Promise<Reply> {
  const { body } = at;
  const description = textIn(body, "description");
  const { round = null, scope } = body;
  const shown = round === null ? undefined : roundIn(round);
  if (scope !== undefined && scope !== "truth" && scope !== "telling")
    throw new NarrativeError(400, 'scope must be "truth" or "telling"');
  const metadata = { description, ...(scope === undefined ? {} : { scope }), ...(await stamp(at, shown)) };
  const line = await act(at, { type: "inject_event", metadata });
  const event = (line.events as readonly { type: string; id?: string }[]).find(({ type }) => type === "happened");
  const entry = (await world(at)).event_log.find(({ id }) => id === event?.id);
  if (!entry) throw new Error("an injected event is in no log");
  return ok(entry);
}

async function modifyEmotion(at: RouteContext): Promise<Reply> {
  const id = characterIn(at.body);
  const { emotions } = at.body;
  if (typeof emotions !== "object" || emotions === null || Array.isArray(emotions))
    throw new NarrativeError(400, "emotions must be an object of numbers");
  const character = await characterOf(at, id);
  const known = Object.entries(emotions).filter(([name]) => Object.hasOwn(character.emotional_state, name));
  const ignored = Object.keys(emotions).filter((name) => !Object.hasOwn(character.emotional_state, name));
  const odd = known.find(([, value]) => typeof value !== "number" || !Number.isFinite(value));
  if (odd) throw new NarrativeError(400, `emotions.${odd[0]} must be a number`);
  if (known.length > 0)
    await act(at, {
      type: "modify_emotion",
      targetId: id,
      metadata: { emotions: Object.fromEntries(known), ...(await stamp(at)) },
    });
  const after = known.length > 0 ? await characterOf(at, id) : character;
  return ok(ignored.length > 0 ? { ...after, ignored } : after);
}

async function kill(at: RouteContext): Promise<Reply> {
  const id = characterIn(at.body);
  const character = await characterOf(at, id);
  // Killing twice changes nothing, and no second death is told.
  if (character.status === "alive") await act(at, { type: "kill", targetId: id, metadata: await stamp(at) });
  return ok(await characterOf(at, id));
}

async function characterOf({ orrery, run, branch }: RouteContext, id: string): Promise<Character> {
  const character = await orrery.stories.character(run, id, { branch });
  if (character === null) throw new NarrativeError(404, "character not found");
  return character;
}

async function setRules(at: RouteContext): Promise<Reply> {
  const { rules } = at.body;
  if (!Array.isArray(rules) || !rules.every((rule) => typeof rule === "string"))
    throw new NarrativeError(400, "rules must be a list of strings");
  await act(at, { type: "set_rules", metadata: { rules } });
  return ok(await world(at));
}

async function putLocation(at: RouteContext): Promise<Reply> {
  const { body } = at;
  const { description = "", atmosphere, time_of_day } = body;
  const metadata: Record<string, unknown> = { id: textIn(body, "id"), name: textIn(body, "name"), description };
  for (const [name, value] of Object.entries({ description, atmosphere, time_of_day })) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "string") throw new NarrativeError(400, `${name} must be a string`);
    metadata[name] = value;
  }
  await act(at, { type: "put_location", metadata });
  return ok(await world(at));
}

async function translate(at: RouteContext): Promise<Reply> {
  const { round, platform, teller } = at.body;
  const which = round === undefined || round === null ? {} : { round: roundIn(round) };
  const beat = await at.orrery.stories.translate(at.run, {
    branch: at.branch,
    ...which,
    ...(typeof platform === "string" ? { platform } : {}),
    ...(typeof teller === "string" ? { teller } : {}),
  });
  if (beat === null)
    throw new NarrativeError(404, typeof round === "number" ? "round not found" : "nothing to translate");
  return ok(beat);
}

/** `world_state.json` and `characters.json` as one change: all of it, or none. */
async function importFiles(at: RouteContext): Promise<Reply> {
  const { world_state: world, characters } = at.body;
  const { actions, ignored } = await at.orrery.stories.readFiles(at.run, { world, characters }, { branch: at.branch });
  if (actions.length > 0) await act(at, { type: "bulk", metadata: { actions } });
  return ok({ actions: actions.length, ignored });
}

const isFormat = (format: string): format is BookFormat => Object.hasOwn(BOOKS, format);
const BOOKS = {
  markdown: { type: "text/markdown; charset=utf-8", end: "md" },
  html: { type: "text/html; charset=utf-8", end: "html" },
  epub: { type: "application/epub+zip", end: "epub" },
} as const;
async function book({ orrery, run, branch }: RouteContext, format: string): Promise<Reply> {
  if (!isFormat(format)) throw new NarrativeError(400, `format must be one of ${Object.keys(BOOKS).join(", ")}`);
  const bytes = await orrery.stories.book(run, format, { branch });
  const { type, end } = BOOKS[format];
  return {
    status: 200,
    bytes,
    headers: { "content-type": type, "content-disposition": await asFile(orrery, run, end) },
  };
}

/** A round of an address or a body: a whole number from 0. */
function roundIn(value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new NarrativeError(400, "round must be a non-negative integer");
}
const beats = async ({ orrery, run, branch }: RouteContext) => orrery.stories.beats(run, { branch });

export const NARRATIVE_ROUTES: readonly Route[] = [
  narrative(
    "GET",
    "/world/{sim_id}",
    "storyWorld",
    "The whole world state.",
    { description: "As `world_state.json` has it.", schema: schema.World },
    async (at) => ok(await world(at)),
  ),
  narrative(
    "POST",
    "/world/{sim_id}/rules",
    "setStoryRules",
    "Sets the rules of the world: `{rules: [string]}`.",
    { description: "The world state.", schema: schema.World },
    setRules,
  ),
  narrative(
    "POST",
    "/world/{sim_id}/locations",
    "putStoryLocation",
    "Sets down a place, or another in its stead: `{id, name, description, atmosphere?, time_of_day?}`.",
    { description: "The world state.", schema: schema.World },
    putLocation,
  ),
  narrative(
    "POST",
    "/world/{sim_id}/import",
    "importStoryFiles",
    "Reads `{world_state?, characters?}` as the source's files have them.",
    { description: "How many changes it took, and what was left out.", schema: schema.Imported },
    importFiles,
  ),
  narrative(
    "POST",
    "/godmode/{sim_id}/inject-event",
    "injectStoryEvent",
    "Something happens: `{description, round?, scope?}`.",
    { description: "The event.", schema: schema.Event },
    injectEvent,
  ),
  narrative(
    "POST",
    "/godmode/{sim_id}/modify-emotion",
    "modifyStoryEmotion",
    "Sets feelings by name, clamped to 0 to 1: `{character_id, emotions}`.",
    { description: "The character; `ignored` names what is no feeling.", schema: schema.Character },
    modifyEmotion,
  ),
  narrative(
    "POST",
    "/godmode/{sim_id}/kill",
    "killStoryCharacter",
    "Marks a character dead: `{character_id}`.",
    { description: "The character.", schema: schema.Character },
    kill,
  ),
  narrative(
    "GET",
    "/characters/{sim_id}",
    "storyCharacters",
    "Everybody, as `characters.json` has them.",
    { description: "The characters.", schema: schema.Characters },
    async ({ orrery, run, branch }) => ok(await orrery.stories.characters(run, { branch })),
  ),
  narrative(
    "GET",
    "/story/{sim_id}",
    "storyBeats",
    "What was told so far, in the order of the rounds.",
    { description: "The beats.", schema: schema.Beats },
    async (at) => ok(await beats(at)),
  ),
  narrative(
    "GET",
    "/story/{sim_id}/{round}",
    "storyRound",
    "What was told of one round.",
    { description: "Its beats, one for each platform.", schema: schema.Beats },
    async (at, { params }) => {
      const wanted = roundIn(/^\d{1,9}$/.test(params.round ?? "") ? Number(params.round) : null);
      const found = (await beats(at)).filter(({ round }) => round === wanted);
      if (found.length === 0) throw new NarrativeError(404, "round not found");
      return ok(found);
    },
  ),
  narrative(
    "POST",
    "/translate/{sim_id}",
    "translateStoryRound",
    "Tells the next round, or one again: `{round?, platform?, teller?}`.",
    { description: "The beat.", schema: schema.Beat },
    translate,
  ),
  narrative(
    "GET",
    "/compare/{sim_id}",
    "compareStories",
    "Two branches side by side: what first differed, both tellings from there on, and who stands otherwise in the end.",
    { description: "The comparison.", schema: schema.Comparison },
    async ({ orrery, run }, { query: { a = "main", b = "main" } }) => ok(await orrery.stories.compare(run, a, b)),
  ),
  narrative(
    "GET",
    "/book/{sim_id}/{format}",
    "storyBook",
    "What was told so far as a file.",
    { description: "Markdown, EPUB 3, or one HTML page.", schema: schema.File, type: "application/octet-stream" },
    (at, { params }) => book(at, params.format ?? ""),
  ),
];
