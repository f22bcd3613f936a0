// What stands under a story: problems, who plays, the way back to now, how it ended, or the field to write in.
import { comparePath, goPage } from "../address.ts";
import parts from "../parts/parts.module.css";
import { Notice } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { useStay } from "../parts/stay.ts";
import { t } from "../words.ts";
import { Composer } from "./composer.tsx";
import { Countdown } from "./countdown.tsx";
import style from "./page.module.css";
import { PastBar } from "./past.tsx";
import { GoOn, Sitting } from "./sitting.tsx";
import { useTried } from "./use-otherwise.ts";
import type { RunScene } from "./use-scene.ts";
import { Writing } from "./writing.tsx";

/** `brief`: under a stage that says itself where the run stands, so only faults and work are said here. */
export function Foot({ scene, note, brief = false }: { scene: RunScene; note: string; brief?: boolean }) {
  const { run, live, names, panel, atWork, failed } = scene;
  const foot = useStay<HTMLDivElement>();
  const problem = live.problem ?? failed;
  const tried = useTried(scene);
  return (
    <div {...foot} className={style.foot}>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {live.troubles.map(({ viewer, role, model, text, detail }) => (
        <Notice key={`${role} ${viewer} ${model}`} kind={text === null ? "plain" : "bad"}>
          {text === null ? t("modelStandIn") : <Own>{text}</Own>}
          {detail && (
            <details>
              <summary>{t("modelTroubleWhy")}</summary>
              <Own>{detail}</Own>
            </details>
          )}
        </Notice>
      ))}
      {live.note && <Notice kind="plain">{live.note}</Notice>}
      {tried && (
        <Notice kind="good">
          {t("newBranch", { branch: tried.branch })}{" "}
          <button type="button" className={parts.quiet} onClick={tried.undo}>
            {t("undoTo", { branch: tried.from })}
          </button>{" "}
          <button
            type="button"
            className={parts.quiet}
            onClick={() => goPage(comparePath(run, { a: tried.from, b: tried.branch, at: null }))}
          >
            {t("compareBoth")}
          </button>
        </Notice>
      )}
      {note && <Notice kind="good">{note}</Notice>}
      {scene.writing.map((one) => (
        <Writing key={one.id} answer={one} who={names.get(one.teller) ?? one.teller} />
      ))}
      {atWork && panel !== "players" && (!brief || scene.seat) && (
        <Sitting sitting={live.sitting!} run={run} names={names} />
      )}
      <Refused scene={scene} />
      {isAnswering(scene) && <Countdown asks={scene.moment.stage.asks} />}
      {(!brief || isAsked(scene)) && <Next scene={scene} />}
    </div>
  );
}

/** Whether somebody must do something for the run to go on. */
const isAsked = ({ past, ending, disk, waits }: RunScene): boolean =>
  past === null && ending === null && !disk && !waits;

/** Whether somebody here may have to answer: not while looking back, looking on, or seeing all. */
const isAnswering = ({ past, ending, looksOn, watches, seat, moment }: RunScene): boolean =>
  past === null && ending === null && !looksOn && !watches && (seat || moment.eyes !== null);

/** On a phone the story is on another pane: the newest refusal is told where the action was chosen. */
function Refused({ scene: { live, kind, pane, past } }: { scene: RunScene }) {
  if (past !== null || pane !== "stage" || kind.place === "beside") return null;
  const refusals = (live.lines.at(-1)?.validation ?? []).flatMap(({ success, message }) => (success ? [] : [message]));
  return refusals.length === 0 ? null : (
    <div className={style.refused}>
      <Notice kind="bad">
        <Own>{refusals.join(" ")}</Own>
      </Notice>
    </div>
  );
}

/** What can be done next, if anything. */
function Next({ scene }: { scene: RunScene }) {
  const { run, place, live, kind, moment, player, past, head, seat, disk, ending, waits, atWork, watches } = scene;
  if (waits || (past !== null && player.playing)) return null;
  if (past !== null)
    return (
      <PastBar
        disk={disk}
        turn={past}
        head={head}
        step={player.seek}
        now={() => {
          scene.looked.current = false;
          player.seek(null);
        }}
        ask={scene.ask}
      />
    );
  if (ending !== null)
    return (
      <Notice kind="good">
        <b translate="no">{ending}.</b> {seat || disk ? "" : t("nothingLost")}
      </Notice>
    );
  if (disk) return <Notice kind="plain">{t("runInFile")}</Notice>;
  if (watches)
    // Where nobody is asked to play, as in a run that was brought in, nothing can go on.
    return atWork || !moment.base.asks.some(({ kind: asked }) => asked === "due") ? null : (
      <GoOn
        run={run}
        branch={place.branch}
        world={moment.base.world}
        turn={moment.turn}
        begun={scene.begun}
        choose={() => scene.showPanel("players")}
      />
    );
  if (scene.looksOn)
    return (
      <Notice kind="plain">
        {t("onlyLooking", { name: scene.seer! })}{" "}
        <button type="button" className={parts.quiet} onClick={() => scene.move({ eyes: null })}>
          {t("seeAsAsked")}
        </button>
      </Notice>
    );
  if (typeof kind.writes === "function" ? kind.writes(moment.stage.legal) : kind.writes) return null;
  return (
    <Composer
      branch={place.branch}
      hint={kind.hint(moment.stage.legal)}
      busy={live.busy}
      said={live.lines.flatMap(({ rawText }) => (rawText === "" ? [] : [rawText]))}
      choices={live.lines.at(-1)?.choices ?? NO_CHOICES}
      say={(text) => scene.say({ text })}
      focused={kind.place === "beside" && !scene.looked.current}
    />
  );
}

/** Answers to choose from when nothing was asked back. */
const NO_CHOICES: readonly string[] = [];
