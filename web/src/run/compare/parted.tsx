// Where two stories parted and why, in a sentence, with what was done on either side of it.
import { actionInWords, capital, type Names } from "../../say.ts";
import type { StageKind } from "../../stage/stage.ts";
import type { Line } from "../../wire.ts";
import { t, type Word } from "../../words.ts";
import style from "./compare.module.css";
import { type Cause, ownDeeds, type Parting, type TurnReading } from "./parting.ts";
import type { ComparedBranch } from "./use-comparison.ts";

const WHY: Readonly<Record<Cause, Word>> = {
  deed: "partedDeed",
  chance: "partedChance",
  god: "partedGod",
  stops: "partedStops",
};

export function Parted({
  kind,
  names,
  sides,
  labels,
  parting: { shared, first },
}: {
  kind: StageKind;
  names: Names;
  sides: readonly [ComparedBranch, ComparedBranch];
  labels: readonly [string, string];
  parting: Parting;
}) {
  if (!first)
    return (
      <section className={style.parted}>
        <h2>{t("neverParted")}</h2>
        <p>{t(sides[0].end.head.id === sides[1].end.head.id ? "sameTurn" : "noDifference")}</p>
      </section>
    );
  const shorter = sides[0].head < sides[1].head ? 0 : 1;
  return (
    <section className={style.parted}>
      <h2>{t("partedAt", { turn: first.turn })}</h2>
      <p>
        {t(WHY[first.cause], { one: labels[1 - shorter]!, other: labels[shorter]!, turn: first.turn })}
        {first.turn > shared + 1 && ` ${t("partedSince", { shared, turn: first.turn - 1 })}`}
      </p>
      <div className={style.pair}>
        {sides.map((side, i) => (
          <p key={side.place} data-side={i}>
            <small translate="no">{labels[i]}</small>
            <span translate="no">
              {deedInTurn(side.lines[first.turn], sides[1 - i]!.lines[first.turn], kind, names)}
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}

/** How a turn of a world is read: in its actor's words where there are any, else deed by deed. */
export const readerOf =
  ({ inWords, asides = [], headline }: StageKind, names: Names) =>
  (line: Line): TurnReading => ({
    deeds:
      line.rawText.trim() !== ""
        ? [line.rawText]
        : line.actions
            .filter(({ type }) => !asides.includes(type))
            .map(inWords ?? ((action) => actionInWords(action, names))),
    came: headline ? headline(line) : line.narration,
  });

/** A whole town does more in a turn than a sentence holds: then they are counted. */
const DEEDS_MOST = 6;

/** What was done in a turn, of many deeds those that the other side does not have, and the news of it. */
function deedInTurn(line: Line | undefined, other: Line | undefined, kind: StageKind, names: Names): string {
  if (!line) return t("nothingThen");
  const read = readerOf(kind, names);
  const reading = read(line);
  const own = ownDeeds(reading, other ? read(other) : null);
  const deeds = own.length > DEEDS_MOST ? t("manyDeeds", { n: own.length }) : own.join(t("andThen"));
  const sentence = [deeds, kind.headline ? reading.came : ""].filter((text) => text !== "").join(" — ");
  return sentence === "" ? t("somethingHappened") : capital(sentence);
}
