// What a run is called when a browser saves it: by its world and its turn. What cannot be shown can still be saved, by its id.
import type { Orrery } from "@orrery/runtime";
import { fileName, plainFileName, titleInFile } from "@orrery/runtime/file-name";

/** As a header (RFC 6266). */
export async function asFile(orrery: Orrery, run: string, ending: string): Promise<string> {
  const words = await orrery.show(run).then(
    ({ title, head }) => `${titleInFile(title)} turn ${head.turn}`,
    () => run,
  );
  const [name, plain] = [fileName(words, ending), plainFileName(words, ending)];
  // A client that cannot read the second takes the first.
  return `attachment; filename="${plain}"${name === plain ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`}`;
}
