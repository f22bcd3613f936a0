// The story as a score: rounds run from left to right, each person has a stave, and the one in focus opens into six curves. What the author did is a line through all of them.
import { useMemo, useRef } from "react";
import { useMedia } from "../../run/use-scene.ts";
import { DASHES, EMOTIONS, type Emotion, fillOf, lineOf, nameOfEmotion, strongest } from "./feelings.ts";
import { initials, type TownPerson } from "./people.tsx";
import type { Round, RoundMark } from "./rounds.ts";
import style from "./story.module.css";
import { useWidth } from "./use-width.ts";
import { say } from "./words.ts";

interface ScoreProps {
  readonly rounds: readonly Round[];
  readonly marks: readonly RoundMark[];
  /** Those with a stave; the first is opened. With the place that their levels stand at. */
  readonly staves: readonly { readonly person: TownPerson; readonly place: number; readonly diedIn: number | null }[];
  /** Index in `rounds` of what is shown. */
  readonly now: number;
  readonly focus: (id: string) => void;
  readonly seek: (turn: number) => void;
}

/** Heights of the opened stave, of another one, and between two. */
interface Heights {
  readonly open: number;
  readonly stave: number;
  readonly gap: number;
}
const ROOMY: Heights = { open: 148, stave: 38, gap: 6 };
const TIGHT: Heights = { open: 104, stave: 25, gap: 4 };
/** On a low screen the story itself needs the room. */
const LOW = "(max-height: 50rem)";
const TOP = 26;
/** Rounds shown at least, so that a young story does not fill the width with two points. */
const LEAST = 12;

export const MARK_SIGNS: Readonly<Record<RoundMark["kind"], string>> = {
  event: "M7 0 2 8h4l-1 6 6-9H7z",
  feeling: "M7 1.500c4 0 6 2 6 4.500s-2 4.500-5 4.500L5 13v-2.700C2.500 9.800 1 8.300 1 6 1 3.500 3 1.500 7 1.500z",
  death: "M7 1a5 5 0 0 1 5 5c0 2-1 3-2 3.600V13H4V9.600C3 9 2 8 2 6a5 5 0 0 1 5-5zM5 5.200v2M9 5.200v2",
  other: "M2 7l3 4 7-8",
};

export function Score({ rounds, marks, staves, now, focus, seek }: ScoreProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const small = width < 560;
  const left = small ? 64 : 150;
  const right = small ? 14 : 92;
  const high = useMedia(LOW) ? TIGHT : ROOMY;
  const span = Math.max(LEAST, rounds.length - 1);
  const x = (index: number) => left + (index / span) * (width - left - right);
  const heights = staves.map((_, i) => (i === 0 ? high.open : high.stave));
  const tops = heights.map((_, i) => TOP + heights.slice(0, i).reduce((sum, one) => sum + one + high.gap, 0));
  const bottom = (tops.at(-1) ?? TOP) + (heights.at(-1) ?? 0);
  const at = useMemo(() => new Map(rounds.map(({ round }, i) => [round, i])), [rounds]);
  return (
    <div ref={box} className={style.score}>
      {/* biome-ignore lint/a11y/useSemanticElements: there are no fieldsets inside a drawing */}
      <svg
        width={width}
        height={bottom + 20}
        role="group"
        aria-label={say("score", { count: staves.length, rounds: rounds.length })}
      >
        {marks.map((mark) => {
          const index = Math.min(at.get(mark.round) ?? at.get(mark.round - 1) ?? rounds.length, span);
          return <MarkLine key={`${mark.turn} ${mark.text}`} mark={mark} x={x(index)} bottom={bottom} seek={seek} />;
        })}
        {staves.map((stave, i) => (
          <Stave
            key={stave.person.id}
            stave={stave}
            rounds={rounds}
            now={now}
            top={tops[i]!}
            high={heights[i]!}
            open={i === 0}
            small={small}
            width={width}
            left={left}
            right={right}
            x={x}
            focus={focus}
          />
        ))}
        {rounds[now] && (
          <>
            <rect x={x(now) - 1.5} y={TOP - 8} width="3" height={bottom - TOP + 10} className={style.now} />
            <text
              x={Math.min(x(now), width - 4)}
              y={bottom + 16}
              textAnchor={x(now) > width - 40 ? "end" : "middle"}
              className={style.nowText}
            >
              {say("roundNow", { round: rounds[now].round })}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}

function MarkLine({
  mark,
  x,
  bottom,
  seek,
}: {
  mark: RoundMark;
  x: number;
  bottom: number;
  seek: (turn: number) => void;
}) {
  return (
    <g className={style.mark} data-kind={mark.kind}>
      <path d={`M${x} 20V${bottom}`} strokeDasharray={mark.kind === "feeling" ? "2 4" : undefined} />
      <g transform={`translate(${x} 10)`}>
        <title>{`${say("roundNow", { round: mark.round })}: ${mark.text}`}</title>
        <circle r="10" />
        <path d={MARK_SIGNS[mark.kind]} transform="translate(-7 -7)" />
        {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing */}
        <rect
          x="-12"
          y="-12"
          width="24"
          height="24"
          fill="transparent"
          role="button"
          tabIndex={0}
          aria-label={`${say("roundNow", { round: mark.round })}: ${mark.text}`}
          onClick={() => seek(mark.turn)}
          onKeyDown={(event) => event.key === "Enter" && seek(mark.turn)}
        />
      </g>
    </g>
  );
}

interface StaveProps extends Pick<ScoreProps, "rounds" | "now" | "focus"> {
  readonly stave: ScoreProps["staves"][number];
  readonly top: number;
  readonly high: number;
  readonly open: boolean;
  readonly small: boolean;
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly x: (index: number) => number;
}

function Stave({ stave, rounds, now, top, high, open, small, width, left, right, x, focus }: StaveProps) {
  const { person, place, diedIn } = stave;
  const shown = rounds.slice(0, now + 1).map(({ levels }) => levels[place] ?? []);
  const dead = diedIn !== null && (rounds[now]?.round ?? 0) >= diedIn;
  const middle = top + (open ? 16 : high / 2);
  return (
    <g opacity={dead ? 0.62 : 1}>
      {/* biome-ignore lint/a11y/useSemanticElements: there are no buttons inside a drawing */}
      <g
        role="button"
        tabIndex={0}
        aria-pressed={open}
        aria-label={say(open ? "focused" : "focus", { name: person.name })}
        className={style.name}
        onClick={() => focus(person.id)}
        onKeyDown={(event) => event.key === "Enter" && focus(person.id)}
      >
        <rect x="0" y={top} width={left - 4} height={high} fill="transparent" />
        <circle cx="12" cy={middle} r="11" fill={person.hue} />
        <text x="12" y={middle + 4} textAnchor="middle" className={style.letters}>
          {initials(person.name)}
        </text>
        <text x="30" y={small || !person.role ? middle + 5 : middle - 2} className={style.personName}>
          {cut(person.name, small ? 5 : 16)}
        </text>
        {!small && (
          <text x="30" y={middle + 13} className={style.role}>
            {dead ? say("died", { round: diedIn }) : cut(person.role, 20)}
          </text>
        )}
      </g>
      {open ? (
        <Curves levels={shown} top={top} high={high} left={left} right={width - right} x={x} labels={!small} />
      ) : (
        <Ribbon levels={shown} middle={top + high / 2} high={high} x={x} />
      )}
    </g>
  );
}
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function Curves({
  levels,
  top,
  high,
  left,
  right,
  x,
  labels,
}: {
  levels: readonly (readonly number[])[];
  top: number;
  high: number;
  left: number;
  right: number;
  x: (index: number) => number;
  labels: boolean;
}) {
  const y = (level: number) => top + high - 6 - level * (high - 12);
  const last = levels.at(-1) ?? [];
  const named = strongest(last, 2);
  const lines = EMOTIONS.map((emotion, e) => ({
    emotion,
    path: levels.map((one, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(one[e] ?? 0).toFixed(1)}`).join(""),
    dash: DASHES[e]!,
    level: last[e] ?? 0,
  }));
  return (
    <>
      <rect x={left} y={top} width={Math.max(0, right - left)} height={high} rx="8" className={style.sheet} />
      {[0.25, 0.5, 0.75].map((level) => (
        <path key={level} d={`M${left} ${y(level)}H${right}`} className={style.rule} />
      ))}
      {lines.map(({ emotion, path, dash }) => (
        <path
          key={emotion}
          d={path}
          fill="none"
          stroke={lineOf(emotion)}
          strokeWidth={named.includes(emotion) ? 3 : 1.8}
          strokeDasharray={dash === "none" ? undefined : dash}
          strokeLinejoin="round"
          strokeLinecap="round"
          opacity={named.includes(emotion) ? 1 : 0.8}
        />
      ))}
      {labels && <Labels lines={lines} x={x(levels.length - 1) + 9} y={y} />}
    </>
  );
}

/** Names at the ends of the curves, moved apart where they would lie on one another. */
function Labels({
  lines,
  x,
  y,
}: {
  lines: readonly { readonly emotion: Emotion; readonly level: number }[];
  x: number;
  y: (level: number) => number;
}) {
  let last = Number.NEGATIVE_INFINITY;
  return [...lines]
    .sort((a, b) => b.level - a.level)
    .map(({ emotion, level }) => {
      last = Math.max(y(level) + 4, last + 15);
      return (
        <text key={emotion} x={x} y={last} fill={lineOf(emotion)} className={style.label}>
          {nameOfEmotion(emotion)} {level.toFixed(2)}
        </text>
      );
    });
}

/** The six feelings stacked around the stave's middle. Trust is everybody's ground and is drawn at a third of its height. */
function Ribbon({
  levels,
  middle,
  high,
  x,
}: {
  levels: readonly (readonly number[])[];
  middle: number;
  high: number;
  x: (index: number) => number;
}) {
  const weighed = levels.map((one) => EMOTIONS.map((emotion, e) => (one[e] ?? 0) * (emotion === "trust" ? 0.35 : 1)));
  const totals = weighed.map((one) => one.reduce((sum, level) => sum + level, 0));
  const scale = high / Math.max(1.4, ...totals);
  return EMOTIONS.map((emotion, e) => {
    const edge = (upTo: number) =>
      weighed.map((one, i) => {
        const below = one.slice(0, upTo).reduce((sum, level) => sum + level, 0);
        return `${x(i).toFixed(1)} ${(middle + (below - totals[i]! / 2) * scale).toFixed(1)}`;
      });
    const [upper, lower] = [edge(e), edge(e + 1)];
    return (
      <path
        key={emotion}
        d={`M${upper.join("L")}L${lower.toReversed().join("L")}z`}
        fill={fillOf(emotion)}
        opacity=".9"
      />
    );
  });
}
