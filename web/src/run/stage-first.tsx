// The layout of a world that is watched: the stage has the width, one rail beside it, the time under it. On a phone, one of them at a time.
import { useState } from "react";
import { Brand, Skip, Title } from "../parts/parts.tsx";
import { useStay } from "../parts/stay.ts";
import { t } from "../words.ts";
import { Foot } from "./foot.tsx";
import { Branches, Connection, Eyes, SeatSign } from "./head.tsx";
import { Rail } from "./rail.tsx";
import { Scrubber } from "./scrubber.tsx";
import style from "./stage-first.module.css";
import { stageProps } from "./stage-props.ts";
import type { Scene } from "./use-scene.ts";

type Shown = "stage" | "rail";

export function StageFirst({ scene, note }: { scene: Scene; note: string }) {
  const { run, place, live, kind, moment, title, player, marks, head, past, seat } = scene;
  const [shown, setShown] = useState<Shown>("stage");
  const around = useStay<HTMLElement>();
  const { Stage, Time, Status } = kind;
  const props = stageProps(scene);
  const line = live.lines[moment.turn];
  return (
    <div className={style.page} data-shown={shown} data-world={moment.base.plays} data-seat={seat}>
      <header className={style.top}>
        <Skip />
        <Brand />
        <div className={style.title}>
          <Title translate="no">{title}</Title>
          <Connection state={live.connection} />
        </div>
        {Status && <Status {...props} />}
        {!seat && moment.base.actors.length > 1 && (
          <Eyes place={place} actors={moment.base.actors} choose={(eyes) => scene.move({ eyes })} />
        )}
        {!seat && live.branches.length > 1 && <Branches live={live} place={place} move={scene.move} />}
        {seat && <SeatSign run={run} actor={moment.base.actors[0]?.name ?? moment.base.as ?? ""} work={live.work} />}
      </header>
      <main {...around} className={style.stage} aria-label={kind.title()}>
        <Stage {...props} />
        <div className={style.foot}>
          <Foot scene={scene} note={note} brief={Time !== undefined} />
        </div>
      </main>
      <aside className={style.rail} aria-label={t("panels")}>
        <Rail scene={scene} />
      </aside>
      {!seat && (
        <div className={style.time}>
          {Time ? (
            <Time {...props} />
          ) : (
            <Scrubber
              player={player}
              head={head}
              marks={marks}
              here={line ? scene.short(line) : ""}
              full={false}
              live={live.connection === "live" && past === null && live.now?.outcome == null}
              help={() => scene.ask("keys")}
            />
          )}
        </div>
      )}
      <nav className={style.dock} aria-label={t("partsOfPage")}>
        {(["stage", "rail"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={shown === one} onClick={() => setShown(one)}>
            {one === "stage" ? kind.title() : t("panels")}
          </button>
        ))}
      </nav>
    </div>
  );
}
