// A notebook of one person in a house: who said what of whom and what, what was read where, and which of it cannot all be so. From the view alone: it holds what this person knows, and judges nothing more.
import type { HouseView } from "@orrery/worlds/house";
import { Own } from "../parts/rich.tsx";
import { article, capital } from "../say.ts";
import { n } from "../words.ts";
import style from "./house-notebook.module.css";
import { say } from "./house-notebook-words.ts";
import type { StageProps } from "./stage.ts";

type NotebookMemory = HouseView["memories"][number];
type Absent = HouseView["absent"][number];

export function Notebook({ view }: StageProps) {
  if (!isHouseView(view)) return <p className={style.soft}>{say("chooseEyes")}</p>;
  const { memories, topics, absent } = view;
  const told = memories.filter(({ kind }) => kind === "heard" || kind === "read");
  const doubts = contradictionsIn(absent);
  if (told.length === 0 && topics.length === 0 && doubts.length === 0)
    return <p className={style.soft}>{say("empty")}</p>;
  return (
    <div className={style.notebook}>
      {doubts.length > 0 && (
        <section className={style.doubts}>
          <h3>{say("doubts")}</h3>
          <ul>
            {doubts.map(({ who, words }) => (
              <li key={who}>
                <b translate="no">{capital(who)}</b>
                <ul>
                  {words.map((word) => (
                    <li key={word} translate="no">
                      {word}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      {bySource(told).map(([source, list]) => (
        <section key={source}>
          <h3 translate="no">{capital(source)}</h3>
          <ul>
            {list.map(({ text, when, kind }) => (
              <li key={`${when} ${text}`}>
                <q translate="no">{text}</q>{" "}
                <small>
                  {when >= view.now ? say("justNow") : n(kind === "read" ? "readAgo" : "saidAgo", view.now - when)}
                </small>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {topics.length > 0 && (
        <section>
          <h3>{say("known")}</h3>
          <ul>
            {topics.map(({ id, name, sources }) => (
              <li key={id}>
                <Own>{capital(name)}</Own>{" "}
                <small translate="no">
                  {sources.length === 0
                    ? say("allAlong")
                    : say("from", { who: sources.map((one) => (one ? article(one.name) : say("voice"))).join(", ") })}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** By who or what it came from, in the order in which they first spoke. */
function bySource(memories: readonly NotebookMemory[]): readonly (readonly [string, readonly NotebookMemory[]])[] {
  const sources = new Map<string, NotebookMemory[]>();
  for (const memory of memories) {
    const source = memory.from === null ? say("voice") : article(memory.from.name);
    sources.set(source, [...(sources.get(source) ?? []), memory]);
  }
  return [...sources];
}

/** People of whom it is said that they were in different places, or elsewhere than where they were seen. */
function contradictionsIn(
  absent: readonly Absent[],
): readonly { readonly who: string; readonly words: readonly string[] }[] {
  return absent.flatMap(({ person, room, last, said = [] }) => {
    const seen = room ?? last?.room ?? null;
    const rooms = new Set([...said.map((one) => one.room.id), ...(seen && said.length > 0 ? [seen.id] : [])]);
    if (rooms.size < 2) return [];
    const words = [
      ...said.map((one) => say("saysIn", { by: capital(article(one.by.name)), room: article(one.room.name) })),
      ...(seen ? [say("youSaw", { room: article(seen.name) })] : []),
    ];
    return [{ who: article(person.name), words }];
  });
}

const isHouseView = (view: unknown): view is HouseView => typeof view === "object" && view !== null && "you" in view;
