// The table top: who fights and where, or who is here and which ways lead on; and the dice as they fell.
import type { CombatantView, CombatView, TableView } from "@orrery/worlds/table";
import type { StageProps, StageScene } from "../stage.ts";
import clothStyle from "./cloth.module.css";
import { DiceTray } from "./dice.tsx";
import { Floor } from "./floor.tsx";
import { landOf } from "./land.ts";
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
      {view.combat ? <Fight view={view} combat={view.combat} /> : <Around view={view} scene={scene} act={act} />}
      <DiceTray view={view} scene={scene} />
    </section>
  );
}

/** Side is a shape: a circle is you, a square an ally, a diamond a foe, a hexagon anybody else. */
const SHAPES = {
  you: "M0-10a10 10 0 1 1-.01 0z",
  ally: "M-6-8.500H6a2.500 2.500 0 0 1 2.500 2.500V6A2.500 2.500 0 0 1 6 8.500H-6A2.500 2.500 0 0 1-8.500 6V-6A2.500 2.500 0 0 1-6-8.500z",
  foe: "M0-11.500L11.500 0 0 11.500-11.500 0z",
  other: "M0-10.500L9-5.200V5.200L0 10.500-9 5.200V-5.200z",
} as const;
type TokenShape = keyof typeof SHAPES;
const shapeOf = ({ id, side }: CombatantView, you: TableView["you"]): TokenShape =>
  side === "foes" ? "foe" : side === "others" ? "other" : id === you?.id ? "you" : "ally";
const CELL = 34;
const FEET = 5;

function Fight({ view, combat }: { view: TableView; combat: CombatView }) {
  const placed = combat.combatants.filter(({ square }) => square !== null);
  const xs = placed.map(({ square }) => square![0]);
  const ys = placed.map(({ square }) => square![1]);
  // Two squares around everybody, and never so few that tokens fill the map.
  const [left, top] = [Math.min(...xs) - 2, Math.min(...ys) - 2];
  const [width, height] = [Math.max(8, Math.max(...xs) - left + 3), Math.max(6, Math.max(...ys) - top + 3)];
  const onTurn = placed.find(({ turn }) => turn);
  const { you } = view;
  const reach = onTurn?.id === you?.id && you ? Math.max(FEET, ...you.attacks.map((one) => one.reach)) : FEET;
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
            <b translate="no">
              <svg viewBox="-12 -12 24 24" className={clothStyle.sign} role="img" aria-label={say(shapeOf(one, you))}>
                <path d={SHAPES[shapeOf(one, you)]} data-shape={shapeOf(one, you)} />
              </svg>
              <span title={one.name}>{shortName(one.name, combat.combatants)}</span>
            </b>
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
        <Floor
          seed={view.location.id}
          land={landOf(view.location)}
          light={view.location.light}
          cell={CELL}
          taken={placed.map(({ square }) => square!)}
          lamps={placed.filter(({ side }) => side === "party").map(({ square }) => square!)}
        />
        {onTurn && (
          <RangeOf at={onTurn.square!} squares={reach / FEET} words={say("reach", { n: reach })} kind="reach" />
        )}
        {onTurn && combat.economy && combat.economy.movement >= FEET && (
          <RangeOf at={onTurn.square!} squares={Math.floor(combat.economy.movement / FEET)} words="" kind="move" />
        )}
        {placed.map((one) => (
          <Token key={one.id} one={one} all={placed} shape={shapeOf(one, you)} />
        ))}
      </svg>
    </>
  );
}
/** The squares around somebody, this many each way. */
function RangeOf({
  at: [x, y],
  squares,
  words,
  kind,
}: {
  at: readonly [number, number];
  squares: number;
  words: string;
  kind: "reach" | "move";
}) {
  return (
    <g className={clothStyle.range} data-kind={kind}>
      <rect
        x={(x - squares) * CELL}
        y={(y - squares) * CELL}
        width={CELL * (2 * squares + 1)}
        height={CELL * (2 * squares + 1)}
        rx="5"
      />
      <text x={(x - squares) * CELL + 3} y={(y - squares) * CELL - 4}>
        {words}
      </text>
    </g>
  );
}

/** Hit points as they are known; where they are not, as much of them as can be seen. */
const SEEN = { unhurt: 1, hurt: 0.7, bloodied: 0.35, down: 0 } as const;
const RING = 14;
/** Part of a circle, from its top. */
function arc(share: number): string {
  const end = 2 * Math.PI * Math.min(share, 0.9999);
  return `M0 ${-RING}A${RING} ${RING} 0 ${share > 0.5 ? 1 : 0} 1 ${(Math.sin(end) * RING).toFixed(2)} ${(-Math.cos(end) * RING).toFixed(2)}`;
}

const describe = ({ name, square, health }: CombatantView): string => `${name} ${square!.join(",")} ${health}`;

function Token({ one, all, shape }: { one: CombatantView; all: readonly CombatantView[]; shape: TokenShape }) {
  const { name, square, turn, health, hp, conditions } = one;
  const share = hp ? hp.current / Math.max(1, hp.max) : SEEN[health];
  const [x, y] = square!;
  // A name stands under its token; where somebody stands in the way, over it, or else beside it.
  const wide = shortName(name, all).length > 6 ? 1 : 0;
  const isTaken = (row: number) => all.some(({ square }) => square![1] === row && Math.abs(square![0] - x) <= wide);
  const place = !isTaken(y + 1) ? "below" : !isTaken(y - 1) ? "above" : "beside";
  return (
    <g
      transform={`translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL})`}
      className={clothStyle.token}
      data-turn={turn}
      data-down={health === "down"}
    >
      <path d={SHAPES[shape]} data-shape={shape} className={clothStyle.body} />
      <circle r={RING} className={clothStyle.ring} />
      {share > 0 && (
        <path
          d={arc(share)}
          className={clothStyle.left}
          data-share={share > 0.5 ? "much" : share > 0.25 ? "some" : "little"}
        />
      )}
      <text textAnchor="middle" y="4">
        {name.slice(0, 2)}
      </text>
      {conditions.length > 0 && (
        <g transform="translate(11 -11)" className={clothStyle.worn}>
          <title>{conditions.join(", ")}</title>
          <circle r="6" />
          <text textAnchor="middle" y="3">
            {conditions.length > 1 ? conditions.length : conditions[0]!.slice(0, 1).toUpperCase()}
          </text>
        </g>
      )}
      <text {...NAME_AT[place]} className={clothStyle.under}>
        {shortName(name, all)}
      </text>
    </g>
  );
}

const NAME_AT = {
  below: { textAnchor: "middle", y: 26 },
  above: { textAnchor: "middle", y: -19 },
  beside: { textAnchor: "start", x: 18, y: 4 },
} as const;
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
            <small>{miles === 0 ? say("closeBy") : say("miles", { miles, time: lengthOf(seconds), arrives })}</small>
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
