// The one layout of a run: the stage has the width, one rail beside it, the time under it. On a phone, one of them at a time.
import { useState } from "react";
import { comparePath, goPage } from "../address.ts";
import parts from "../parts/parts.module.css";
import { Brand, Skip, Title } from "../parts/parts.tsx";
import { useStay } from "../parts/stay.ts";
import { t } from "../words.ts";
import { Faces } from "./faces.tsx";
import { Foot } from "./foot.tsx";
import { Branches, Connection, SeatSign } from "./head.tsx";
import { Rail, railOf } from "./rail.tsx";
import { Scrubber } from "./scrubber.tsx";
import { Sitting } from "./sitting.tsx";
import style from "./stage-first.module.css";
import { stageProps } from "./stage-props.ts";
import { StoryOf } from "./story-of.tsx";
import type { RunScene } from "./use-scene.ts";

export function StageFirst({ scene, note }: { scene: RunScene; note: string }) {
  const { run, place, live, kind, moment, title, seat, disk, past, pane } = scene;
  const around = useStay<HTMLElement>();
  const { Stage, Status } = kind;
  const props = stageProps(scene);
  const { base, stage } = moment;
  const rail = railOf(scene);
  const faces = !seat && (base.actors.length > 1 || kind.place !== "full") && (
    <Faces
      place={place}
      actors={base.actors}
      view={stage.view}
      kind={kind}
      small={kind.place !== "wide"}
      choose={(eyes) => scene.move({ eyes })}
    />
  );
  // Words are written below a picture or a story; over a stage that is all there is, what must be said floats.
  const foot = (
    <div className={style.foot}>
      <Foot scene={scene} note={note} brief={kind.Time !== undefined} />
    </div>
  );
  return (
    <div
      className={style.page}
      data-shown={pane}
      data-world={base.plays}
      data-place={kind.place}
      data-past={past !== null}
      data-seat={seat}
    >
      <header className={style.top}>
        <Skip />
        <Brand />
        <div className={style.title}>
          <Title translate="no">{title}</Title>
          <Connection state={live.connection} />
        </div>
        {Status && <Status {...props} />}
        {kind.place !== "wide" && faces}
        {!seat && live.branches.length > 1 && <Branches live={live} place={place} move={scene.move} />}
        {!seat && (
          <div className={style.deeds}>
            <button type="button" className={parts.button} onClick={() => goPage(compareFrom(scene))}>
              {t("compareAsk")}
            </button>
            <button type="button" className={parts.button} onClick={() => scene.ask("share")}>
              {t("shareAsk")}
            </button>
            {!disk && base.actors.length > 1 && (
              <button type="button" className={parts.button} onClick={() => scene.ask("invite")}>
                {t("inviteAsk")}
              </button>
            )}
          </div>
        )}
        {seat && <SeatSign run={run} actor={base.actors[0]?.name ?? base.as ?? ""} work={live.work} />}
      </header>
      <main {...around} className={style.stage} aria-label={kind.place === "beside" ? t("story") : kind.title()}>
        {kind.place === "beside" && <StoryOf scene={scene} place="stage" />}
        {kind.place === "full" && <Stage {...props} />}
        {kind.place === "wide" && (
          <div className={style.picture} data-fills={kind.fills}>
            <Stage {...props} />
          </div>
        )}
        {kind.place === "full" && foot}
      </main>
      {kind.place !== "full" && foot}
      {kind.place === "wide" && faces && <div className={style.eyes}>{faces}</div>}
      {rail.length > 0 && (
        <aside className={style.rail} aria-label={t("panels")}>
          <Rail scene={scene} />
        </aside>
      )}
      {(!seat || kind.timeAtSeat) && <Time scene={scene} />}
      {rail.length > 0 && (
        <nav className={style.dock} aria-label={t("partsOfPage")}>
          <button type="button" aria-pressed={pane === "stage"} onClick={() => scene.choosePane("stage")}>
            {kind.place === "beside" ? t("story") : kind.title()}
          </button>
          {kind.place !== "full" && (
            <button
              type="button"
              aria-pressed={pane === "rail" && scene.panel === rail[0]!.id}
              onClick={() => scene.showPanel(rail[0]!.id)}
            >
              {rail[0]!.title}
            </button>
          )}
          {(kind.place === "full" || rail.length > 1) && (
            <button
              type="button"
              aria-pressed={pane === "rail" && (kind.place === "full" || scene.panel !== rail[0]!.id)}
              onClick={() =>
                kind.place === "full" || scene.panel !== rail[0]!.id
                  ? scene.choosePane("rail")
                  : scene.showPanel(rail[1]!.id)
              }
            >
              {t("panels")}
            </button>
          )}
        </nav>
      )}
    </div>
  );
}

/** Runs that somebody has looked back in since this page was loaded: their playback stays, on each of their branches. */
const lookedBack = new Set<string>();

/** The world's own time, or the common timeline. A story that nobody looks back in shows only the way to it. */
function Time({ scene }: { scene: RunScene }) {
  const { run, kind, live, moment, player, head, marks, past, ending, place } = scene;
  const [opened, setOpened] = useState(() => place.at !== null || lookedBack.has(run));
  if ((opened || past !== null) && !lookedBack.has(run)) lookedBack.add(run);
  if (past !== null && !opened) setOpened(true);
  const { Time: Own } = kind;
  const line = live.lines[moment.turn];
  if (Own)
    return (
      <div className={style.time}>
        {scene.atWork && scene.panel !== "players" && (
          <Sitting sitting={live.sitting!} run={run} names={scene.names} slim />
        )}
        <Own {...stageProps(scene)} />
      </div>
    );
  if (kind.place === "beside" && !opened && ending === null && !player.playing)
    return (
      <div className={style.atRest}>
        <button type="button" className={parts.quiet} onClick={() => setOpened(true)} aria-disabled={head === 0}>
          {t("lookBack")}
        </button>
        <span>{head === 0 ? t("turnNone") : t("turnAlone", { turn: head })}</span>
        <button type="button" className={style.keys} aria-label={t("keys")} onClick={() => scene.ask("keys")}>
          ?
        </button>
      </div>
    );
  return (
    <div className={style.time}>
      <Scrubber
        player={player}
        head={head}
        marks={marks}
        here={line ? scene.short(line) : ""}
        live={live.connection === "live" && live.now?.outcome == null}
        help={() => scene.ask("keys")}
      />
      {kind.Under && <kind.Under {...stageProps(scene)} />}
    </div>
  );
}

/** This branch beside the one that it left, else beside the one made last; a turn that is looked back at beside now. */
const compareFrom = ({ run, place, past, live }: RunScene): string => {
  const a = past === null ? place.branch : `${place.branch}@${past}`;
  const parent = live.branches.find(({ name }) => name === place.branch)?.parent?.branch;
  const other = parent ?? live.branches.findLast(({ name }) => name !== place.branch)?.name;
  const b = past === null ? (other ?? `${place.branch}@0`) : place.branch;
  return comparePath(run, { a, b, at: null });
};
