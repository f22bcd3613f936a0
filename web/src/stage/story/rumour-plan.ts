// An experiment that asks what one of the author's events did: the same town from just before it, in twenty seeds, with the event and without. Text alone; nothing is played here.
import type { StoryEvent, StoryState } from "@orrery/worlds/story";
import type { Line } from "../../shapes.ts";

type News = StoryState["happenings"][number];

/** The turn before an event came to the town; null where the lines do not hold it. */
export function turnBefore(lines: readonly Line[], { id }: Pick<News, "id">): number | null {
  const line = lines.find(({ events }) =>
    (events as readonly StoryEvent[]).some((event) => event.type === "happened" && event.id === id),
  );
  return line ? line.turn - 1 : null;
}

/** As a person would write it, so that it can be read and changed. */
export function planOf(
  { run, branch, at }: { readonly run: string; readonly branch: string; readonly at: number },
  { text, to, topic, stance }: Pick<News, "text" | "to" | "topic" | "stance">,
): string {
  const side = topic === null ? {} : { topic, ...(stance === null ? {} : { stance }) };
  const action =
    to === null ? { type: "inject", metadata: { text, ...side } } : { type: "rumour", metadata: { text, to, ...side } };
  const base = { run, ...(branch === "main" ? {} : { branch }), at };
  const measures = [...(topic === null ? [] : [`mean.${topic}`, `variance.${topic}`]), "anger", "posts"];
  return `title: ${JSON.stringify(`Does it matter? ${text.slice(0, 120).toWellFormed()}`)}
base: ${JSON.stringify(base)}
agents: "*=bot:resident"
seeds: 20
arms:
  - name: none
  - name: told
    do:
      - after: 0
        action: ${JSON.stringify(action)}
measures: ${JSON.stringify(measures)}
`;
}
