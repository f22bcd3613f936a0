// The sprint's stage: the arena with what is said over it, and beside it canon, transcript, gallery and verdict. Everything is read from the turns of the match.
import { useMemo, useState } from "react";
import { keep, readKept } from "../../kept.ts";
import { useMedia } from "../../run/use-scene.ts";
import { capital } from "../../say.ts";
import type { Line } from "../../shapes.ts";
import type { StageKind, StageProps } from "../stage.ts";
import { Arena3D } from "./arena-3d.tsx";
import { CanonOf } from "./canon-panel.tsx";
import choiceStyle from "./choice.module.css";
import { Flat } from "./flat.tsx";
import { Gallery, useHangings } from "./gallery.tsx";
import { Headline, headlineOf, LowerThird, nameOf, SeatTable } from "./hud.tsx";
import { inWords, PHASES, TEAMS, type Team } from "./identity.ts";
import { JudgeDesk, judgeViewOf } from "./judging/desk.tsx";
import { type Match, matchSeenBy, readMatch } from "./match.ts";
import { type MatchMoment, momentAt } from "./moment.ts";
import panelsStyle from "./panels.module.css";
import { CAMERAS, type Camera } from "./picture.ts";
import stageStyle from "./stage.module.css";
import thirdStyle from "./third.module.css";
import { Time } from "./time.tsx";
import { TranscriptPanel } from "./transcript-panel.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";
import { say } from "./words.ts";

const PICTURES = ["3D", "flat", "table"] as const;
type PictureKind = (typeof PICTURES)[number];
const KEPT = "sprint-picture";
const KEPT_BRIEF = "sprint-brief";
const NARROW = "(max-width: 48rem)";
const REDUCED = "(prefers-reduced-motion: reduce)";

interface Shown {
  readonly match: Match;
  readonly moment: MatchMoment;
  readonly turn: number;
}

/** The match and its moment: read once for as many lines as there are, then cut at the turn that is shown. */
function useShown({ scene, view, story }: StageProps): Shown {
  const lines = scene?.lines ?? story;
  const turn = scene?.turn ?? story.at(-1)?.turn ?? 0;
  const base = scene?.base;
  const challenge = base?.view ?? view;
  const eyes = scene?.eyes ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a challenge never changes
  const match = useMemo(() => matchSeenBy(readMatch(lines, challenge), eyes), [lines, scene?.run, eyes]);
  const moment = useMemo(() => momentAt(match, turn), [match, turn]);
  return { match, moment, turn };
}

function Stage(props: StageProps) {
  const judge = judgeViewOf(props.view);
  return judge ? <JudgeDesk view={judge} props={props} /> : <Watched {...props} />;
}

function Watched(props: StageProps) {
  const { match, moment, turn } = useShown(props);
  const narrow = useMedia(NARROW);
  const still = useMedia(REDUCED) || document.documentElement.dataset["motion"] === "reduced";
  const [kind, setKind] = useState<PictureKind>(() => PICTURES.find((one) => one === readKept(KEPT)) ?? "3D");
  const [missing, setMissing] = useState(false);
  const [camera, setCamera] = useState<Camera>("both");
  const [walls, setWalls] = useState(false);
  const [brief, setBrief] = useState(() => readKept(KEPT_BRIEF) === "yes");
  const gallery = walls && moment.picture.station.active;
  const shown = kind === "3D" && (narrow || missing) ? "flat" : kind;
  // A phone has no room for the hall in 3D.
  const kinds = narrow ? PICTURES.filter((one) => one !== "3D") : PICTURES;
  const { title, text, tone } = headlineOf(moment);
  const only: Team | null = narrow ? (camera === "A" || camera === "B" ? camera : (moment.acting ?? "A")) : null;
  const artifact = props.scene?.artifact ?? NO_FILES;
  const hung = useHangings(match, moment, turn, artifact);
  const choose = (one: PictureKind) => {
    keep(KEPT, one);
    setKind(one);
    setWalls(false);
  };
  return (
    <div className={stageStyle.stage} data-tone={tone} data-gallery={gallery} data-brief={brief}>
      {gallery ? (
        <Gallery match={match} moment={moment} turn={turn} artifact={artifact} />
      ) : (
        <>
          {shown === "3D" && (
            <Arena3D
              picture={moment.picture}
              camera={camera}
              moment={`${turn}`}
              still={still || props.scene === null}
              hung={hung}
              onMissing={() => setMissing(true)}
            />
          )}
          {shown === "flat" && (
            <div className={stageStyle.scene} data-flat="true">
              <Flat
                picture={moment.picture}
                only={only}
                label={say("flatOf", { what: `${title}. ${text}` })}
                hung={hung}
              />
            </div>
          )}
          {shown === "table" && <SeatTable moment={moment} />}
          <div className={stageStyle.flash} data-side={moment.acting} aria-hidden="true" />
          {missing && kind === "3D" && <p className={stageStyle.missing}>{say("no3D")}</p>}
        </>
      )}
      <div className={stageStyle.top}>
        {!gallery && <Headline moment={moment} />}
        <div className={stageStyle.switches}>
          {!gallery && shown !== "table" && (
            <Switch
              dark
              label={say("camera")}
              options={CAMERAS.filter((one) => !narrow || one === "A" || one === "B")}
              chosen={narrow ? (only ?? "A") : camera}
              choose={setCamera}
              wordOf={(one) =>
                one === "both" ? say("camBoth") : one === "speaker" ? say("camSpeaker") : nameOf(moment.teams[one])
              }
            />
          )}
          <Switch
            dark={!gallery}
            label={say("picture")}
            options={moment.picture.station.active ? ([...kinds, "gallery"] as const) : kinds}
            chosen={gallery ? "gallery" : shown}
            choose={(one) => (one === "gallery" ? setWalls(true) : choose(one))}
            wordOf={(one) =>
              one === "3D"
                ? say("in3D")
                : one === "flat"
                  ? say("inFlat")
                  : one === "table"
                    ? say("inTable")
                    : say("gallery")
            }
          />
          {!gallery && (
            <button
              type="button"
              className={stageStyle.words}
              aria-pressed={brief}
              onClick={() => {
                keep(KEPT_BRIEF, brief ? "no" : "yes");
                setBrief(!brief);
              }}
            >
              {say(brief ? "showWords" : "hideWords")}
            </button>
          )}
        </div>
      </div>
      {!gallery && (
        <div className={thirdStyle.thirds} data-brief={brief}>
          {TEAMS.map((team) => (
            <LowerThird key={team} moment={moment} team={team} />
          ))}
        </div>
      )}
    </div>
  );
}

const NO_FILES = (): null => null;

function Switch<T extends string>({
  label,
  options,
  chosen,
  choose,
  wordOf,
  dark,
}: {
  label: string;
  options: readonly T[];
  chosen: T;
  choose: (one: T) => void;
  wordOf: (one: T) => string;
  dark: boolean;
}) {
  return (
    <fieldset className={choiceStyle.choice} data-dark={dark}>
      <legend className="unseen">{label}</legend>
      {options.map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => choose(one)}>
          {wordOf(one)}
        </button>
      ))}
    </fieldset>
  );
}

function CanonPanel(props: StageProps) {
  const { match, moment } = useShown(props);
  const seed = useSeed(props);
  const { challenge } = match;
  return (
    <>
      {challenge && (
        <p className={panelsStyle.challenge}>
          <small>
            {say("tier", { tier: challenge.tier })}
            {seed !== "" && ` · ${seed}`}
          </small>{" "}
          {capital(challenge.biome)}. {capital(challenge.inhabitants)}. {capital(challenge.twist_constraint)}.
        </p>
      )}
      <CanonOf moment={moment} />
    </>
  );
}

function Transcript(props: StageProps) {
  const { match, moment, turn } = useShown(props);
  const names = { A: nameOf(moment.teams.A), B: nameOf(moment.teams.B) };
  return <TranscriptPanel stops={match.stops} names={names} turn={turn} seek={(to) => props.scene?.player.seek(to)} />;
}

function Verdict(props: StageProps) {
  return <VerdictPanel {...useShown(props)} props={props} />;
}

/** What would name a team is not shown to somebody who judges. */
const hideFromJudge = (Panel: (props: StageProps) => React.ReactNode) => (props: StageProps) =>
  judgeViewOf(props.view) ? <p>{say("judging2")}</p> : <Panel {...props} />;

function MatchTime(props: StageProps) {
  const { match, moment, turn } = useShown(props);
  if (!props.scene || judgeViewOf(props.view)) return null;
  const { phase, round } = moment;
  const where = moment.complete
    ? say("complete")
    : say("roundOf", { phase: inWords(phase), round, rounds: match.rounds?.[phase] ?? round });
  return (
    <Time
      stops={match.stops}
      turn={turn}
      head={props.scene.head}
      player={props.scene.player}
      live={!props.scene.past && props.scene.sitting !== null}
      where={where}
    />
  );
}

/** The seed of a match, in words, for its owner; "" for a seat, which is not to know it. */
function useSeed({ scene }: StageProps): string {
  const seed = useMemo(() => seedIn(scene?.lines ?? []), [scene?.lines]);
  if (!scene || scene.seat) return "";
  return seed === null ? say("seedSealed") : say("seedIs", { seed });
}

/** The seed that the match was opened with: chosen by somebody, or revealed since; null while it is sealed. */
function seedIn(lines: readonly Line[]): string | null {
  const [opening] = lines;
  if (opening && "seed" in opening) return opening.seed ?? null;
  for (const { events } of lines)
    for (const event of events as readonly { readonly type: string; readonly seed?: string }[])
      if (event.type === "@revealed") return event.seed ?? null;
  return null;
}

/** Which match this is, what it is about, where it stands. */
function Status(props: StageProps) {
  const { match, moment } = useShown(props);
  const { scene } = props;
  const seed = useSeed(props);
  if (!scene) return null;
  const judge = judgeViewOf(props.view);
  const challenge = match.challenge ?? judge?.challenge;
  const isComplete = match.seals.length > 0;
  const state = isComplete ? "statusComplete" : scene.sitting?.state === "playing" ? "statusRunning" : "statusPaused";
  return (
    <p className={stageStyle.status}>
      <span>
        {!scene.seat && (
          <code title={judge ? undefined : seed}>
            {say("matchIs", { run: scene.run })}
            {!judge && ` · ${seed}`}
          </code>
        )}
        {challenge && (
          <i translate="no">
            {capital(challenge.biome)}. {capital(challenge.inhabitants)}. {capital(challenge.twist_constraint)}.
          </i>
        )}
      </span>
      {match.stops.length > 0 && (
        <b data-state={state}>
          <span>{say(state)}</span>
          {!judge && (
            <small>
              {say("phaseNow", {
                phase: inWords(moment.phase),
                round: moment.round,
                rounds: match.rounds?.[moment.phase] ?? moment.round,
              })}
            </small>
          )}
        </b>
      )}
    </p>
  );
}

export const stage: StageKind = {
  Stage,
  place: "full",
  eyes: "all",
  asksAfterEnd: true,
  rail: [
    { id: "canon", title: () => say("canon"), Panel: hideFromJudge(CanonPanel) },
    { id: "transcript", title: () => say("transcript"), Panel: hideFromJudge(Transcript) },
    { id: "verdict", title: () => say("judging"), Panel: Verdict },
  ],
  Time: MatchTime,
  Status,
  title: () => say("arena"),
  hint: () => say("hint"),
  headline: (line) => {
    const stops = readMatch([line], null).stops;
    const last = stops.at(-1);
    if (!last) return "";
    const { role, turn_type } = last.record;
    const who = turn_type === "VOTE" && stops.length > 1 ? "" : `${inWords(role)}, `;
    return `${last.team}: ${who}${inWords(turn_type).toLowerCase()}${last.record.result ? `, ${last.record.result}` : ""}`;
  },
  marks: [
    {
      id: "objection",
      name: () => say("objectionMark"),
      key: "x",
      sign: { path: "M1.500 2h9L6 10.500z", filled: true },
      tone: "refusal",
      row: 1,
      find: (lines) => turnsOf(lines, ({ record }) => record.turn_type === "OBJECTION"),
    },
    {
      id: "canon",
      name: () => say("canonMark"),
      key: "c",
      sign: { path: "M6 1l5 5-5 5-5-5z", filled: true },
      tone: "brass",
      row: 2,
      find: (lines) => turnsOf(lines, ({ landed }) => landed.length > 0),
    },
    {
      id: "trouble",
      name: () => say("troubleMark"),
      key: "w",
      sign: { path: "M6 1L11 11H1z", filled: false },
      tone: "refusal",
      row: 0,
      find: (lines) => turnsOf(lines, ({ trouble }) => trouble !== null),
    },
    {
      id: "phase",
      name: () => say("phaseMark"),
      key: "f",
      sign: { path: "M2 11V1l8 3-8 3", filled: false },
      tone: "blue",
      row: 0,
      find: (lines) => {
        const { stops } = readMatch(lines, null);
        return PHASES.flatMap((phase) => stops.find(({ record }) => record.phase === phase)?.turn ?? []);
      },
    },
  ],
};

const turnsOf = (lines: StageProps["story"], is: (stop: Match["stops"][number]) => boolean): readonly number[] => [
  ...new Set(
    readMatch(lines, null)
      .stops.filter(is)
      .map(({ turn }) => turn),
  ),
];
