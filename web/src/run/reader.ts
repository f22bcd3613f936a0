// How a turn is read by the eyes that are looked through: what was said, the whole of it in a few words, and how a model told it to them.
import { actionInWords, type Names } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import type { Action, Line, Telling } from "../wire.ts";
import { t } from "../words.ts";
import { wordsOfLine } from "./said.ts";
import { toldKey } from "./use-reading.ts";

interface TurnReader {
  inWords(action: Action): string;
  said(line: Line): string;
  /** A turn in a few words. */
  short(line: Line): string;
  /** A turn as it was told to the eyes that are looked through; null where nobody told it. */
  tellingOf(line: Line): Telling | null;
}

export function readerFor({
  kind,
  names,
  blind,
  told,
  seat,
  viewer,
  first,
}: {
  kind: StageKind;
  names: Names;
  /** Whose ignorance is kept; null: nobody's. */
  blind: string | null;
  told: ReadonlyMap<string, Telling>;
  seat: boolean;
  /** The eyes that are chosen; null: all of them. */
  viewer: string | null;
  /** To whom a turn of nobody's is told. */
  first: string | null;
}): TurnReader {
  const inWords = kind.inWords ?? ((action: Action) => actionInWords(action, names));
  const sayLine = (line: Line) => wordsOfLine(line, inWords, kind.asides);
  // To a seat its own is told, and no other; to the owner, that of the eyes that are chosen, or of the actor.
  const [own] = seat ? told.values() : [];
  return {
    inWords,
    said: sayLine,
    short(line) {
      if (blind !== null && line.turn !== 0 && kind.knows?.(line, blind) === false)
        return t("turnUnknown", { who: names.get(blind) ?? blind });
      if (line.turn === 0) return t("beginning");
      return kind.headline?.(line) || sayLine(line) || t("somethingHappened");
    },
    tellingOf(line) {
      const to = own?.viewer ?? viewer ?? ("actor" in line ? line.actor : first);
      return to === null ? null : (told.get(toldKey(line.id, to)) ?? null);
    },
  };
}
