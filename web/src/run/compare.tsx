// Two places of a run held against each other: in words, and side by side as each looks.
import { useState } from "react";
import parts from "../parts/parts.module.css";
import { Ask, Notice, Working } from "../parts/parts.tsx";
import { changesInWords, type Names, namesIn, type Said } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import style from "./dialogs.module.css";

interface Compared {
  readonly words: readonly Said[];
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
  const heads = branches.map(({ name, head }) => ({ value: name, label: `${name} (turn ${head.turn})` }));
  const choices = [
    ...heads,
    ...(turn === null ? [] : [{ value: `${here}@${turn}`, label: `${here}, turn ${turn}` }]),
    { value: `${here}@0`, label: `${here}, at the beginning` },
  ];
  const [a, setA] = useState(turn === null ? here : `${here}@${turn}`);
  const [b, setB] = useState((turn === null ? heads.find(({ value }) => value !== here)?.value : here) ?? `${here}@0`);
  const [found, setFound] = useState<Compared | "busy" | Error | null>(null);
  const [looks, setLooks] = useState(false);
  const compare = async () => {
    setFound("busy");
    setFound(
      await Promise.all([wire.compare(run, a, b), shownAt(run, a), shownAt(run, b)]).then(
        ([{ changes }, one, other]) => ({
          words: changesInWords(changes, new Map([...namesIn(one.view, other.view), ...names]), quiet),
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
  return (
    <Ask title="Compare" onClose={onClose} wide={looks}>
      <div className={parts.row}>
        <Choice label="From" value={a} choices={choices} onChange={choose(setA)} />
        <Choice label="To" value={b} choices={choices} onChange={choose(setB)} />
        <button type="button" className={parts.primary} onClick={compare} disabled={found === "busy"}>
          Compare
        </button>
      </div>
      <div aria-live="polite" className={style.found}>
        {found === "busy" && <Working>Comparing…</Working>}
        {found instanceof Error && <Notice kind="bad">{found.message}</Notice>}
        {done?.words.length === 0 && <Notice kind="good">There is no difference: the two are alike.</Notice>}
        {done && done.words.length > 0 && <Differences changes={done.words} sides={[a, b]} />}
      </div>
      {done && (
        <button type="button" className={parts.quiet} aria-expanded={looks} onClick={() => setLooks(!looks)}>
          {looks ? "Words alone" : "Side by side"}
        </button>
      )}
      {done && looks && (
        <div className={style.sides}>
          {done.sides.map((side, i) => (
            <figure key={side.head.id + String(i)}>
              <figcaption>{i === 0 ? a : b}</figcaption>
              <kind.Stage view={side.view} legal={[]} names={namesIn(side.actors, side.view)} act={null} />
            </figure>
          ))}
        </div>
      )}
      <div className={`${parts.row} ${parts.end}`}>
        <button type="button" className={parts.button} onClick={onClose}>
          Close
        </button>
      </div>
    </Ask>
  );
}

/** `branch` or `branch@turn`, with all eyes. */
const shownAt = (run: string, place: string): Promise<wire.Shown> => {
  const [branch, at] = place.split("@");
  return wire.show(run, { branch, at: at === undefined ? undefined : Number(at) });
};

/** Changes as a table. */
export function Differences({
  changes,
  sides = ["Before", "After"],
}: {
  changes: readonly Said[];
  sides?: readonly [string, string];
}) {
  return (
    <table className={style.changes}>
      <caption>{changes.length === 1 ? "1 difference" : `${changes.length} differences`}</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, before, after }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{before}</td>
            <td>{after}</td>
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
