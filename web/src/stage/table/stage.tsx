// The table's stage: header strip, the scene that is read and answered, the table top, and the sky as its clock; beside it the sheet, the map, and what is to be remembered.
import type { TableView } from "@orrery/worlds/table";
import { view as viewFor } from "@orrery/worlds/table/view";
import { useMemo } from "react";
import type { StageKind, StageProps } from "../stage.ts";
import { Cloth } from "./cloth.tsx";
import { Notes, PlacesMap } from "./notes.tsx";
import { Bar, Pips } from "./parts.tsx";
import { SceneColumn } from "./scene.tsx";
import { Sheet } from "./sheet.tsx";
import { Sky } from "./sky.tsx";
import stageStyle from "./stage.module.css";
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
  if (!view) return null;
  return (
    <div className={stageStyle.stage} data-mode={view.mode} data-fight={view.combat !== null}>
      <Strip view={view} />
      <SceneColumn view={view} scene={props.scene} />
      <Cloth view={view} scene={props.scene} />
    </div>
  );
}

function Strip({ view }: { view: TableView }) {
  const { you, location, resourcesLine, sessionHeader } = view;
  return (
    <header className={stageStyle.strip} title={`${sessionHeader}\n${resourcesLine}`}>
      <div>
        <b translate="no">{location.name}</b>
        <small translate="no">{timeIn(view)}</small>
      </div>
      {you && (
        <>
          <div>
            <small>{say("hp")}</small>
            <b>
              {you.hp}/{you.hpMax.value}
            </b>
            <Bar value={you.hp} most={you.hpMax.value} tone="hp" />
          </div>
          <div>
            <small>{say("xp")}</small>
            <b>
              {you.xp}
              {you.xpNext !== null && <small>/{you.xpNext}</small>}
            </b>
            <Bar value={you.xp} most={you.xpNext ?? you.xp} tone="xp" />
          </div>
          <div>
            <small>{say("gold")}</small>
            <b>{you.gold} gp</b>
          </div>
          <div>
            <small>{say("exhaustion")}</small>
            <Pips left={you.exhaustion} total={6} label={say("exhaustion")} />
          </div>
          {you.inspiration && (
            <div>
              <small>{say("inspiration")}</small>
              <b>★ {say("yes")}</b>
            </div>
          )}
          {you.effects.length > 0 && (
            <div>
              <small>{say("effects")}</small>
              <b>{you.effects.map(({ name }) => name).join(", ")}</b>
            </div>
          )}
        </>
      )}
      <span className={stageStyle.mode}>{view.mode}</span>
    </header>
  );
}

/** The time as the header line writes it, without the place. */
const timeIn = ({ sessionHeader }: TableView): string =>
  sessionHeader
    .split("\n")
    .find((line) => /timestamp/i.test(line))
    ?.replace(/^[^:]*:\s*/, "") ?? "";

const withView = (Part: (props: { view: TableView }) => React.ReactNode) =>
  function OfPlayer(props: StageProps) {
    const view = usePlayerView(props);
    return view && <Part view={view} />;
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
    { id: "places", title: () => say("map"), Panel: withView(PlacesMap) },
    { id: "notes", title: () => say("notes"), Panel: withView(Notes) },
  ],
  Time,
  title: () => say("stage"),
  hint: () => say("hint"),
};
