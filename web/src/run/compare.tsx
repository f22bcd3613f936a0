// Two places of a run held against each other: in words, and side by side as each looks.
import { useState } from "react";
import parts from "../parts/parts.module.css";
import { Ask, Closing, Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { changesInWords, joined, type Names, namesIn, type Said } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { n, t } from "../words.ts";
import style from "./dialogs.module.css";

interface Compared {
  readonly words: readonly Said[];
  /** Whether there is no difference at all, told or not. */
  readonly alike: boolean;
  readonly sides: readonly [wire.Shown, wire.Shown];
}

export interface CompareProps {
  readonly run: string;
  readonly branches: readonly wire.Branch[];
  readonly here: string;
  /** The turn looked at; null: now. */
  readonly turn: number | null;
  readonly names: Names;
  readonly kind: StageKind;
  readonly quiet: readonly string[];
  readonly onClose: () => void;
}

export function CompareAsk({ run, branches, here, turn, names, kind, quiet, onClose }: CompareProps) {
  const heads = branches.map(({ name, head }) => ({
    value: name,
    label: t("branchAt", { branch: name, turn: head.turn }),
  }));
  const choices = [
    ...heads,
    ...(turn === null ? [] : [{ value: `${here}@${turn}`, label: t("branchAtTurn", { branch: here, turn }) }]),
    { value: `${here}@0`, label: t("branchAtStart", { branch: here }) },
  ];
  const [a, setA] = useState(turn === null ? here : `${here}@${turn}`);
  const [b, setB] = useState((turn === null ? heads.find(({ value }) => value !== here)?.value : here) ?? `${here}@0`);
  const [found, setFound] = useState<Compared | "busy" | Error | null>(null);
  const [looks, setLooks] = useState(false);
  const compare = async () => {
    if (found === "busy") return;
    setFound("busy");
    setFound(
      await Promise.all([wire.compare(run, a, b), shownAt(run, a), shownAt(run, b)]).then(
        ([{ changes }, one, other]) => ({
          alike: changes.length === 0,
          words: changesInWords(changes, joined(namesIn(one.view, other.view), names), quiet),
          sides: [one, other] as const,
        }),
        (error: Error) => error,
      ),
    );
  };
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFound(null);
  };
  const done = found !== null && found !== "busy" && !(found instanceof Error) ? found : null;
  const { Compare } = kind;
  const [held, setHeld] = useState<readonly [a: string, b: string] | null>(null);
  return (
    <Ask title={t("compare")} onClose={onClose} wide={looks || held !== null}>
      <div className={`${parts.row} ${style.asked}`}>
        <Choice label={t("from")} value={a} choices={choices} onChange={choose(setA)} />
        <Choice label={t("to")} value={b} choices={choices} onChange={choose(setB)} />
        <button
          type="button"
          className={parts.primary}
          onClick={Compare ? () => setHeld([a, b]) : compare}
          aria-disabled={found === "busy"}
        >
          {t("compare")}
        </button>
      </div>
      <div aria-live="polite" className={style.found}>
        {Compare && held && (
          <Compare run={run} a={held[0]} b={held[1]} names={[sideName(choices, held[0]), sideName(choices, held[1])]} />
        )}
        {found === "busy" && <Working>{t("comparing")}</Working>}
        {found instanceof Error && (
          <Notice kind="bad">
            <Own>{found.message}</Own>
          </Notice>
        )}
        {done?.words.length === 0 && <Notice kind="good">{t(done.alike ? "noDifference" : "noticedOnly")}</Notice>}
        {done && done.words.length > 0 && (
          <Differences changes={done.words} sides={[sideName(choices, a), sideName(choices, b)]} />
        )}
      </div>
      {done && (
        <button type="button" className={parts.quiet} aria-expanded={looks} onClick={() => setLooks(!looks)}>
          {looks ? t("wordsAlone") : t("sideBySide")}
        </button>
      )}
      {done && looks && (
        <div className={style.sides}>
          {done.sides.map((side, i) => (
            <figure key={side.head.id + String(i)}>
              <figcaption translate="no">{sideName(choices, i === 0 ? a : b)}</figcaption>
              <kind.Stage
                view={side.view}
                legal={[]}
                names={namesIn(side.actors, side.view)}
                story={[]}
                act={null}
                shownMs={null}
                scene={null}
              />
            </figure>
          ))}
        </div>
      )}
      <Closing onClose={onClose} />
    </Ask>
  );
}

const sideName = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value;

/** `branch` or `branch@turn`, with all eyes. */
const shownAt = (run: string, place: string): Promise<wire.Shown> => {
  const [branch, at] = place.split("@");
  return wire.show(run, { branch, at: at === undefined ? undefined : Number(at) });
};

/** Changes as a table. */
export function Differences({
  changes,
  sides = [t("before"), t("after")],
}: {
  changes: readonly Said[];
  sides?: readonly [string, string];
}) {
  return (
    <table className={style.changes}>
      <caption>{n("differences", changes.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{t("what")}</th>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, before, after }) => (
          <tr key={what}>
            <th scope="row" translate="no">
              {what}
            </th>
            <td translate="no">{before}</td>
            <td translate="no">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <label className={parts.field}>
      {label}
      <select className={parts.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
