// What a stage is given of a scene: the picture's data, and the few things that a picture may do.
import type { StageProps, StageScene } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import type { RunScene } from "./use-scene.ts";

export const stageProps = (scene: RunScene): StageProps => {
  const { moment, names, player } = scene;
  return {
    view: moment.stage.view,
    legal: moment.stage.legal,
    names,
    story: moment.story,
    act: scene.act,
    shownMs: player.shownMs,
    scene: sceneOf(scene),
  };
};

function sceneOf(scene: RunScene): StageScene {
  const { run, place, live, moment, player, past, seat, disk } = scene;
  return {
    run,
    branch: place.branch,
    base: moment.base,
    turn: moment.turn,
    head: scene.head,
    lines: live.lines,
    eyes: moment.eyes,
    past: past !== null,
    seat,
    disk,
    busy: live.busy,
    problem: live.problem ?? scene.failed,
    player,
    sitting: live.sitting,
    hides: scene.hides,
    hide: scene.hide,
    ask: scene.ask,
    see: (eyes) => scene.move({ eyes }),
    show: scene.showPanel,
    say: scene.act === null ? null : (text) => scene.say({ text }),
    tellingOf: scene.tellingOf,
    artifact: (hash) => wire.artifactSource(run, hash),
    stateAt: seat ? null : scene.stateAt,
    god:
      seat || disk || past !== null
        ? null
        : (action) => workAndReload(live, t("godWorks"), () => wire.god(run, action, place.branch)),
    undo:
      seat || disk || past !== null
        ? null
        : (turn) => workAndReload(live, t("takingBack"), () => wire.undo(run, String(turn), place.branch)),
  };
}

/** Stays busy until what was done is read again: a form that empties itself then must not empty what is typed meanwhile. */
async function workAndReload<T>(live: RunScene["live"], what: string, job: () => Promise<T>): Promise<T | null> {
  const done = await live.work(what, job);
  if (done !== null) await live.work(what, live.reload);
  return done;
}
