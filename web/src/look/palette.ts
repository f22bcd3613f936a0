// The colours of a world over the shell that all worlds share: ten values, each for light and for dark.
import type { CSSProperties } from "react";
import { lookOf } from "./look.ts";

type Pair = readonly [light: string, dark: string];
export interface Palette {
  readonly ground: Pair;
  readonly sheet: Pair;
  readonly sunken: Pair;
  readonly ink: Pair;
  readonly soft: Pair;
  readonly rule: Pair;
  readonly edge: Pair;
  /** What can be done, and now. */
  readonly accent: Pair;
  readonly onAccent: Pair;
  readonly wash: Pair;
  /** How titles of this world are set. */
  readonly title?: "italic" | "wide";
}

const TOKENS = {
  ground: "--paper",
  sheet: "--sheet",
  sunken: "--sunken",
  ink: "--ink",
  soft: "--soft",
  rule: "--rule",
  edge: "--edge",
  accent: "--brass",
  onAccent: "--brass-ink",
  wash: "--brass-wash",
} as const satisfies Partial<Record<keyof Palette, string>>;

const TITLES = {
  italic: { "--title-style": "italic" },
  wide: { "--title-space": "0.04em" },
} as const;

/** Of the name that is started, such as `house/cottage`; null where the world has none, and the shell's own colours stay. */
export function paletteOf(world: string): Palette | null {
  const plays = world.split("/")[0]!;
  const palettes = lookOf(plays)?.palettes;
  return palettes?.[world] ?? palettes?.[plays] ?? null;
}

/** The palette as the custom properties that everything on the page is drawn from. */
export function themeOf(world: string): CSSProperties {
  const palette = paletteOf(world);
  if (palette === null) return {};
  const colours = (Object.keys(TOKENS) as (keyof typeof TOKENS)[]).map((name) => {
    const [light, dark] = palette[name];
    return [TOKENS[name], `light-dark(${light}, ${dark})`] as const;
  });
  return { ...Object.fromEntries(colours), ...(palette.title && TITLES[palette.title]) } as CSSProperties;
}
