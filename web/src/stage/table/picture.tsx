// A picture of the place, drawn from what is known of it: its form and its land by words, its sky by the hour, and a figure for each who is there.
import type { TableView } from "@orrery/worlds/table";
import { useId } from "react";
import { chance } from "../chance.ts";
import { type Around, type Land, type LandForm, landOf } from "./land.ts";
import { isNight, mix, skyAt } from "./sky-colours.ts";

const [WIDTH, HEIGHT, GROUND] = [640, 180, 132];
const FIGURES_MOST = 7;
const INK = "#150d10";

interface Colours {
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  readonly water: string;
  readonly glow: string;
}

export function PlacePicture({ view }: { view: TableView }) {
  const { location, here, companions, combat, time } = view;
  const land = landOf(location);
  const { hour = 12, minute = 0 } = time as { hour?: number; minute?: number };
  const foes = combat
    ? combat.combatants.filter(({ side, health }) => side !== "party" && health !== "down").length
    : 0;
  const party = companions.length + (view.you ? 1 : 0);
  return (
    <Drawn
      seed={location.id}
      land={land}
      hour={hour + minute / 60}
      dark={location.light === "dark"}
      party={Math.min(FIGURES_MOST, party)}
      others={Math.min(FIGURES_MOST, combat ? foes : here.length)}
    />
  );
}

interface DrawnProps {
  readonly seed: string;
  readonly land: Land;
  readonly hour: number;
  readonly dark: boolean;
  readonly party: number;
  readonly others: number;
}

function Drawn(props: DrawnProps) {
  const { land, hour, dark, party, others, seed } = props;
  const id = useId();
  const sky = skyAt(hour);
  const colours: Colours = {
    far: mix(sky.low, "#3a2733", 0.5),
    middle: mix(sky.middle, "#241a20", 0.68),
    near: mix(sky.middle, INK, 0.86),
    water: mix(sky.low, "#22405a", 0.55),
    glow: isNight(hour) || dark || land.indoors ? "#ffb35c" : "#fff2cf",
  };
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}s`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={sky.top} />
          <stop offset="0.5" stopColor={sky.middle} />
          <stop offset="0.76" stopColor={sky.low} />
        </linearGradient>
        <radialGradient id={`${id}g`}>
          <stop offset="0" stopColor={colours.glow} stopOpacity="0.75" />
          <stop offset="1" stopColor={colours.glow} stopOpacity="0" />
        </radialGradient>
      </defs>
      {land.indoors ? (
        <Inside {...props} colours={colours} sky={`url(#${id}s)`} glow={`url(#${id}g)`} />
      ) : (
        <Outside {...props} colours={colours} sky={`url(#${id}s)`} glow={`url(#${id}g)`} />
      )}
      {(isNight(hour) || land.indoors) && <circle cx="250" cy={GROUND} r="90" fill={`url(#${id}g)`} opacity="0.6" />}
      <Figures count={party} from={252} step={17} seed={`${seed} party`} />
      <Figures count={others} from={372} step={21} seed={`${seed} others`} />
    </svg>
  );
}

type PaintedProps = DrawnProps & { readonly colours: Colours; readonly sky: string; readonly glow: string };

function Outside({ seed, land, hour, colours, sky, glow }: PaintedProps) {
  const night = isNight(hour);
  const roll = chance(seed);
  const light = lightAt(hour);
  return (
    <>
      <rect width={WIDTH} height={HEIGHT} fill={sky} />
      {night && <Stars seed={seed} />}
      <circle cx={light.x} cy={light.y} r="70" fill={glow} />
      <circle cx={light.x} cy={light.y} r={night ? 8 : 11} fill={night ? "#e9e4d2" : "#fff3d6"} />
      <path d={ridge(roll, 100, 26)} fill={colours.far} />
      <path d={ridge(roll, 116, 14)} fill={colours.middle} />
      <Surrounds around={land.around} colours={colours} seed={seed} />
      <FormDrawn form={land.form} colours={colours} lit={night} />
      <path d={ridge(roll, 150, 7)} fill={colours.near} />
      {land.around === "marsh" && <Reeds seed={seed} colour={colours.near} y={153} count={60} />}
    </>
  );
}

/** The sun goes over by day, the moon by night, low at either end. */
function lightAt(hour: number): { readonly x: number; readonly y: number } {
  const share = isNight(hour) ? (((hour + 4) % 24) / 9) % 1 : (hour - 5) / 15;
  return { x: 70 + share * 500, y: 104 - Math.sin(Math.PI * share) * 78 };
}

function Stars({ seed }: { seed: string }) {
  const roll = chance(`${seed} stars`);
  return (
    <g fill="#fff">
      {Array.from({ length: 44 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a star is its place
        <circle key={i} cx={roll() * WIDTH} cy={roll() * 92} r={0.5 + roll() * 0.7} opacity={0.35 + roll() * 0.6} />
      ))}
    </g>
  );
}

/** A line of hills as far down as the picture goes. */
function ridge(roll: () => number, y: number, rise: number): string {
  const points = Array.from({ length: 9 }, (_, i) => `${i * 80},${(y - roll() * rise).toFixed(1)}`);
  const curve = points.slice(1).map((point, i) => {
    const [x, at] = point.split(",").map(Number) as [number, number];
    const [px, py] = points[i]!.split(",").map(Number) as [number, number];
    return `C${px + 40},${py} ${x - 40},${at} ${x},${at}`;
  });
  return `M${points[0]}${curve.join("")}V${HEIGHT}H0Z`;
}

function Surrounds({ around, colours, seed }: { around: Around; colours: Colours; seed: string }) {
  const roll = chance(`${seed} around`);
  if (around === "wood") return <Trees seed={seed} colour={colours.middle} />;
  if (around === "hills") return null;
  return (
    <g>
      <rect y="118" width={WIDTH} height="40" fill={colours.water} />
      {Array.from({ length: 26 }, (_, i) => {
        const [x, y] = [roll() * WIDTH, 121 + roll() * 30];
        // biome-ignore lint/suspicious/noArrayIndexKey: a glint is its place
        return <path key={i} d={`M${x} ${y}h${12 + roll() * 34}`} stroke="#fff" strokeOpacity="0.22" strokeWidth="1" />;
      })}
      {around === "marsh" && <Reeds seed={`${seed} far`} colour={colours.middle} y={126} count={44} />}
    </g>
  );
}

function Reeds({ seed, colour, y, count }: { seed: string; colour: string; y: number; count: number }) {
  const roll = chance(`${seed} reeds`);
  const blades = Array.from({ length: count }, () => {
    const [x, tall, lean] = [roll() * WIDTH, 8 + roll() * 16, (roll() - 0.5) * 8];
    return `M${x.toFixed(1)} ${y + 4}q${(lean / 2).toFixed(1)} ${(-tall / 2).toFixed(1)} ${lean.toFixed(1)} ${(-tall).toFixed(1)}`;
  });
  return <path d={blades.join("")} stroke={colour} strokeWidth="1.7" fill="none" strokeLinecap="round" />;
}

function Trees({ seed, colour }: { seed: string; colour: string }) {
  const roll = chance(`${seed} trees`);
  const trees = Array.from({ length: 26 }, () => {
    const [x, tall] = [roll() * WIDTH, 34 + roll() * 36];
    return `M${(x - tall / 4).toFixed(1)} 138l${(tall / 4).toFixed(1)} ${(-tall).toFixed(1)} ${(tall / 4).toFixed(1)} ${tall.toFixed(1)}z`;
  });
  return <path d={trees.join("")} fill={colour} />;
}

/** What stands there, right of the middle; windows are lit where it is night. */
const FORMS: Readonly<Partial<Record<LandForm, string>>> = {
  village:
    "M410 140v-18l16-15 16 15v18zM452 140v-24l20-18 20 18v24zM500 140v-15l14-13 14 13v15zM536 140v-20l13-40 13 40v20z",
  hut: "M470 128v-30l30-24 30 24v30zM474 128v24h4v-24zM496 128v26h4v-26zM522 128v24h4v-24zM455 101l45-36 45 36-5 3-40-31-40 31z",
  stone: "M498 148c-6-34-4-66 12-80 13 8 16 46 12 80zM505 92a6 8 0 1 0 12 0 6 8 0 1 0-12 0",
  ruin: "M410 142V92l12-10v18l14 4V76h10v66zM460 142V84q20-26 40 0v58h-10V92q-10-15-20 0v50zM512 142V70h9l5 12 10-8v68z",
  tower: "M484 144V58l-6-4V42h8v6h8v-6h10v6h8v-6h8v12l-6 4v86zM498 84h6v14h-6zM470 144l6-30h56l6 30z",
  causeway: "",
  road: "",
};
const LIT: Readonly<Partial<Record<LandForm, string>>> = {
  village: "M421 126h5v6h-5zM467 118h6v7h-6zM511 128h4v5h-4z",
  hut: "M494 104h9v9h-9z",
  tower: "M498 84h6v14h-6z",
};

function FormDrawn({ form, colours, lit }: { form: LandForm; colours: Colours; lit: boolean }) {
  const ink = mix(colours.near, colours.middle, 0.25);
  if (form === "road")
    return (
      <path d="M280 180Q360 150 430 136T640 122L640 127T470 142 360 180z" fill={mix(colours.far, "#d9c4a0", 0.35)} />
    );
  if (form === "causeway")
    return (
      <g fill={ink}>
        {Array.from({ length: 13 }, (_, i) => {
          const x = 300 + i * 26;
          const wide = 22 - i;
          return <ellipse key={x} cx={x} cy={152 - i * 2.3} rx={wide / 1.6} ry={wide / 4.2} />;
        })}
      </g>
    );
  if (form === "wood") return <Trees seed="near" colour={ink} />;
  const path = FORMS[form];
  return (
    <>
      {path && <path d={path} fill={ink} fillRule="evenodd" />}
      {lit && LIT[form] && <path d={LIT[form]} fill="#ffc069" />}
    </>
  );
}

function Inside({ seed, land, colours, sky, glow }: PaintedProps) {
  const wall = land.form === "crypt" ? "#1b1418" : land.form === "cave" ? "#211a18" : "#2a1d20";
  const floor = mix(wall, land.around === "water" ? colours.water : "#0c080a", 0.45);
  const roll = chance(seed);
  return (
    <>
      <rect width={WIDTH} height={HEIGHT} fill={wall} />
      {land.form === "hall" &&
        Array.from({ length: 7 }, (_, i) => {
          const x = 20 + i * 94;
          return (
            <g key={x}>
              <path d={`M${x} 124V100q20-36 40 0v24z`} fill={sky} opacity="0.9" />
              <path d={`M${x + 19} 124V80h2v44zM${x} 110h40v1.500h-40z`} fill={wall} />
              <path d={`M${x - 30} 64q47-76 94 0`} fill="none" stroke={mix(wall, "#000000", 0.35)} strokeWidth="6" />
              <path d={`M${x + 57} 0h14v${GROUND}h-14z`} fill={mix(wall, "#000000", 0.35)} />
            </g>
          );
        })}
      {land.form === "crypt" &&
        Array.from({ length: 18 }, (_, i) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a niche is its place
            key={i}
            x={16 + (i % 9) * 70}
            y={i < 9 ? 26 : 76}
            width="52"
            height="32"
            rx="3"
            fill={mix(wall, "#000000", 0.5 + roll() * 0.3)}
          />
        ))}
      {land.form === "cave" && <path d={stalactites(roll)} fill={mix(wall, "#000000", 0.5)} />}
      <path d={`M0 ${GROUND - 8}H${WIDTH}V${HEIGHT}H0z`} fill={floor} />
      {land.around === "water" && <Surrounds around="water" colours={{ ...colours, water: floor }} seed={seed} />}
      <circle cx="470" cy={GROUND - 14} r="80" fill={glow} opacity="0.55" />
    </>
  );
}

const stalactites = (roll: () => number): string =>
  `M0 0${Array.from({ length: 16 }, (_, i) => `L${i * 40} ${(14 + roll() * 20).toFixed(1)}L${i * 40 + 20} ${(20 + roll() * 54).toFixed(1)}`).join("")}L640 10V0z`;

/** Cloaked figures on the ground, of no two heights. */
function Figures({ count, from, step, seed }: { count: number; from: number; step: number; seed: string }) {
  const roll = chance(seed);
  return (
    <g fill={INK}>
      {Array.from({ length: count }, (_, i) => {
        const size = 1.12 + roll() * 0.3;
        return (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its place
            key={i}
            transform={`translate(${from + i * step + roll() * 5} ${156 - roll() * 6}) scale(${size.toFixed(2)})`}
            d="M0-27a4.4 4.8 0 1 1-.01 0zM-7 0Q-5.600-12-3.600-18.500 0-21 3.600-18.500 5.600-12 7 0z"
          />
        );
      })}
    </g>
  );
}
