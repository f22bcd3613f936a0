// What a run is called as a file: by its world and its turn, in letters that every disk takes, of any script. Tells runs apart no further.
import type { Orrery } from "@orrery/runtime";

/** As a header that has a browser save it (RFC 6266). What cannot be shown can still be saved, by its id. */
export async function asFile(orrery: Orrery, run: string, ending: string): Promise<string> {
  const called = await orrery.show(run).then(
    ({ title, head }) => `${[...title].slice(0, LONGEST).join("")} turn ${head.turn}`,
    () => run,
  );
  const words = called.replaceAll(/['’\p{Cf}]/gu, "");
  const name = `${dashed(words.normalize("NFC"), /[^\p{L}\p{M}\p{N}_]+/gu)}.${ending}`;
  const plain = `${dashed(words.normalize("NFKD").replaceAll(/\p{M}/gu, ""), /\W+/g)}.${ending}`;
  // Whoever cannot read the second takes the first.
  return `attachment; filename="${plain}"${name === plain ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`}`;
}

const dashed = (words: string, between: RegExp): string => words.replaceAll(between, "-").replace(/^-/, "");

/** Of a title: with its turn and ending it is no longer than the 255 bytes that a disk takes, whatever its script. */
const LONGEST = 56;
