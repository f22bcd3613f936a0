// The dice as they fell this turn, each roll openable to its proof: where its dice come from, and whether they are the ones that were promised.
import type { RollView, TableView } from "@orrery/worlds/table";
import { useEffect, useState } from "react";
import { Ask, Closing, Working } from "../../parts/parts.tsx";
import { Rolls } from "../../run/rolls.tsx";
import type { Names } from "../../say.ts";
import * as wire from "../../wire.ts";
import type { StageScene } from "../stage.ts";
import diceStyle from "./dice.module.css";
import { withSign } from "./parts.tsx";
import { turnsTold } from "./stream.ts";
import { say } from "./words.ts";

/** Outlines of dice by their sides, in a square of 48. */
const OUTLINES: Readonly<Record<number, string>> = {
  4: "M24 5L43 41H5z",
  6: "M8 8h32v32H8z",
  8: "M24 3l18 21-18 21L6 24z",
  10: "M24 3l19 18-8 21H13L5 21z",
  12: "M24 3l16 6 6 15-6 15-16 6-16-6-6-15 6-15z",
  20: "M24 2l19 11v22L24 46 5 35V13z",
};
/** Edges between the faces that are seen. */
const EDGES: Readonly<Record<number, string>> = {
  4: "M24 5L29 41",
  6: "M8 8l4 4h24l4-4M12 12v24l-4 4M36 12v24l4 4M12 36h24",
  8: "M6 24l18 8 18-8M24 3L12 27 24 45 36 27z",
  10: "M24 3L14 27 24 34 34 27zM14 27L5 21M34 27l9-6M24 34v8",
  12: "M24 11l11 8-4 13H17l-4-13zM24 3v8M40 9l-5 10M46 24l-15 8M24 45L17 32M8 9l5 10",
  20: "M24 13L36 33H12zM24 2v11M43 13L24 13 5 13M43 13l-7 20 7 2M5 13l7 20-7 2M12 33l12 13 12-13",
};
/** Faces that are drawn; the rest are in the words beside them. */
const DRAWN = 4;

export function DiceTray({ view, scene }: { view: TableView; scene: StageScene | null }) {
  const [opened, setOpened] = useState<number | null>(null);
  const open = scene && !scene.seat && !scene.disk ? setOpened : null;
  const { dice } = view;
  const names = namesOf(view);
  return (
    <>
      <div className={diceStyle.tray} key={view.sequence}>
        <p>
          {say(dice.length > 0 ? "rolled" : "nothingRolled")}
          {dice.length > 0 && open && <small>{say("openOne")}</small>}
        </p>
        <ul>
          {dice.map((roll, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a roll is its place
              key={i}
              style={{ animationDelay: `${i * 70}ms` }}
              data-good={roll.outcome === undefined || /hit|success/i.test(roll.outcome)}
            >
              {open ? (
                <button type="button" onClick={() => open(i)} title={roll.text}>
                  <Rolled roll={roll} names={names} />
                  <span className="unseen">. {say("proof")}</span>
                </button>
              ) : (
                <Rolled roll={roll} names={names} />
              )}
            </li>
          ))}
        </ul>
      </div>
      {scene && opened !== null && dice[opened] && (
        <ProofAsk view={view} scene={scene} at={opened} names={names} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

const namesOf = ({ you, companions, here, combat }: TableView): Names =>
  new Map(
    [...(you ? [you] : []), ...companions, ...here, ...(combat?.combatants ?? [])].map(({ id, name }) => [id, name]),
  );

function Rolled({ roll, names }: { roll: RollView; names: Names }) {
  const { who, purpose, sides, dice, kept, modifier, total, dc, ac, outcome, text } = roll;
  const name = names.get(who) ?? who;
  const taken = kept === "higher" ? Math.max(...dice) : kept === "lower" ? Math.min(...dice) : null;
  return (
    <>
      <span className={diceStyle.faces} aria-hidden="true">
        {dice.slice(0, DRAWN).map((face, i) => (
          <svg
            // biome-ignore lint/suspicious/noArrayIndexKey: a die is its place
            key={i}
            viewBox="0 0 48 48"
            aria-hidden="true"
            data-dropped={taken !== null && i !== dice.indexOf(taken)}
          >
            <path d={OUTLINES[sides] ?? OUTLINES[20]} />
            <path d={EDGES[sides] ?? EDGES[20]} />
            <text x="24" y={sides === 4 ? 36 : 30} textAnchor="middle">
              {face}
            </text>
          </svg>
        ))}
      </span>
      <span className={diceStyle.result} aria-hidden="true">
        <b>
          {total}
          <small>
            {modifier !== 0 && ` (${withSign(modifier)})`}{" "}
            {dc !== undefined ? say("against", { dc }) : ac !== undefined ? say("ac", { ac }) : ""}
          </small>
          {outcome && <em>{outcome}</em>}
        </b>
        <span translate="no">{purpose.includes(name) ? purpose : `${name}: ${purpose}`}</span>
      </span>
      <span className="unseen">{text}</span>
    </>
  );
}

function ProofAsk({
  view,
  scene,
  at,
  names,
  onClose,
}: {
  view: TableView;
  scene: StageScene;
  at: number;
  names: Names;
  onClose: () => void;
}) {
  const proofs = useRolls(scene);
  const before = view.dice.slice(0, at).reduce((count, { dice }) => count + dice.length, 0);
  const { text, dice } = view.dice[at]!;
  const own = proofs?.slice(before, before + dice.length) ?? [];
  const belongs = own.length === dice.length && own.every(({ value }, i) => value === dice[i]);
  return (
    <Ask title={text} onClose={onClose}>
      <p>{say("proofText")}</p>
      {proofs === null ? (
        <Working>{say("readingProof")}</Working>
      ) : belongs ? (
        <Rolls
          rolls={own}
          lines={scene.lines as readonly wire.TurnLine[]}
          names={names}
          reveal={async () => void (await wire.reveal(scene.run, scene.branch))}
        />
      ) : (
        <p role="alert">{say("noProof")}</p>
      )}
      <Closing onClose={onClose} />
    </Ask>
  );
}

/** Every die of the newest message, in the order in which they fell, with where each comes from. Null while it is read. */
function useRolls({ run, branch, lines, turn }: StageScene): readonly wire.RollProof[] | null {
  const [rolls, setRolls] = useState<readonly wire.RollProof[] | null>(null);
  useEffect(() => {
    let stale = false;
    Promise.all(turnsTold(lines, turn).map((one) => wire.why(run, String(one), branch))).then(
      (found) => !stale && setRolls(found.flatMap((one) => one.rolls)),
      () => !stale && setRolls([]),
    );
    return () => {
      stale = true;
    };
  }, [run, branch, lines, turn]);
  return rolls;
}
