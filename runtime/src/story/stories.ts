// Stories told of runs of the world `story`: beats in their order, told round by round by the template or a model, and kept as notes beside the turns. No truth depends on a beat.
import type { Shape } from "@orrery/kernel";
import { readCommit } from "@orrery/kernel";
import type { Place } from "@orrery/store";
import type {
  Beat,
  Book,
  CharacterFile,
  ReadFile,
  StoryComparison,
  TellableRound,
  WorldFile,
} from "@orrery/worlds/story";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { inSlices } from "../breath.ts";
import { recordOf } from "../history/exports.ts";
import { InTurn } from "../in-turn.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import { keyOf, StoryRounds } from "./rounds.ts";
import { StoryTelling, TEMPLATE } from "./telling.ts";

export interface StoryAt {
  readonly branch?: string | undefined;
}
export interface Stories {
  /** Beats that were told on this branch, in the order of its rounds; of a round that was told twice the later. Fault `not_allowed` where the run is no story. */
  beats(run: string, at?: StoryAt): Promise<readonly Beat[]>;
  /** Rounds that have ended, told or not. */
  rounds(run: string, at?: StoryAt): Promise<readonly Pick<TellableRound, "round" | "platform" | "from" | "to">[]>;
  /**
   * Tells a round: the one that is named, again if need be, or the first that nobody has told. Null: there is none. `teller`
   * is `template` (the default) or `model:NAME`; a telling by a model that fails its checks is replaced by the template's.
   */
  translate(
    run: string,
    which?: StoryAt & {
      readonly round?: number | undefined;
      readonly platform?: string | undefined;
      readonly teller?: string | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<Beat | null>;
  /** The round that an author's doing is shown with: the one after the last that was told, 0 before the first. */
  currentRound(run: string, at?: StoryAt): Promise<number>;
  /** What was told so far as the bytes of a book. */
  book(run: string, format: BookFormat, at?: StoryAt): Promise<Uint8Array>;
  /** As `world_state.json` and `characters.json` have them. */
  world(run: string, at?: StoryAt): Promise<WorldFile>;
  characters(run: string, at?: StoryAt): Promise<readonly CharacterFile[]>;
  /**
   * Two branches held against each other, each told by the template: `a` and `b` are a branch, or `branch@turn`. What first
   * differed, both tellings from there on, and who stands otherwise in the end.
   */
  compare(run: string, a: string, b: string): Promise<StoryComparison>;
  /** Null: there is nobody of that id. */
  character(run: string, id: string, at?: StoryAt): Promise<CharacterFile | null>;
  /** What a god would do to bring a run to what these files say, for one `bulk`; and what of them is left out. */
  readFiles(
    run: string,
    files: { readonly world?: unknown; readonly characters?: unknown },
    at?: StoryAt,
  ): Promise<ReadFile>;
}
export const BOOK_FORMATS = ["markdown", "epub", "html"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** `sideOf`: the place of a branch, or of `branch@turn`. */
export function openStories(
  registry: BranchRegistry,
  models: () => ModelSetup,
  sideOf: (run: string, side: string) => Promise<Place>,
): Stories {
  const { store } = registry;
  const rounds = new StoryRounds(registry);
  const telling = new StoryTelling(registry, rounds, models);
  /** Tellings of a branch come one after the other, so that none is told twice; turns go on meanwhile. */
  const queues = new InTurn();

  return {
    async beats(run, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      return (await rounds.inOrder(run, branch, world)).beats;
    },
    async rounds(run, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      const found = await rounds.inOrder(run, branch, world);
      return found.rounds.map(({ round, platform, from, to }) => ({ round, platform, from, to }));
    },
    async translate(run, { branch = "main", round, platform, teller = TEMPLATE, signal } = {}) {
      const story = await rounds.storyOf(run);
      if (teller !== TEMPLATE) telling.modelNamed(teller);
      return queues.run(`${run}\n${branch}`, async () => {
        const { head, rounds: all, beats } = await rounds.inOrder(run, branch, story.world);
        const told = new Set(beats.map(keyOf));
        const wanted = all.filter((one) => platform === undefined || one.platform === platform);
        const found =
          round === undefined
            ? wanted.find((one) => !told.has(keyOf(one)))
            : (wanted.find((one) => one.round === round && !told.has(keyOf(one))) ??
              wanted.find((one) => one.round === round));
        if (!found) return null;
        const before = new Set(all.slice(0, all.indexOf(found)).map(keyOf));
        const earlier = beats.filter((beat) => before.has(keyOf(beat)));
        const whole = await rounds.readRound(run, branch, head, found, story);
        return telling.tell(run, branch, head, whole, beats, earlier, { teller, last: all.at(-1)!.round, signal });
      });
    },
    async currentRound(run, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      const last = (await rounds.inOrder(run, branch, world)).beats.at(-1);
      return last === undefined ? 0 : last.round + 1;
    },
    async book(run, format, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      const { head, beats } = await rounds.inOrder(run, branch, world);
      const { settings } = await rounds.stateAt(run, branch, head.turn);
      const title = settings.title || "A story";
      const book: Book = { title, run, branch, hash: head.hash, turn: head.turn, beats, language: "en" };
      if (format !== "epub") return Buffer.from(format === "html" ? world.writeHtml(book) : world.writeMarkdown(book));
      const [stored] = head.turn === 0 ? [] : await store.read(head, head.turn, head.turn);
      return world.writeEpub(book, stored ? readCommit<Shape>(stored.body).turn.createdAt : 0);
    },
    async world(run, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      const head = await registry.head(run, branch);
      const { injectedAt } = await rounds.indexAt(run, branch, head, world);
      return world.worldFile(run, await rounds.stateAtHead(run, branch, head), injectedAt);
    },
    async characters(run, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      return world.charactersFile(await rounds.stateNow(run, branch));
    },
    async compare(run, a, b) {
      const { world } = await rounds.storyOf(run);
      const sides = [];
      for (const side of [a, b]) sides.push(await recordOf(registry, run, await sideOf(run, side)));
      const [one, other] = sides as unknown as Parameters<typeof world.compareStories>;
      return inSlices(world.compareStories(one, other));
    },
    async character(run, id, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      return world.characterFile(await rounds.stateNow(run, branch), id);
    },
    async readFiles(run, files, { branch = "main" } = {}) {
      const { world } = await rounds.storyOf(run);
      return world.readStoryFiles(files, await rounds.stateNow(run, branch));
    },
  };
}
