// The story of a scene: as its stage, in the rail beside a stage, or unseen and only read aloud while another panel is shown.
import { Story } from "./story.tsx";
import { ALL_EYES } from "./use-moment.ts";
import type { Scene } from "./use-scene.ts";

const same = (text: string): string => text;

export function StoryOf({ scene, place: where }: { scene: Scene; place: "stage" | "rail" | "unseen" }) {
  const { place, kind, moment, names, title, player, past, seat } = scene;
  const speakers = new Set(
    moment.story.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : [])),
  );
  const unseen = where === "unseen";
  return (
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
      lookAt={seat ? null : player.seek}
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
  );
}
