// Beside the stage: what is to be remembered: missions, deadlines, supplies, memories, the timeline.
import type { TableView } from "@orrery/worlds/table";
import partsStyle from "./parts.module.css";
import { lengthOf } from "./parts.tsx";
import railStyle from "./rail.module.css";
import { say } from "./words.ts";

export function Notes({ view }: { view: TableView }) {
  return (
    <div className={railStyle.notes}>
      <Group title={say("missions")}>
        {view.missions.map(({ mission_id, title, objective, status }) => (
          <li key={mission_id}>
            <b translate="no">{title}</b> <small>{status}</small>
            <p translate="no">{objective}</p>
          </li>
        ))}
      </Group>
      <Group title={say("deadlines")}>
        {view.deadlines.map(({ id, description, secondsLeft, status }) => (
          <li key={id}>
            <b translate="no">{description}</b>{" "}
            <small>{status === "fired" ? say("passed") : say("left", { time: lengthOf(secondsLeft) })}</small>
          </li>
        ))}
      </Group>
      <Group title={say("supplies")}>
        {view.supplies.map(({ id, amount, most, critical }) => (
          <li key={id} data-alarm={critical}>
            {id.replaceAll("_", " ")}{" "}
            <small>
              {amount} / {most}
            </small>
          </li>
        ))}
      </Group>
      <Group title={say("memories")}>
        {view.memories.map((memory) => (
          <li key={memory} translate="no">
            {memory}
          </li>
        ))}
      </Group>
      <Group title={say("timeline")}>
        {view.timeline.toReversed().map(({ sequence_id, summary }) => (
          <li key={sequence_id}>
            <small>{sequence_id}</small> <span translate="no">{summary}</span>
          </li>
        ))}
      </Group>
      {view.debug && Object.keys(view.debug.drift).length > 0 && (
        <Group title={say("drift")}>
          {Object.entries(view.debug.drift).map(([field, count]) => (
            <li key={field}>
              <code>{field}</code> <small>{count}</small>
            </li>
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: readonly React.ReactNode[] | React.ReactNode }) {
  const some = Array.isArray(children) ? children.length > 0 : Boolean(children);
  return (
    <section>
      <h3>{title}</h3>
      {some ? <ul>{children}</ul> : <p className={partsStyle.small}>{say("none")}</p>}
    </section>
  );
}
