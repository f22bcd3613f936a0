// The drawn covers of worlds, 3:2, as pictures that need no request: one light in each. Loaded after the first page has been painted.
import cottage from "./cottage.svg?raw";
import glassbox from "./glassbox.svg?raw";
import lighthouse from "./lighthouse.svg?raw";
import mystery from "./mystery.svg?raw";
import sprint from "./sprint.svg?raw";
import story from "./story.svg?raw";
import table from "./table.svg?raw";
import tictactoe from "./tictactoe.svg?raw";

const DRAWN: Readonly<Record<string, string>> = {
  glassbox,
  "house/cottage": cottage,
  "house/lighthouse": lighthouse,
  "house/mystery": mystery,
  sprint,
  story,
  table,
  tictactoe,
};

/** An address of the cover of a world by the name that is started; null where none is drawn. */
export function coverOf(world: string): string | null {
  const drawn = DRAWN[world] ?? DRAWN[world.split("/")[0]!];
  return drawn === undefined ? null : `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
