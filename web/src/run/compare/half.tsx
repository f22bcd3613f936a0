// One of two stories beside the other: its stage at a turn, or its prose up to there.
import { useEffect, useId, useRef, useState } from "react";
import { goTo } from "../../address.ts";
import parts from "../../parts/parts.module.css";
import { actionInWords, type Names, namesIn } from "../../say.ts";
import type { StageKind } from "../../stage/stage.ts";
import type { Shown } from "../../wire.ts";
import { t } from "../../words.ts";
import { Passage } from "../passage.tsx";
import { wordsOfLine } from "../said.ts";
import style from "./compare.module.css";
import { readerOf } from "./parted.tsx";
import type { ComparedBranch } from "./use-comparison.ts";

interface HalfProps {
  readonly run: string;
  readonly kind: StageKind;
  readonly side: ComparedBranch;
  readonly label: string;
  readonly names: Names;
  /** The last turn that both stories share. */
  readonly shared: number;
  readonly turn: number;
}

export function Half(props: HalfProps) {
  const { run, kind, side, label, turn, shared } = props;
  const heading = useId();
  return (
    <section className={style.half} aria-labelledby={heading}>
      <header>
        <h2 id={heading} translate="no">
          {label}
        </h2>
        <button
          type="button"
          className={parts.quiet}
          onClick={() => goTo(run, { branch: side.branch, at: turn < side.head ? turn : null })}
        >
          {turn <= shared ? t("sharedTurn", { turn }) : t("openTurn", { turn })}
        </button>
      </header>
      {kind.place === "wide" ? <Picture {...props} /> : <Prose {...props} />}
    </section>
  );
}

function Picture(props: HalfProps) {
  const { kind, side, turn } = props;
  const [shown, setShown] = useState<Shown>(side.end);
  useEffect(() => {
    let stale = false;
    side.at(turn).then(
      (moment) => !stale && setShown(moment),
      // The end stands there meanwhile, and the turn's own words below it.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [side, turn]);
  const { Stage } = kind;
  return (
    <>
      <div className={style.picture} data-fills={kind.fills}>
        <Stage
          view={shown.view}
          legal={[]}
          names={namesIn(shown.actors, shown.view)}
          story={side.lines.slice(Math.max(0, turn - 20), turn + 1)}
          act={null}
          shownMs={null}
          scene={null}
        />
      </div>
      <p className={style.caption} translate="no">
        {captionOf(props)}
      </p>
    </>
  );
}

/** What happened in the turn that is shown, where anything did. */
function captionOf({ kind, side, names, turn }: HalfProps): string {
  const line = side.lines[turn];
  if (!line || turn === 0) return t("beginning");
  const { deeds, came } = readerOf(kind, names)(line);
  return (kind.headline && came) || deeds.join(t("andThen"));
}

/** What is told from the last shared turn on; the newest of it is in sight. */
function Prose({ side, turn, shared, names, kind }: HalfProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is what scrolls
  useEffect(() => {
    const newest = box.current?.lastElementChild;
    if (box.current && newest instanceof HTMLElement) box.current.scrollTop = newest.offsetTop - 12;
  }, [turn]);
  const inWords = kind.inWords ?? ((action) => actionInWords(action, names));
  return (
    <div
      ref={box}
      className={style.prose}
      role="log"
      aria-live="off"
      aria-label={t("story")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
      tabIndex={0}
    >
      {side.lines.slice(Math.max(0, Math.min(shared, turn)), turn + 1).map((line) => (
        <Passage key={line.id} line={line} said={wordsOfLine(line, inWords, kind.asides)} title={side.end.title} />
      ))}
    </div>
  );
}
