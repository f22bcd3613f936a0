// The story of a run as a book, told by the template from the run alone: the same run gives the same bytes.
import { canonical, type Export, keyedDice, type RunRecord } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import { type Beat, beatOf, translateRound } from "./beat.ts";
import { type Book, writeHtml, writeMarkdown } from "./book.ts";
import { charactersFile, worldFile } from "./characters.ts";
import { writeEpub } from "./epub.ts";
import { factsOf } from "./facts.ts";
import { openingRound, RoundFinder, type TellableRound } from "./rounds.ts";

const options = { platform: "one platform of an imported run; absent: all, by their rounds" } as const;

export const storyExports: Readonly<Record<string, Export<Story>>> = {
  world_state: {
    about: "world_state.json and characters.json, as the run stands.",
    write(run) {
      let { state } = run.opened;
      for (const { after } of run.turns()) state = after.state;
      const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
      return [
        { path: "world_state.json", bytes: json(worldFile(run.id, state)) },
        { path: "characters.json", bytes: json(charactersFile(state)) },
      ];
    },
  },
  markdown: {
    about: "The story in prose as Markdown, with the hash of the run.",
    options,
    write: (run, { platform }) => [{ path: "story.md", bytes: writeMarkdown(tell(run, platform).book) }],
  },
  epub: {
    about: "The story in prose as a book, EPUB 3.",
    options,
    write: (run, { platform }) => {
      const { book, at } = tell(run, platform);
      return [{ path: "story.epub", bytes: writeEpub(book, at) }];
    },
  },
  html: {
    about: "The story in prose as one page that needs nothing else.",
    options,
    write: (run, { platform }) => [{ path: "story.html", bytes: writeHtml(tell(run, platform).book) }],
  },
};

/** Dice for the words of a round: keyed by what is told, so that the same round is told alike wherever it is. */
export const tellingDice = (hash: RunRecord<Story>["hash"], { round, platform, events }: TellableRound) =>
  keyedDice(
    hash,
    { seed: canonical([round, platform, events.length, events.at(0) ?? null]), salt: "", lane: "@tell", depth: round },
    "teller",
  );

interface Met {
  readonly found: TellableRound;
  readonly before: StoryState;
  readonly after: StoryState;
}

/** Every round as it is told at the end, when all that the author did is known. */
function tell(run: RunRecord<Story>, platform: string | undefined): { readonly book: Book; readonly at: number } {
  const finder = new RoundFinder();
  const rounds: Met[] = [];
  let now = run.opened.state;
  const opening = openingRound(now);
  if (opening) rounds.push({ found: opening, before: now, after: now });
  let { hash } = run.opened;
  let turn = 0;
  let at = 0;
  let before = now;
  for (const { commit, before: from, after } of run.turns()) {
    turn++;
    at = commit.turn.createdAt;
    for (const found of finder.take(turn, commit.events as readonly StoryEvent[])) {
      rounds.push({ found, before: found.from === turn ? from.state : before, after: after.state });
      before = after.state;
    }
    now = after.state;
    hash = after.hash;
  }
  const beats: Beat[] = [];
  for (const { found, before, after } of rounds) {
    if (platform !== undefined && found.platform !== null && found.platform !== platform) continue;
    const told = beats.flatMap(({ events }) => events);
    // An event is told once its round has come; those of later rounds wait for them.
    const facts = factsOf({ ...found, before, after, now: known(now, found.round, rounds), told });
    const previous = beats.slice(-2).map(({ prose }) => prose);
    const { prose } = translateRound(facts, previous, tellingDice(run.hash, found));
    beats.push(
      beatOf(facts, {
        prose,
        teller: "template",
        from: found.from,
        to: found.to,
        asOf: turn,
        isFirst: beats.length === 0,
      }),
    );
  }
  const title = now.settings.title === "" ? "A story" : now.settings.title;
  return { book: { title, run: run.id, branch: "main", hash, turn, beats, language: "en" }, at };
}

/** The state with the events of later rounds left out of the log, but for the last round, which has all that is left. */
function known(now: StoryState, round: number, rounds: readonly Met[]): StoryState {
  const last = rounds.at(-1)?.found.round ?? 0;
  if (round >= last) return now;
  return { ...now, tale: { ...now.tale, log: now.tale.log.filter((entry) => entry.round <= round) } };
}
