// A run: its story, what is around, its turns. Shows what the server says and asks it for every change.
import type { RunPlace } from "../address.ts";
import { themeOf } from "../look/palette.ts";
import { Notice } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { useKeys } from "./keys.tsx";
import { Opening } from "./opening.tsx";
import style from "./page.module.css";
import { Broken } from "./past.tsx";
import { Questions } from "./questions.tsx";
import { StageFirst } from "./stage-first.tsx";
import { useScene } from "./use-scene.ts";

export function RunPage({
  run,
  place,
  onProblem,
}: {
  run: string;
  place: RunPlace;
  onProblem: (error: unknown) => void;
}) {
  const state = useScene(run, place, onProblem);
  const scene = state.ready ? state.scene : null;
  const keys = useKeys(
    scene === null || scene.seat
      ? null
      : {
          player: scene.player,
          head: scene.head,
          marks: scene.marks,
          show: (panel) => (scene.disk && panel === "god") || scene.showPanel(panel),
          help: () => scene.ask("keys"),
        },
  );
  if (!state.ready) {
    if (state.broken) return <Broken error={state.broken} />;
    if (state.problem === null) return <Opening />;
    return (
      <Opening>
        <Notice kind="bad">
          <Own>{state.problem}</Own>
        </Notice>
      </Opening>
    );
  }
  return (
    <div className={style.world} style={themeOf(state.scene.moment.base.world)}>
      <StageFirst scene={state.scene} note={keys.note} />
      <Questions scene={state.scene} keys={keys} />
    </div>
  );
}
