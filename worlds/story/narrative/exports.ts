// The story of a run as a book, told by the template from the run alone: the same run gives the same bytes.
import type { Export, RunRecord } from "@orrery/kernel";
import type { Story } from "../shape.ts";
import type { Beat } from "./beat.ts";
import { type Book, writeHtml, writeMarkdown } from "./book.ts";
import { charactersFile, worldFile } from "./characters.ts";
import { writeEpub } from "./epub.ts";
import { endOf, roundsOf, tellMet } from "./telling.ts";

const options = { platform: "one platform of an imported run; absent: all, by their rounds" } as const;

export const storyExports: Readonly<Record<string, Export<Story>>> = {
  world_state: {
    about: "world_state.json and characters.json, as the run stands.",
    *write(run) {
      const { now: state, injectedAt } = yield* endOf(run);
      const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
      return [
        { path: "world_state.json", bytes: json(worldFile(run.id, state, injectedAt)) },
        { path: "characters.json", bytes: json(charactersFile(state)) },
      ];
    },
  },
  markdown: {
    about: "The story in prose as Markdown, with the hash of the run.",
    options,
    *write(run, { platform }) {
      return [{ path: "story.md", bytes: writeMarkdown((yield* tell(run, platform)).book) }];
    },
  },
  epub: {
    about: "The story in prose as a book, EPUB 3.",
    options,
    *write(run, { platform }) {
      const { book, at } = yield* tell(run, platform);
      return [{ path: "story.epub", bytes: writeEpub(book, at) }];
    },
  },
  html: {
    about: "The story in prose as one page that needs nothing else.",
    options,
    *write(run, { platform }) {
      return [{ path: "story.html", bytes: writeHtml((yield* tell(run, platform)).book) }];
    },
  },
};

/** Every round as it is told at the end. */
function* tell(
  run: RunRecord<Story>,
  platform: string | undefined,
): Generator<undefined, { readonly book: Book; readonly at: number }> {
  const end = yield* endOf(run);
  const { now, hash, turn, at } = end;
  const beats: Beat[] = [];
  for (const met of roundsOf(run)) {
    const { platform: own } = met.found;
    if (platform !== undefined && own !== null && own !== platform) continue;
    beats.push((yield* tellMet(met, end, beats, run.hash)).beat);
    yield;
  }
  const title = now.settings.title === "" ? "A story" : now.settings.title;
  return { book: { title, run: run.id, branch: "main", hash, turn, beats, language: "en" }, at };
}
