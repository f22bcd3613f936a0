// The table top: who fights and where, or who is here and which ways lead on; and the dice as they fell.
import type { CombatantView, CombatView, TableView } from "@orrery/worlds/table";
import type { StageProps, StageScene } from "../stage.ts";
import clothStyle from "./cloth.module.css";
import { DiceTray } from "./dice.tsx";
import partsStyle from "./parts.module.css";
import { Bar, lengthOf } from "./parts.tsx";
import { PlacesMap } from "./places.tsx";
import { say } from "./words.ts";

interface ClothProps {
  readonly view: TableView;
  readonly scene: StageScene | null;
  readonly act: StageProps["act"];
}

export function Cloth({ view, scene, act }: ClothProps) {
  return (
    <section className={clothStyle.cloth}>
      {view.combat ? <Fight combat={view.combat} /> : <Around view={view} scene={scene} act={act} />}
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
  // Two squares around everybody, and never so few that tokens fill the map.
  const [left, top] = [Math.min(...xs) - 2, Math.min(...ys) - 2];
  const [width, height] = [Math.max(8, Math.max(...xs) - left + 3), Math.max(6, Math.max(...ys) - top + 3)];
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
          <Token key={one.id} one={one} all={placed} />
        ))}
      </svg>
    </>
  );
}
const describe = ({ name, square, health }: CombatantView): string => `${name} ${square!.join(",")} ${health}`;

function Token({ one, all }: { one: CombatantView; all: readonly CombatantView[] }) {
  const { name, side, square, turn, health } = one;
  const [x, y] = square!;
  // A name stands under its token, or over it where somebody stands in the way.
  const isAbove = all.some(({ square }) => square![1] === y + 1 && Math.abs(square![0] - x) <= 1);
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
      <text textAnchor="middle" y={isAbove ? -16 : 24} className={clothStyle.under}>
        {shortName(name, all)}
      </text>
    </g>
  );
}

const PROP_WORDS = { open: "propOpen", empty: "propEmpty", broken: "propBroken" } as const;

/** The first word of a name, where nobody else has it. */
function shortName(name: string, all: readonly CombatantView[]): string {
  const [first = name] = name.split(" ");
  return all.filter((one) => one.name.startsWith(first)).length === 1 ? first : name;
}

function Around({ view, scene, act }: ClothProps) {
  const idle = !act || scene?.busy !== null;
  const actorId = view.you?.id ?? view.who;
  return (
    <div className={clothStyle.around}>
      <p className={clothStyle.where} translate="no">
        {view.location.description}
      </p>
      {view.companions.length > 0 && (
        <>
          <h3>{say("party")}</h3>
          <ul className={clothStyle.people}>
            {view.companions.map(({ id, name, hp, hpMax, status }) => (
              <li key={id}>
                <b translate="no">{name}</b>{" "}
                <small>
                  {hp}/{hpMax.value} {say("hp")}
                  {status === "conscious" ? "" : ` · ${status}`}
                </small>
                <Bar value={hp} most={hpMax.value} tone="hp" />
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{say("here")}</h3>
      {view.here.length === 0 && <p className={partsStyle.small}>{say("nobody")}</p>}
      <ul className={clothStyle.people}>
        {view.here.map(({ id, name, role, disposition, health, wares }) => (
          <li key={id}>
            <b translate="no">{name}</b> <small>{[role, disposition, health].filter(Boolean).join(" · ")}</small>
            {wares.length > 0 && (
              <details>
                <summary>{say("sells", { n: wares.length })}</summary>
                <ul className={clothStyle.wares}>
                  {wares.map(({ kind, name: ware, price }) => (
                    <li key={kind}>
                      <span translate="no">{ware}</span>
                      <button
                        type="button"
                        disabled={idle || price > (view.you?.gold ?? 0)}
                        onClick={() => act?.({ actorId, type: "buy", targetId: kind, metadata: { from: id } })}
                      >
                        {say("buy", { price })}
                        <span className="unseen"> {ware}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
      {view.lying.length > 0 && (
        <>
          <h3>{say("lying")}</h3>
          <ul className={clothStyle.people}>
            {view.lying.map(({ id, name, count }) => (
              <li key={id}>
                <span translate="no">
                  {name}
                  {count > 1 && ` × ${count}`}
                </span>{" "}
                <button
                  type="button"
                  disabled={idle}
                  onClick={() => act?.({ actorId, type: "take", targetId: id, metadata: {} })}
                >
                  {say("take")}
                  <span className="unseen"> {name}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {view.props.length > 0 && (
        <>
          <h3>{say("scenery")}</h3>
          <ul className={clothStyle.people}>
            {view.props.map(({ id, name, description, state }) => (
              <li key={id}>
                <b translate="no">{name}</b>{" "}
                <small translate="no">
                  {description}
                  {state in PROP_WORDS && ` (${say(PROP_WORDS[state as keyof typeof PROP_WORDS])})`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{say("ways")}</h3>
      <ul className={clothStyle.people}>
        {view.ways.map(({ to, name, miles, seconds, arrives }) => (
          <li key={to}>
            <button
              type="button"
              disabled={idle}
              onClick={() => act?.({ actorId, type: "travel", locationId: to, metadata: {} })}
              translate="no"
            >
              {name}
            </button>{" "}
            <small>{say("miles", { miles, time: lengthOf(seconds), arrives })}</small>
          </li>
        ))}
      </ul>
      {view.map.length > 1 && (
        <div className={clothStyle.map}>
          <PlacesMap view={view} />
        </div>
      )}
    </div>
  );
}
