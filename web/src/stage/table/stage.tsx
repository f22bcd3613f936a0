// The table's stage: header strip, the story that is read and answered, the table top, and the sky as its clock; beside it the sheet, the map, and what is to be remembered.
import type { TableView } from "@orrery/worlds/table";
import { view as viewFor } from "@orrery/worlds/table/view";
import { useMemo, useState } from "react";
import type { StageKind, StageProps } from "../stage.ts";
import { Cloth } from "./cloth.tsx";
import { God } from "./god.tsx";
import { Notes } from "./notes.tsx";
import { Places } from "./places.tsx";
import { SceneColumn } from "./scene.tsx";
import { Sheet } from "./sheet.tsx";
import { Sky } from "./sky.tsx";
import stageStyle from "./stage.module.css";
import { MODES, type Shows, Strip, type StripMode } from "./strip.tsx";
import { say } from "./words.ts";

type State = Parameters<typeof viewFor>[0];

/** A player's view: that of the eyes, or of the first player where the eyes are the game master's or everybody's. */
function usePlayerView({ view, scene }: StageProps): TableView | null {
  const seen = view as Partial<TableView>;
  const base = scene?.base.view as Partial<State> | undefined;
  return useMemo(() => {
    if (seen.sessionHeader !== undefined && seen.role === "player") return seen as TableView;
    if (base?.order && base.heroes) return viewFor(base as State, base.order[0]!);
    return seen.sessionHeader === undefined ? null : (seen as TableView);
  }, [seen, base]);
}

function Stage(props: StageProps) {
  const view = usePlayerView(props);
  const [mode, setMode] = useState<StripMode>("STORY");
  const [shows, setShows] = useState<Shows>("Scene");
  const [draft, setDraft] = useState<string | null>(null);
  if (!view) return null;
  const { scene, act } = props;
  const modes = MODES.filter((one) => one === "STORY" || (one === "DM" ? act !== null : scene?.god != null));
  const now = modes.includes(mode) ? mode : "STORY";
  const choose = (next: StripMode, block: string | null = null) => {
    setDraft(block);
    setMode(next);
    setShows("Scene");
  };
  const sheet = shows === "Sheet" && now !== "GOD" && view.you !== null;
  return (
    <div className={stageStyle.stage} data-mode={now} data-fight={view.combat !== null}>
      <Strip view={view} mode={now} modes={modes} choose={choose} shows={sheet ? "Sheet" : "Scene"} show={setShows} />
      {now === "GOD" && scene ? (
        <God key={draft} view={view} scene={scene} draft={draft} leave={() => choose("STORY")} />
      ) : sheet ? (
        <div className={stageStyle.paper}>
          <Sheet view={view} act={act} wide />
        </div>
      ) : (
        <>
          <SceneColumn
            view={view}
            scene={scene}
            act={act}
            mode={now === "DM" ? "DM" : "STORY"}
            resync={modes.includes("GOD") ? (block) => choose("GOD", block) : null}
          />
          <Cloth view={view} scene={scene} act={act} />
        </>
      )}
    </div>
  );
}

const withView = (Part: (props: { view: TableView; act: StageProps["act"] }) => React.ReactNode) =>
  function OfPlayer(props: StageProps) {
    const view = usePlayerView(props);
    return view && <Part view={view} act={props.act} />;
  };

function Time(props: StageProps) {
  const view = usePlayerView(props);
  return view && props.scene && <Sky view={view} scene={props.scene} />;
}

export const stage: StageKind = {
  Stage,
  place: "full",
  writes: true,
  rail: [
    { id: "sheet", title: () => say("sheet"), Panel: withView(Sheet) },
    { id: "places", title: () => say("map"), Panel: withView(Places) },
    { id: "notes", title: () => say("notes"), Panel: withView(Notes) },
  ],
  Time,
  timeAtSeat: true,
  title: () => say("stage"),
  hint: () => say("hint"),
};
