// What a run is called as a file: by its world and its turn, in letters that every disk takes. Tells runs apart no further.
import type { Orrery } from "@orrery/runtime";

/** As a header that has a browser save it. What cannot be shown can still be saved, by its id. */
export async function asFile(orrery: Orrery, run: string, ending: string): Promise<string> {
  const called = await orrery.show(run).then(
    ({ title, head }) => `${title} turn ${head.turn}`,
    () => run,
  );
  const name = called
    .normalize("NFKD")
    .replaceAll(/['’\p{M}]/gu, "")
    .replaceAll(/\W+/g, "-")
    .replace(/^-/, "");
  return `attachment; filename="${name}.${ending}"`;
}
