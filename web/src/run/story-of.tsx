// The story of a scene: as its stage, in the rail beside a stage, or unseen and only read aloud while another panel is shown.
import { useMemo, useState } from "react";
import { later } from "../parts/later.tsx";
import { Ask } from "../parts/parts.tsx";
import type { Line } from "../wire.ts";
import { t } from "../words.ts";
import { Story } from "./story.tsx";
import type { Handle } from "./touch.ts";
import { ALL_EYES } from "./use-moment.ts";
import { useOtherwise } from "./use-otherwise.ts";
import type { RunScene } from "./use-scene.ts";

const Tellings = later(
  async () => (await import("./tellings.tsx")).Tellings,
  ({ onClose }, waiting) => (
    <Ask title={t("otherTellings")} onClose={onClose}>
      {waiting}
    </Ask>
  ),
);

const NONE: readonly Handle[] = [];
const same = (text: string): string => text;

export function StoryOf({ scene, place: where }: { scene: RunScene; place: "stage" | "rail" | "unseen" }) {
  const { place, kind, moment, names, title, player, past, seat } = scene;
  const speakers = new Set(
    moment.story.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : [])),
  );
  const [retelling, setRetelling] = useState<string | null>(null);
  const told = moment.story.find(({ id }) => id === retelling);
  const teller = told && (scene.tellingOf(told)?.viewer ?? viewerOf(scene, told));
  const unseen = where === "unseen";
  const otherwise = useOtherwise(scene);
  const { act } = scene;
  const { view, legal } = moment.stage;
  const handles = useMemo(() => kind.touch?.(view, legal, names) ?? NONE, [kind, view, legal, names]);
  const touch = useMemo(() => (act && handles.length > 0 ? { handles, act } : null), [act, handles]);
  return (
    <>
      {told && teller && (
        <Tellings
          run={scene.run}
          turn={told.turn}
          of={{ turn: told.id, branch: place.branch, as: teller }}
          onClose={() => setRetelling(null)}
        />
      )}
      <Story
        lines={scene.seer === null && kind.idle ? moment.story.filter((line) => !kind.idle!(line)) : moment.story}
        more={moment.more && !unseen ? scene.morePages : null}
        names={names}
        said={scene.said}
        title={title}
        place={where}
        aloud={past === null}
        speakers={speakers.size > 1}
        tidy={kind.tidy ?? same}
        headline={place.eyes === ALL_EYES ? (kind.headline ?? null) : null}
        tellingOf={scene.tellingOf}
        tellings={seat || scene.disk || unseen || kind.place !== "beside" ? null : ({ id }) => setRetelling(id)}
        lookAt={seat ? null : player.seek}
        otherwise={unseen ? null : otherwise}
        touch={touch}
        missing={
          scene.seer === null || scene.chronicle === null || unseen
            ? null
            : {
                name: scene.seer,
                until: moment.turn,
                see(turn) {
                  scene.move({ eyes: ALL_EYES });
                  player.seek(turn);
                },
              }
        }
      />
    </>
  );
}

/** Whose telling of a turn is shown: that of the eyes that are chosen, or of the actor. */
const viewerOf = ({ place: { eyes } }: RunScene, line: Line): string | null =>
  eyes !== null && eyes !== ALL_EYES ? eyes : "actor" in line ? line.actor : null;
