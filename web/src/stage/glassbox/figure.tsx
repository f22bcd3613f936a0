// The lamp folk: players told apart by outline, topper, hue and letters, so that no two are told apart by colour alone. Drawn in a box of 100, feet at the origin.
import type { ReactNode } from "react";
import style from "./glassbox.module.css";

type BodyShape = keyof typeof BODIES;
type Topper = "antenna" | "phones" | "sprout" | "bow" | "fin" | "crown" | "ears" | "halo" | "hat" | "brim";
interface FigureLook {
  readonly fill: string;
  readonly dark: string;
  readonly ink: string;
  readonly letters: string;
  readonly shape: BodyShape;
  readonly top: Topper;
}
/** By colour, as the world names its seats. */
const LOOKS: Readonly<Record<string, FigureLook>> = {
  red: { fill: "#d2402f", dark: "#8a2218", ink: "#fff", letters: "R", shape: "round", top: "antenna" },
  blue: { fill: "#386fd8", dark: "#1d438f", ink: "#fff", letters: "Bl", shape: "square", top: "phones" },
  green: { fill: "#3fb870", dark: "#1c6e40", ink: "#06240f", letters: "G", shape: "kite", top: "sprout" },
  pink: { fill: "#f6a2d2", dark: "#b4588e", ink: "#3a0f29", letters: "Pi", shape: "hex", top: "bow" },
  orange: { fill: "#f6952a", dark: "#a8560a", ink: "#2e1500", letters: "O", shape: "penta", top: "fin" },
  yellow: { fill: "#f5de55", dark: "#a98d12", ink: "#2f2703", letters: "Y", shape: "bell", top: "crown" },
  black: { fill: "#3d4457", dark: "#191d28", ink: "#fff", letters: "Bk", shape: "arch", top: "ears" },
  white: { fill: "#f1f3f6", dark: "#a3acbd", ink: "#1b2130", letters: "W", shape: "octo", top: "halo" },
  purple: { fill: "#8b57e2", dark: "#4d2594", ink: "#fff", letters: "Pu", shape: "drop", top: "hat" },
  brown: { fill: "#b47a4d", dark: "#6b421f", ink: "#1f0f03", letters: "Br", shape: "barrel", top: "brim" },
  cyan: { fill: "#36cfd4", dark: "#12777b", ink: "#06191a", letters: "C", shape: "drop", top: "phones" },
  lime: { fill: "#8fe04a", dark: "#4a8417", ink: "#0f1a06", letters: "L", shape: "round", top: "sprout" },
  maroon: { fill: "#93304b", dark: "#4d1425", ink: "#fff", letters: "M", shape: "square", top: "hat" },
  coral: { fill: "#ef7c72", dark: "#9c3f37", ink: "#1f0d0b", letters: "Co", shape: "hex", top: "fin" },
  tan: { fill: "#c9b48f", dark: "#7d6a48", ink: "#1a150c", letters: "T", shape: "barrel", top: "ears" },
};
const UNKNOWN: FigureLook = {
  fill: "#8a8f9c",
  dark: "#4b505c",
  ink: "#fff",
  letters: "?",
  shape: "round",
  top: "antenna",
};
export const lookOf = (id: string): FigureLook => LOOKS[id] ?? UNKNOWN;
/** In which a way or a line stands off a dark ground. */
export const inkOf = (id: string): string => (id === "black" ? "#8d99ba" : lookOf(id).fill);

/** Bodies stand on legs, from -10 up to about -92. */
const BODIES = {
  round: "M0-92C24-92 40-73 40-51S24-10 0-10-40-29-40-51-24-92 0-92z",
  square: "M-27-88H27Q38-88 38-77V-21Q38-10 27-10H-27Q-38-10-38-21V-77Q-38-88-27-88z",
  kite: "M-7-93Q0-99 7-93L43-56Q48-50 43-44L8-13Q0-6-8-13L-43-44Q-48-50-43-56z",
  hex: "M-20-90H20Q26-90 29-85L45-55Q47-50 45-45L29-15Q26-10 20-10H-20Q-26-10-29-15L-45-45Q-47-50-45-55L-29-85Q-26-90-20-90z",
  penta: "M-6-94Q0-98 6-94L41-66Q46-62 44-56L31-16Q29-10 23-10H-23Q-29-10-31-16L-44-56Q-46-62-41-66z",
  bell: "M0-92C17-92 22-78 25-62S36-34 44-22Q49-10 37-10H-37Q-49-10-44-22C-36-34-28-46-25-62S-17-92 0-92z",
  arch: "M0-93C23-93 35-77 35-57V-19Q35-10 26-10H-26Q-35-10-35-19V-57C-35-77-23-93 0-93z",
  octo: "M-16-91H16L39-68V-32L16-10H-16L-39-32V-68z",
  drop: "M0-98C7-82 42-64 42-40 42-22 24-10 0-10S-42-22-42-40C-42-64-7-82 0-98z",
  barrel: "M-26-88H26C33-76 44-66 44-49S33-22 26-10H-26C-33-22-44-32-44-49S-33-76-26-88z",
} as const;

const TOPPERS: Readonly<Record<Topper, (look: FigureLook) => ReactNode>> = {
  antenna: (c) => (
    <>
      <path d="M3-90Q9-104 17-107" fill="none" stroke="#0a0d14" strokeWidth="9" strokeLinecap="round" />
      <path d="M3-90Q9-104 17-107" fill="none" stroke={c.fill} strokeWidth="4" strokeLinecap="round" />
      <circle cx="18" cy="-108" r="7.5" fill="#ffdf9e" stroke="#0a0d14" strokeWidth="3.5" />
    </>
  ),
  phones: (c) => (
    <>
      <path d="M-37-60Q-40-100 0-100T37-60" fill="none" stroke="#0a0d14" strokeWidth="10" />
      <path d="M-37-60Q-40-100 0-100T37-60" fill="none" stroke="#dfe8fb" strokeWidth="4.5" />
      <rect x="-47" y="-70" width="14" height="25" rx="6" fill={c.dark} stroke="#0a0d14" strokeWidth="3.5" />
      <rect x="33" y="-70" width="14" height="25" rx="6" fill={c.dark} stroke="#0a0d14" strokeWidth="3.5" />
    </>
  ),
  sprout: () => (
    <>
      <path d="M0-92Q-2-104 4-112" fill="none" stroke="#0a0d14" strokeWidth="8" strokeLinecap="round" />
      <path
        d="M3-106Q12-124 30-120 26-102 3-106zM0-104Q-10-116-24-110-18-96 0-104z"
        fill="#9be36a"
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
    </>
  ),
  bow: (c) => (
    <>
      <path
        d="M0-92-22-104V-80zM0-92 22-104V-80z"
        fill="#fff0f8"
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <circle cx="0" cy="-92" r="6" fill={c.dark} stroke="#0a0d14" strokeWidth="3" />
    </>
  ),
  fin: (c) => (
    <>
      <path
        d="M-16-84Q-14-116 18-114 8-104 14-84z"
        fill={c.dark}
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
    </>
  ),
  crown: () => (
    <>
      <path
        d="M-19-86-23-108-9-97 0-113 9-97 23-108 19-86z"
        fill="#fff3b0"
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
    </>
  ),
  ears: (c) => (
    <>
      <path
        d="M-32-74-30-108-8-90zM32-74 30-108 8-90z"
        fill={c.fill}
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="M-26-86-26-98-17-91zM26-86 26-98 17-91z" fill="#8f9ab8" />
    </>
  ),
  halo: () => (
    <>
      <ellipse cx="0" cy="-105" rx="21" ry="6.5" fill="none" stroke="#0a0d14" strokeWidth="8" />
      <ellipse cx="0" cy="-105" rx="21" ry="6.5" fill="none" stroke="#ffdf9e" strokeWidth="4" />
    </>
  ),
  hat: (c) => (
    <>
      <path
        d="M-22-78Q-6-90 6-124 12-96 22-78 0-70-22-78z"
        fill={c.dark}
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="m2-100 3 6 7 1-5 4 1 7-6-3-6 3 1-7-5-4 7-1z" fill="#ffdf9e" />
    </>
  ),
  brim: (c) => (
    <>
      <path
        d="M-42-84Q0-74 42-84 42-91 24-92L19-111Q0-117-19-111L-24-92Q-42-91-42-84z"
        fill={c.dark}
        stroke="#0a0d14"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="M-23-94Q0-88 23-94" stroke="#ffdf9e" strokeWidth="4" fill="none" />
    </>
  ),
};

const INK = "#0a0d14";

const Legs = ({ look }: { look: FigureLook }) => (
  <>
    <path d="M-21-16v12q0 5 6 5h6q6 0 6-5v-12z" data-part="left" fill={look.dark} stroke={INK} strokeWidth="4" />
    <path d="M3-16v12q0 5 6 5h6q6 0 6-5v-12z" data-part="right" fill={look.dark} stroke={INK} strokeWidth="4" />
  </>
);

/** A pale rim outside a dark line: the one stands off a dark floor, the other off a lit one. */
const Body = ({ id, look }: { id: string; look: FigureLook }) => (
  <>
    <path
      d={BODIES[look.shape]}
      fill="none"
      stroke={id === "black" ? "#c4cee6" : "#fff4dc"}
      strokeOpacity={id === "black" ? 0.95 : 0.55}
      strokeWidth={id === "black" ? 10 : 9}
    />
    <path d={BODIES[look.shape]} fill={look.fill} stroke={INK} strokeWidth="4.5" strokeLinejoin="round" />
    {TOPPERS[look.top](look)}
  </>
);

const Visor = () => (
  <rect x="-25" y="-76" width="50" height="27" rx="13.5" fill="#0c111d" stroke={INK} strokeWidth="3" />
);
const Face = () => (
  <>
    <Visor />
    <path d="M-18-70q7-4 16-3" stroke="#7f93bd" strokeOpacity=".75" strokeWidth="3" fill="none" strokeLinecap="round" />
    <g data-part="eyes">
      <ellipse cx="-9" cy="-62" rx="4.6" ry="6.4" fill="#ffe6b0" />
      <ellipse cx="9" cy="-62" rx="4.6" ry="6.4" fill="#ffe6b0" />
    </g>
  </>
);
const Crossed = ({ bright = false }: { bright?: boolean }) => (
  <>
    <Visor />
    <path
      d="m-14-67 9 9m0-9-9 9m19-9 9 9m0-9-9 9"
      stroke={bright ? "#c8d2ea" : "#7786a8"}
      strokeWidth="3.5"
      strokeLinecap="round"
    />
  </>
);
const Letters = ({ look, y = -22 }: { look: FigureLook; y?: number }) => (
  <text y={y} className={style.letters} fontSize={look.letters.length > 1 ? 25 : 29} fill={look.ink}>
    {look.letters}
  </text>
);

/** A standing figure. Its moving parts have names for the walk animation. */
export function Person({ id }: { id: string }) {
  const look = lookOf(id);
  return (
    <>
      <ellipse rx="34" ry="9" opacity=".5" />
      <g data-part="bob">
        <Legs look={look} />
        <Body id={id} look={look} />
        <Face />
        <Letters look={look} />
      </g>
    </>
  );
}

/** Hollow and without legs: somebody dead, or the place where somebody was seen last. */
export function Shade({ id }: { id: string }) {
  const look = lookOf(id);
  return (
    <>
      <path
        d={BODIES[look.shape]}
        fill={look.fill}
        fillOpacity=".16"
        stroke={inkOf(id)}
        strokeWidth="4"
        strokeDasharray="7 7"
      />
      <text y="-38" className={style.letters} fontSize="26" fill="#e9edf7">
        {look.letters}
      </text>
    </>
  );
}

/** Lies where it fell, on its side, its eyes out. No gore: a lamp that has gone out. */
export function Remains({ who }: { who: string }) {
  const look = lookOf(who);
  return (
    <>
      <ellipse cx="4" cy="6" rx="62" ry="14" opacity=".55" />
      <g transform="translate(-46,-20) rotate(84)" className={style.out}>
        <Body id={who} look={look} />
        <Crossed />
      </g>
      <text x="-2" y="-16" className={style.epitaph}>
        {look.letters}
      </text>
    </>
  );
}

/** The same beside a name, in running text. */
/** `fit`: as large as what it stands in. */
export function Badge({ id, dead = false, fit = false }: { id: string; dead?: boolean; fit?: boolean }) {
  const look = lookOf(id);
  return (
    <svg viewBox="-54 -128 108 132" className={fit ? style.fit : style.badge} data-dead={dead} aria-hidden="true">
      <g>
        <Legs look={look} />
        <Body id={id} look={look} />
      </g>
      {dead ? <Crossed bright /> : <Face />}
      <Letters look={look} />
    </svg>
  );
}
