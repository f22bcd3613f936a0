// Colour sets for image prompts, from dark to light, each with the words that call for it.
export const PALETTES: readonly { readonly words: RegExp; readonly colours: readonly string[] }[] = [
  { words: /\b(salt|dust|parched|low sun)/, colours: ["#1d2340", "#5a4a78", "#c46a6a", "#f2b27a", "#fbe8cf"] },
  { words: /\b(reed|tide|brackish|pewter)/, colours: ["#1c2a2b", "#3f5f5c", "#7f9a86", "#c9c7a4", "#eef0dc"] },
  { words: /\b(glass|dune|prism|noon)/, colours: ["#2b1b2e", "#7a3d54", "#d9745b", "#f3c27b", "#fdf3d6"] },
  { words: /\b(leaf|moss|forest|canopy|root)/, colours: ["#10241c", "#2c5140", "#5f8a55", "#b5c77a", "#eef0c8"] },
  { words: /\b(steam|terrace|lime|spring)/, colours: ["#22303c", "#4f7482", "#9cbcb9", "#e2ddc9", "#fbf6ea"] },
  { words: /\b(ice|rime|glacial|frozen|wave)/, colours: ["#0f2233", "#24566b", "#5aa1a4", "#b4dad1", "#f1f8f0"] },
  { words: /\b(moon|orchard|silver|nocturnal|pear)/, colours: ["#141232", "#343a72", "#6f7fb0", "#b9c4d8", "#f2ecd8"] },
  { words: /\b(ember|ash|volcan|smoulder|snow)/, colours: ["#1b1216", "#53212a", "#b0413a", "#ef8b55", "#f7e3d0"] },
  { words: /\b(island|star|dusk|half-there)/, colours: ["#0b1026", "#24305c", "#55629b", "#c8a36a", "#fdeec4"] },
  { words: /\b(sea|kelp|fathom|inverted|coral)/, colours: ["#0d2230", "#17565f", "#3f9a8f", "#9fd3b0", "#f4f1c9"] },
  { words: /\b(rain|thunder|clay|cistern|thirst)/, colours: ["#241c2e", "#5b3c4d", "#a9644f", "#dfa56b", "#f5e4bd"] },
  {
    words: /\b(shadow|umbra|slate|gnomon|out of order)/,
    colours: ["#17171f", "#3a3b4e", "#76748a", "#c9b79a", "#f6ead0"],
  },
  { words: /\b(candle|wax|lamp|hive|umber|flame)/, colours: ["#1d130f", "#4d2b1c", "#a4602c", "#e2a649", "#fdf0c4"] },
  { words: /\b(hush|felt|muffled|unspoken)/, colours: ["#20222d", "#4b4f63", "#8d8a97", "#cfc3b6", "#f3ece2"] },
];

/** A palette that matches the text. `turn` picks among the matches, so that the pictures of one world differ and still belong together. */
export function paletteFor(text: string, turn: number): readonly string[] {
  const scored = PALETTES.filter(({ words }) => words.test(text));
  const list = scored.length > 0 ? scored : PALETTES;
  const { colours } = list[turn % list.length]!;
  // Pictures of one palette are told apart by the accent: the middle colour moves towards another set's.
  const other = PALETTES[(turn * 5 + 3) % PALETTES.length]!.colours[2]!;
  return colours.map((colour, i) => (i === 2 ? between(colour, other, 35) : colour));
}

/** A colour `percent` of the way to another. */
function between(a: string, b: string, percent: number): string {
  const part = (from: number) => {
    const one = Number.parseInt(a.slice(from, from + 2), 16);
    const two = Number.parseInt(b.slice(from, from + 2), 16);
    return Math.round(one + ((two - one) * percent) / 100)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
