// What an English verb may be a form of: "opening", "opened", "opens", "went". It proposes; a vocabulary decides.
import { keptByText } from "./meter.ts";

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `went go|gone go|took take|taken take|gave give|given give|said say|told tell|sat sit|found find|threw throw|drew draw
  broke break|broken break|ate eat|drank drink|lit light|wore wear|saw see|heard hear|got get|came come|ran run
  read read|rang ring|rung ring|held hold|hid hide|hung hang|laid lay|stood stand|spoke speak|woke wake|wound wind
  thought think|fed feed|stole steal|swung swing|shook shake|bent bend|crept creep|felt feel|dug dig|caught catch
  lying lie|tying tie|brought bring|bought buy|kept keep|slid slide|stuck stick|swept sweep|tore tear|wrote write`
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

/** Words that this may be a form of, itself left out. */
export const basesOf = keptByText(4096, (word): readonly string[] => {
  const irregular = IRREGULAR.get(word);
  if (irregular) return [irregular];
  const [, stem, ending] = /^([a-z]{2,})(ing|ed|s)$/.exec(word) ?? [];
  if (stem === undefined) return [];
  if (ending === "s") {
    if (stem.endsWith("s")) return [];
    const y = stem.endsWith("ie") ? [`${stem.slice(0, -2)}y`] : [];
    return [...y, stem, ...(/(s|x|z|ch|sh|o)e$/.test(stem) ? [stem.slice(0, -1)] : [])];
  }
  const single = /([b-df-hj-np-tv-z])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  const y = ending === "ed" && stem.endsWith("i") ? [`${stem.slice(0, -1)}y`] : [];
  return [...y, stem, ...single, `${stem}e`];
});
