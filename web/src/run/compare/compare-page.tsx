// Two stories of one run on one page: where they parted and why, both stages under one scrubber, how each ends, and what differs. Changes nothing.
import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { type Between, comparePath, goPage, goTo } from "../../address.ts";
import { themeOf } from "../../look/palette.ts";
import { toClipboard } from "../../parts/clipboard.ts";
import parts from "../../parts/parts.module.css";
import { Brand, Notice, Skip, Title, Working } from "../../parts/parts.tsx";
import { PictureButton } from "../../parts/picture-button.tsx";
import { Own } from "../../parts/rich.tsx";
import { changesInWords, joinNames, type Names, namesIn } from "../../say.ts";
import type { Branch, TurnLine } from "../../wire.ts";
import * as wire from "../../wire.ts";
import { n, t } from "../../words.ts";
import { Differences } from "../differences.tsx";
import { Broken } from "../past.tsx";
import style from "./compare.module.css";
import { Half } from "./half.tsx";
import { Parted, readerOf } from "./parted.tsx";
import { partingOf, stepsOf } from "./parting.ts";
import { type Comparison, placesOf, useComparison } from "./use-comparison.ts";

export function ComparePage({
  run,
  between,
  onProblem,
}: {
  run: string;
  between: Between;
  onProblem: (error: unknown) => void;
}) {
  const [branches, setBranches] = useState<readonly Branch[] | Error | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who hears of problems does not change what is read
  useEffect(() => {
    wire.branches(run).then(setBranches, (error: Error) => {
      onProblem(error);
      setBranches(error);
    });
  }, [run]);
  if (branches instanceof Error) return <Broken error={branches} />;
  const a = between.a ?? "main";
  const b = between.b ?? otherThan(a, branches ?? []);
  return (
    <Chosen key={`${a}\n${b}`} run={run} sides={[a, b]} at={between.at} places={placesOf(branches ?? [], [a, b])} />
  );
}

/** The branch that was made last, or the beginning where there is one alone. */
const otherThan = (a: string, branches: readonly Branch[]): string =>
  branches.findLast(({ name }) => name !== a.split("@")[0])?.name ?? `${a.split("@")[0]}@0`;

interface Sides {
  readonly run: string;
  readonly sides: readonly [string, string];
  readonly at: number | null;
  readonly places: readonly string[];
}

function Chosen({ run, sides: [a, b], at, places }: Sides) {
  const found = useComparison(run, a, b);
  const go = (next: Partial<Between>) => goPage(comparePath(run, { a, b, at: null, ...next }));
  const title = found === null || found instanceof Error ? run : found.sides[0].end.title;
  useEffect(() => {
    document.title = t("titleOf", { page: t("compareTitle", { title }) });
  }, [title]);
  return (
    <div
      className={style.page}
      style={found === null || found instanceof Error ? undefined : themeOf(found.sides[0].end.world)}
    >
      <header className={style.top}>
        <Skip />
        <Brand />
        <Title translate="no">{t("compareTitle", { title })}</Title>
        <Choice label={t("oneStory")} value={a} places={places} choose={(a) => go({ a })} />
        <Choice label={t("otherStory")} value={b} places={places} choose={(b) => go({ b })} />
        <Copy />
        <PictureButton of={() => document.querySelector("main")} caption={t("compareTitle", { title })} />
        <button type="button" className={parts.button} onClick={() => goTo(run, { branch: a.split("@")[0]! })}>
          {t("backToRun")}
        </button>
      </header>
      <main className={style.main} tabIndex={-1}>
        {found === null && <Working>{t("comparing")}</Working>}
        {found instanceof Error && (
          <Notice kind="bad">
            <Own>{found.message}</Own>
          </Notice>
        )}
        {found && !(found instanceof Error) && <Told run={run} comparison={found} at={at} />}
      </main>
    </div>
  );
}

function Copy() {
  const [copied, setCopied] = useState(false);
  return (
    <button type="button" className={parts.button} onClick={() => toClipboard(location.href).then(setCopied)}>
      {copied ? t("isCopied") : t("copyLink")}
    </button>
  );
}

/** A place as it is read: a branch, or a turn of one. */
function placeInWords(place: string): string {
  const [branch = "", turn] = place.split("@");
  if (turn === undefined) return branch;
  return turn === "0" ? t("branchAtStart", { branch }) : t("branchAtTurn", { branch, turn });
}

function Choice({
  label,
  value,
  places,
  choose,
}: {
  label: string;
  value: string;
  places: readonly string[];
  choose: (value: string) => void;
}) {
  return (
    <label className={style.choice}>
      {label}
      <select className={parts.select} value={value} onChange={(event) => choose(event.target.value)}>
        {places.map((place) => (
          <option key={place} value={place} translate="no">
            {placeInWords(place)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** In words first, then as two stages, then as a list, and as raw state last. */
function Told({ run, comparison, at }: { run: string; comparison: Comparison; at: number | null }) {
  const { kind, sides, changes } = comparison;
  const [one, other] = sides;
  const names = useMemo<Names>(
    () => joinNames(namesIn(one.end.actors, one.end.view), namesIn(other.end.actors, other.end.view)),
    [one, other],
  );
  const parting = useMemo(() => partingOf(one.lines, other.lines, readerOf(kind, names)), [kind, one, other, names]);
  const steps = useMemo(() => {
    const { clock } = kind;
    const clocks = clock
      ? ([clock(one.lines as readonly TurnLine[]), clock(other.lines as readonly TurnLine[])] as const)
      : null;
    return stepsOf(parting.shared, [one.head, other.head], clocks);
  }, [kind, one, other, parting]);
  const first = useMemo(() => firstStep(steps, parting.first?.turn ?? parting.shared), [steps, parting]);
  const [step, setStep] = useState(at ?? first);
  const now = Math.min(step, steps.length - 1);
  const labels = [placeInWords(one.place), placeInWords(other.place)] as const;
  return (
    <>
      <Parted kind={kind} names={names} sides={sides} labels={labels} parting={parting} />
      <div className={style.halves} data-place={kind.place}>
        {([0, 1] as const).map((side) => (
          <Half
            key={side}
            run={run}
            kind={kind}
            side={sides[side]}
            label={labels[side]}
            names={names}
            shared={parting.shared}
            turn={steps[now]![side]}
          />
        ))}
      </div>
      <Walk step={now} last={steps.length - 1} turns={steps[now]!} labels={labels} seek={setStep} />
      <Ends comparison={comparison} names={names} labels={labels} />
      {kind.Compare && <kind.Compare run={run} a={one.place} b={other.place} names={labels} />}
      {changes.length > 0 && <Raw comparison={comparison} names={names} labels={labels} />}
    </>
  );
}

/** The first step at which either side stands at a turn. */
const firstStep = (steps: readonly (readonly [number, number])[], turn: number): number =>
  Math.max(
    0,
    steps.findIndex(([a, b]) => a >= turn || b >= turn),
  );

/** Milliseconds that a step is shown while they are played. */
const STEP_MS = 700;

/** The one scrubber of both. */
function Walk({
  step,
  last,
  turns: [a, b],
  labels,
  seek,
}: {
  step: number;
  last: number;
  turns: readonly [number, number];
  labels: readonly [string, string];
  seek: (to: number | ((now: number) => number)) => void;
}) {
  const [playing, setPlaying] = useState(false);
  const goes = playing && step < last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is shown as long as the one before it
  useEffect(() => {
    if (!goes) return setPlaying(false);
    const timer = setTimeout(() => seek((now) => now + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [goes, step, seek]);
  const to = (next: number) => {
    setPlaying(false);
    seek(Math.max(0, Math.min(last, next)));
  };
  const where = t("compareTurns", { one: labels[0], a, other: labels[1], b });
  return (
    <section
      className={style.walk}
      aria-label={t("timeline")}
      style={{ "--share": last === 0 ? 1 : step / last } as CSSProperties}
    >
      <button
        type="button"
        className={parts.button}
        disabled={last === 0}
        onClick={() => {
          if (!goes && step >= last) seek(0);
          setPlaying(!goes);
        }}
      >
        {goes ? t("pause") : t("play")}
      </button>
      <button
        type="button"
        className={parts.button}
        aria-label={t("earlier")}
        aria-disabled={step <= 0}
        onClick={() => to(step - 1)}
      >
        ←
      </button>
      <button
        type="button"
        className={parts.button}
        aria-label={t("later")}
        aria-disabled={step >= last}
        onClick={() => to(step + 1)}
      >
        →
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        disabled={last === 0}
        aria-label={t("bothStories")}
        aria-valuetext={where}
        onChange={(event) => to(Number(event.target.value))}
      />
      <span className={style.where} translate="no">
        {where}
      </span>
    </section>
  );
}

/** How each ends, and what is otherwise then, in the words of their world. */
function Ends({
  comparison: { kind, sides },
  names,
  labels,
}: {
  comparison: Comparison;
  names: Names;
  labels: readonly [string, string];
}) {
  const [one, other] = sides;
  const differing = kind.differences?.(one.end.view, other.end.view, names) ?? [];
  return (
    <section className={style.ends} aria-labelledby="both-ends">
      <h2 id="both-ends">{t("howTheyEnd")}</h2>
      <div className={style.pair}>
        {sides.map((side, i) => (
          <p key={side.place} data-side={i} data-ended={side.end.ending !== null}>
            <small translate="no">{labels[i]}</small>
            <b translate="no">{side.end.ending ?? t("goesOnAt", { turn: side.head })}</b>
          </p>
        ))}
      </div>
      {differing.length > 0 && <Differences changes={differing} sides={labels} />}
    </section>
  );
}

/** Every part of the state that differs, for those who want to know just that. */
function Raw({
  comparison: { kind, changes },
  names,
  labels,
}: {
  comparison: Comparison;
  names: Names;
  labels: readonly [string, string];
}) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  const words = useMemo(
    () => (open ? changesInWords(changes, names, kind.quiet ?? []) : []),
    [open, changes, names, kind],
  );
  return (
    <details ref={box} className={style.raw} onToggle={() => setOpen(box.current?.open === true)}>
      <summary>{n("rawFields", changes.length)}</summary>
      {open &&
        (words.length === 0 ? (
          <Notice kind="good">{t("noticedOnly")}</Notice>
        ) : (
          <Differences changes={words} sides={labels} />
        ))}
    </details>
  );
}
