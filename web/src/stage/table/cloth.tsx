// The table top: who fights and where, or who is here and which ways lead on; and the dice as they fell.
import type { CombatantView, CombatView, RollView, TableView } from "@orrery/worlds/table";
import type { StageScene } from "../stage.ts";
import clothStyle from "./cloth.module.css";
import partsStyle from "./parts.module.css";
import { Bar, lengthOf, signed } from "./parts.tsx";
import { say } from "./words.ts";

export function Cloth({ view, scene }: { view: TableView; scene: StageScene | null }) {
  return (
    <section className={clothStyle.cloth}>
      {view.combat ? <Fight combat={view.combat} /> : <Around view={view} scene={scene} />}
      <DiceTray view={view} scene={scene} />
    </section>
  );
}

/** Side is a shape: a circle is you or an ally, a diamond a foe, a square anybody else. */
const SIDES = {
  party: "M0-12a12 12 0 1 1-.01 0z",
  foes: "M0-14L14 0 0 14-14 0z",
  others: "M-11-11h22v22h-22z",
} as const;
const CELL = 34;

function Fight({ combat }: { combat: CombatView }) {
  const placed = combat.combatants.filter(({ square }) => square !== null);
  const xs = placed.map(({ square }) => square![0]);
  const ys = placed.map(({ square }) => square![1]);
  const [left, top] = [Math.min(0, ...xs) - 2, Math.min(0, ...ys) - 2];
  const [width, height] = [Math.max(10, ...xs) - left + 3, Math.max(8, ...ys) - top + 3];
  const onTurn = placed.find(({ turn }) => turn);
  return (
    <>
      <ol className={clothStyle.order} aria-label={say("order")}>
        {combat.combatants.map((one) => (
          <li
            key={one.id}
            data-turn={one.turn}
            data-down={one.health === "down"}
            aria-current={one.turn ? "step" : undefined}
          >
            <b translate="no">{one.name}</b>
            {one.hp ? <Bar value={one.hp.current} most={one.hp.max} tone="hp" /> : <small>{one.health}</small>}
            <small>
              {one.hp ? `${one.hp.current}/${one.hp.max}` : ""}{" "}
              {one.armourClass === null ? "" : say("ac", { ac: one.armourClass })}
            </small>
          </li>
        ))}
      </ol>
      <svg
        className={clothStyle.battle}
        viewBox={`${left * CELL} ${top * CELL} ${width * CELL} ${height * CELL}`}
        role="img"
        aria-label={`${say("battle")}: ${placed.map(describe).join("; ")}`}
      >
        {Array.from({ length: width + 1 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <path key={`x${i}`} d={`M${(left + i) * CELL} ${top * CELL}v${height * CELL}`} className={clothStyle.grid} />
        ))}
        {Array.from({ length: height + 1 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <path key={`y${i}`} d={`M${left * CELL} ${(top + i) * CELL}h${width * CELL}`} className={clothStyle.grid} />
        ))}
        {onTurn && (
          <rect
            x={(onTurn.square![0] - 1) * CELL}
            y={(onTurn.square![1] - 1) * CELL}
            width={CELL * 3}
            height={CELL * 3}
            className={clothStyle.reach}
          />
        )}
        {placed.map((one) => (
          <Token key={one.id} one={one} />
        ))}
      </svg>
    </>
  );
}
const describe = ({ name, square, health }: CombatantView): string => `${name} ${square!.join(",")} ${health}`;

function Token({ one: { name, side, square, turn, health } }: { one: CombatantView }) {
  const [x, y] = square!;
  return (
    <g
      transform={`translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`}
      className={clothStyle.token}
      data-side={side}
      data-turn={turn}
      data-down={health === "down"}
    >
      <path d={SIDES[side]} />
      <text textAnchor="middle" y="4">
        {name.slice(0, 2)}
      </text>
      <text textAnchor="middle" y="26" className={clothStyle.under}>
        {name}
      </text>
    </g>
  );
}

function Around({ view, scene }: { view: TableView; scene: StageScene | null }) {
  const act = scene?.say ?? null;
  return (
    <div className={clothStyle.around}>
      <h3>{say("here")}</h3>
      {view.here.length === 0 && <p className={partsStyle.small}>{say("nobody")}</p>}
      <ul className={clothStyle.people}>
        {view.here.map(({ id, name, role, disposition, health, wares }) => (
          <li key={id}>
            <b translate="no">{name}</b> <small>{[role, disposition, health].filter(Boolean).join(" · ")}</small>
            {wares.length > 0 && <small> · {wares.map(({ kind, price }) => `${kind} ${price} gp`).join(", ")}</small>}
          </li>
        ))}
      </ul>
      <h3>{say("ways")}</h3>
      <ul className={clothStyle.people}>
        {view.ways.map(({ to, name, miles, seconds }) => (
          <li key={to}>
            <button
              type="button"
              disabled={!act || scene?.busy !== null}
              onClick={() => act?.(`go to ${name}`)}
              translate="no"
            >
              {name}
            </button>{" "}
            <small>{say("miles", { miles, time: lengthOf(seconds) })}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Outlines of dice by their sides, in a square of 48. */
const DICE: Readonly<Record<number, string>> = {
  4: "M24 5L43 41H5z",
  6: "M8 8h32v32H8z",
  8: "M24 3l18 21-18 21L6 24z",
  10: "M24 3l19 18-8 21H13L5 21z",
  12: "M24 3l16 6 6 15-6 15-16 6-16-6-6-15 6-15z",
  20: "M24 2l19 11v22L24 46 5 35V13z",
};

function DiceTray({ view, scene }: { view: TableView; scene: StageScene | null }) {
  return (
    <div className={clothStyle.dice} key={view.sequence}>
      <p>
        {say(view.dice.length > 0 ? "rolled" : "nothingRolled")}
        {view.dice.length > 0 && scene && !scene.seat && (
          <button type="button" onClick={() => scene.show("inspect")}>
            {say("proof")}
          </button>
        )}
      </p>
      <ul>
        {view.dice.map((roll, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a roll is its place
          <Rolled key={i} roll={roll} names={view} order={i} />
        ))}
      </ul>
    </div>
  );
}

function Rolled({ roll, names, order }: { roll: RollView; names: TableView; order: number }) {
  const { who, purpose, sides, dice, modifier, total, dc, ac, outcome, text } = roll;
  const good = outcome === undefined || /hit|success/i.test(outcome);
  const name =
    [names.you, ...names.companions].find((one) => one?.id === who)?.name ??
    [...names.here, ...(names.combat?.combatants ?? [])].find(({ id }) => id === who)?.name ??
    who;
  return (
    <li style={{ animationDelay: `${order * 70}ms` }} data-good={good} title={text}>
      <span className={clothStyle.faces}>
        {dice.slice(0, 4).map((face, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a die is its place
          <svg key={i} viewBox="0 0 48 48" aria-hidden="true">
            <path d={DICE[sides] ?? DICE[20]} />
            <text x="24" y="30" textAnchor="middle">
              {face}
            </text>
          </svg>
        ))}
      </span>
      <b>
        {total} <small>{dc !== undefined ? say("against", { dc }) : ac !== undefined ? say("ac", { ac }) : ""}</small>
      </b>
      {outcome && <em>{outcome}</em>}
      <small>
        <span translate="no">{name}</span>: {purpose}
        {modifier !== 0 && ` (${signed(modifier)})`}
      </small>
      <span className="unseen">{text}</span>
    </li>
  );
}
