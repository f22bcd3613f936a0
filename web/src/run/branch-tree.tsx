// A run's branches as a tree: where each left another, how far it went, and which one is looked at.
import type { ReactNode } from "react";
import parts from "../parts/parts.module.css";
import type { Branch } from "../wire.ts";
import style from "./branch-tree.module.css";
import type { Asking } from "./page.tsx";

export interface BranchTreeProps {
  /** A run in a file has branches and gets no more. */
  readonly disk: boolean;
  readonly branches: readonly Branch[];
  readonly here: string;
  /** The turn looked at. */
  readonly turn: number;
  readonly choose: (branch: string) => void;
  readonly ask: (what: Asking) => void;
}

export function BranchTree({ disk, branches, here, turn, choose, ask }: BranchTreeProps) {
  const known = new Set(branches.map(({ name }) => name));
  const roots = branches.filter(({ parent }) => parent === null || !known.has(parent.branch));
  const longest = Math.max(1, ...branches.map(({ head }) => head.turn));
  const drawn = (branch: Branch): ReactNode => {
    const children = branches.filter(({ parent }) => parent?.branch === branch.name);
    return (
      <li key={branch.name}>
        <button
          type="button"
          className={style.branch}
          aria-current={branch.name === here ? "true" : undefined}
          onClick={() => choose(branch.name)}
        >
          <span className={style.name}>{branch.name}</span>
          <span className={style.facts}>
            {branch.parent && `from turn ${branch.parent.turn}, `}to turn {branch.head.turn}
          </span>
          <Line branch={branch} longest={longest} turn={branch.name === here ? turn : null} />
        </button>
        {children.length > 0 && <ul>{children.map(drawn)}</ul>}
      </li>
    );
  };
  return (
    <div className={style.tree}>
      <h2 className="unseen">Branches</h2>
      <ul>{roots.map(drawn)}</ul>
      <div className={parts.row}>
        {!disk && (
          <button type="button" className={parts.button} onClick={() => ask("branch")}>
            Branch from turn {turn}…
          </button>
        )}
        <button type="button" className={parts.button} onClick={() => ask("compare")}>
          Compare…
        </button>
      </div>
    </div>
  );
}

/** How much of the longest branch this one shares, and how much is its own. */
function Line({ branch, longest, turn }: { branch: Branch; longest: number; turn: number | null }) {
  const at = (value: number) => 4 + (value / longest) * 192;
  const left = branch.parent?.turn ?? 0;
  return (
    <svg viewBox="0 0 200 12" className={style.line} aria-hidden="true">
      <path d={`M4 6H${at(left)}`} data-shared="true" />
      <path d={`M${at(left)} 6H${at(branch.head.turn)}`} />
      <circle cx={at(branch.head.turn)} cy="6" r="3.4" />
      {turn !== null && <path d={`M${at(turn)} 0v12`} data-here="true" />}
    </svg>
  );
}
