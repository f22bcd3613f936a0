// One measure of an experiment by round: a line and a band for each arm, a mark where an arm did something, and the effect in words.
import own from "./experiments.module.css";
import type { ArmEffect, ExperimentCard, ExperimentResults } from "./wire.ts";
import { t } from "./words.ts";

const WIDTH = 280;
const HEIGHT = 132;
const LEFT = 44;
const BOTTOM = 20;
const TOP = 8;
const RIGHT = 10;
/** So that arms can be told apart without colours. */
const DASHES = ["none", "7 4", "2 3", "9 3 2 3"] as const;

/** `differences`: each arm less the first. */
export function Panel({
  series,
  shows,
  deeds,
  effects,
}: {
  series: ExperimentResults["series"][number];
  shows: "differences" | "arms";
  deeds: ExperimentCard["deeds"];
  effects: readonly ArmEffect[];
}) {
  const { measure } = series;
  const arms = series[shows];
  const first = shows === "arms" ? 0 : 1;
  const points = arms.flatMap((arm) => arm.points);
  const zero = shows === "differences" ? [0] : [];
  const low = Math.min(...zero, ...points.map((point) => point.low));
  const high = Math.max(...zero, ...points.map((point) => point.high));
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  const last = Math.max(1, ...points.map(({ round }) => round));
  const x = (round: number) => LEFT + (round / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    TOP + (1 - (value - low + room) / (high - low + 2 * room || 1)) * (HEIGHT - TOP - BOTTOM);
  const at = (round: number, value: number) => `${x(round).toFixed(1)} ${y(value).toFixed(1)}`;
  return (
    <figure className={own.panel}>
      <figcaption translate="no">{measure}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={inWords(measure, arms)}>
        {[...new Set([low, ...zero, high])].map((value) => (
          <g key={value}>
            <path d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} className={own.rule} />
            <text x={LEFT - 5} y={y(value) + 4} textAnchor="end">
              {tick(value, high - low)}
            </text>
          </g>
        ))}
        {deeds.map(({ arm, after, type }) => (
          <path
            key={`${arm} ${after} ${type}`}
            d={`M${x(Math.min(after, last))} ${TOP}V${HEIGHT - BOTTOM}`}
            className={own.deed}
            data-arm={series.arms.findIndex((one) => one.arm === arm)}
          >
            <title>{`${arm}: ${type}`}</title>
          </path>
        ))}
        {arms.map(({ arm, points }, i) => (
          <g key={arm} data-arm={i + first} className={own.arm}>
            {points.length > 0 && (
              <path
                className={own.band}
                d={`M${[
                  ...points.map((point) => at(point.round, point.high)),
                  ...points.toReversed().map((point) => at(point.round, point.low)),
                ].join("L")}z`}
              />
            )}
            <path
              className={own.line}
              strokeDasharray={DASHES[(i + first) % DASHES.length]}
              d={points.map(({ round, mean }, n) => `${n === 0 ? "M" : "L"}${at(round, mean)}`).join("")}
            />
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 5}>
          {t("experimentRound", { round: 0 })}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 5} textAnchor="end">
          {last}
        </text>
      </svg>
      {effects.map((effect) => (
        <p key={effect.arm} data-clear={isClear(effect)}>
          {effect.byT
            ? t("experimentEffect", {
                arm: effect.arm,
                difference: withSign(effect.difference),
                low: withSign(effect.byT.low),
                high: withSign(effect.byT.high),
              })
            : t("experimentOneSeed", { arm: effect.arm, difference: withSign(effect.difference) })}
        </p>
      ))}
    </figure>
  );
}

/** Whether the interval leaves nought out. */
const isClear = ({ byT }: ArmEffect): boolean => byT !== null && (byT.low > 0 || byT.high < 0);

const inWords = (measure: string, arms: ExperimentResults["series"][number]["arms"]): string =>
  `${measure}: ${arms
    .map(({ arm, points }) => {
      const [first, end] = [points[0], points.at(-1)];
      return first && end ? `${arm} ${first.mean.toPrecision(3)} → ${end.mean.toPrecision(3)}` : arm;
    })
    .join("; ")}`;

/** As many digits as the span of the axis needs. */
const tick = (value: number, span: number): string =>
  value.toFixed(span >= 10 ? 0 : span >= 1 ? 1 : Math.min(4, Math.max(2, Math.ceil(-Math.log10(span || 1)) + 1)));
const withSign = (value: number): string =>
  `${value < 0 ? "−" : "+"}${Math.abs(value) >= 100 ? Math.abs(value).toFixed(0) : Math.abs(value).toPrecision(2)}`;
