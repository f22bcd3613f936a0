// A run's branches as a tree: where each left another, how far it went, and which one is looked at.
import type { ReactNode } from "react";
import parts from "../parts/parts.module.css";
import { ago } from "../say.ts";
import type { Branch, TakenBack } from "../wire.ts";
import { n, t } from "../words.ts";
import style from "./branch-tree.module.css";
import { ROLLBACK } from "./marks.ts";
import { Sign } from "./sign.tsx";
import type { Asking } from "./use-scene.ts";

interface BranchTreeProps {
  /** A run in a file has branches and gets no more. */
  readonly disk: boolean;
  readonly branches: readonly Branch[];
  readonly takenBack: readonly TakenBack[];
  readonly here: string;
  /** The turn looked at. */
  readonly turn: number;
  readonly choose: (branch: string) => void;
  readonly ask: (what: Asking) => void;
  /** Makes a branch of what was taken back. */
  readonly recover: (what: TakenBack) => void;
}

export function BranchTree({ disk, branches, takenBack, here, turn, choose, ask, recover }: BranchTreeProps) {
  const known = new Set(branches.map(({ name }) => name));
  const roots = branches.filter(({ parent }) => parent === null || !known.has(parent.branch));
  const longest = Math.max(1, ...branches.map(({ head }) => head.turn));
  const drawBranch = (branch: Branch): ReactNode => {
    const left = lostLines(takenBack, branch.name, branches);
    const children = branches.filter(({ parent }) => parent?.branch === branch.name);
    return (
      <li key={branch.name}>
        <button
          type="button"
          className={style.branch}
          aria-current={branch.name === here ? "true" : undefined}
          onClick={() => choose(branch.name)}
        >
          <span className={style.name} translate="no">
            {branch.name}
          </span>
          <span className={style.facts}>
            {branch.parent
              ? t("branchFromTo", { from: branch.parent.turn, to: branch.head.turn })
              : t("branchTo", { to: branch.head.turn })}
          </span>
          <Line branch={branch} longest={longest} turn={branch.name === here ? turn : null} />
        </button>
        {children.length + left.length > 0 && (
          <ul>
            {left.map((one) => (
              <li key={one.from.id} className={style.left}>
                <span>
                  <Sign kind={ROLLBACK} />
                  {n("leftTurns", one.from.turn - one.to.turn, {
                    from: one.to.turn + 1,
                    to: one.from.turn,
                    ago: ago(one.at),
                  })}
                </span>
                {!disk && (
                  <button type="button" className={parts.quiet} onClick={() => recover(one)}>
                    {t("bringBack")}
                    <span className="unseen">: {t("turnsFromTo", { from: one.to.turn + 1, to: one.from.turn })}</span>
                  </button>
                )}
              </li>
            ))}
            {children.map(drawBranch)}
          </ul>
        )}
      </li>
    );
  };
  return (
    <div className={style.tree}>
      <h2 className="unseen">{t("branches")}</h2>
      <ul>{roots.map(drawBranch)}</ul>
      <div className={parts.row}>
        {!disk && (
          <button type="button" className={parts.button} onClick={() => ask("branch")}>
            {t("branchFromTurn", { turn })}
          </button>
        )}
      </div>
    </div>
  );
}

/** What was taken back from a branch and stands on no other, each line once: where it was taken back last. */
function lostLines(all: readonly TakenBack[], branch: string, branches: readonly Branch[]): readonly TakenBack[] {
  const kept = new Set(branches.map(({ head }) => head.id));
  const last = new Map(all.filter((one) => one.branch === branch).map((one) => [one.from.id, one]));
  return [...last.values()].filter(({ from }) => !kept.has(from.id));
}

/** How much of the longest branch this one shares, and how much is its own. */
function Line({ branch, longest, turn }: { branch: Branch; longest: number; turn: number | null }) {
  const at = (value: number) => 4 + (value / longest) * 192;
  const left = branch.parent?.turn ?? 0;
  return (
    <svg viewBox="0 0 200 12" preserveAspectRatio="xMinYMid meet" className={style.line} aria-hidden="true">
      <path d={`M4 6H${at(left)}`} data-shared="true" />
      <path d={`M${at(left)} 6H${at(branch.head.turn)}`} />
      <circle cx={at(branch.head.turn)} cy="6" r="3.4" />
      {turn !== null && <path d={`M${at(turn)} 0v12`} data-here="true" />}
    </svg>
  );
}
