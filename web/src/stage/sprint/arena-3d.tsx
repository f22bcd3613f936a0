// The arena in the page: built when it is first seen, posed when the moment changes, and drawn only while something moves.
import { useEffect, useRef, useState } from "react";
import type { Arena, NamePlate } from "./arena/arena.ts";
import { BALLOT_LOOKS, type Ballot, inWords, ROLE_LOOKS, TROUBLE_LOOKS } from "./identity.ts";
import type { ArenaPicture, Camera, Hangings, TroubleMark } from "./picture.ts";
import stageStyle from "./stage.module.css";
import { say } from "./words.ts";

/** How long a turn and a flight of the camera are drawn, in milliseconds. */
const TURN_MS = 700;
const VOTE_MS = 1_100;
/** A failed attempt and the one that was accepted, or none. */
const TROUBLE_MS = 1_500;
const EDGE = 58;

interface Arena3DProps {
  readonly picture: ArenaPicture;
  readonly camera: Camera;
  /** Changes with each moment: a new one is played, the same one is not. */
  readonly moment: string;
  readonly still: boolean;
  readonly hung: Hangings;
  /** Called when the browser cannot show it. */
  readonly onMissing: () => void;
}

export function Arena3D({ picture, camera, moment, still, hung, onMissing }: Arena3DProps) {
  const place = useRef<HTMLDivElement>(null);
  const [arena, setArena] = useState<Arena | null>(null);
  const [plates, setPlates] = useState<readonly NamePlate[]>([]);
  const missing = useRef(onMissing);
  missing.current = onMissing;

  useEffect(() => {
    let built: Arena | null = null;
    let gone = false;
    import("./arena/arena.ts")
      .then(({ createArena }) => {
        if (gone || !place.current) return;
        built = createArena(place.current, setPlates);
        setArena(built);
      })
      // No WebGL, or the chunk does not load: the drawing shows the same.
      .catch(() => !gone && missing.current());
    return () => {
      gone = true;
      built?.dispose();
    };
  }, []);

  useEffect(() => arena?.hang(hung), [arena, hung]);

  const shown = useRef({ moment: "", camera: "" });
  useEffect(() => {
    if (!arena) return;
    const first = shown.current.moment === "";
    const moves = shown.current.moment !== moment;
    const flies = shown.current.camera !== camera || camera === "speaker";
    shown.current = { moment, camera };
    if (first || still) {
      arena.look(camera, picture, 1);
      arena.pose(picture, 1);
      return;
    }
    return play(moves ? lengthOf(picture) : TURN_MS, (share) => {
      if (flies) arena.look(camera, picture, share);
      arena.pose(picture, moves ? share : 1);
    });
  }, [arena, picture, camera, moment, still]);

  return (
    <div className={stageStyle.scene}>
      <div ref={place} className={stageStyle.canvas} aria-hidden="true" />
      {!arena && <p className={stageStyle.building}>{say("loading3D")}</p>}
      <div className={stageStyle.plates} aria-hidden="true">
        {apart(plates.flatMap((plate) => signOf(plate, picture, camera, place.current?.clientWidth ?? 0) ?? [])).map(
          (sign) => (
            <Plate key={sign.team + sign.role} sign={sign} />
          ),
        )}
      </div>
    </div>
  );
}

function lengthOf({ tables }: ArenaPicture): number {
  const acting = Object.values(tables).filter((table) => table.acting);
  if (acting.some(({ troubles }) => Object.keys(troubles).length > 0)) return TROUBLE_MS;
  return acting.some(({ ballots }) => ballots !== null) ? VOTE_MS : TURN_MS;
}

/** Calls back with shares from above 0 to 1, eased out, frame by frame. Returns what stops it at its end. */
function play(ms: number, draw: (share: number) => void): () => void {
  const began = performance.now();
  let next = 0;
  const frame = () => {
    const gone = Math.min(1, (performance.now() - began) / ms);
    draw(1 - (1 - gone) ** 3);
    next = gone < 1 ? requestAnimationFrame(frame) : 0;
  };
  next = requestAnimationFrame(frame);
  return () => cancelAnimationFrame(next);
}

/** What stands over a figure, and how much room it takes. */
interface Sign extends NamePlate {
  readonly speaks: boolean;
  readonly alarm: boolean;
  /** The glyph alone: of a table that only listens. */
  readonly mini: boolean;
  readonly ballot: Ballot | undefined;
  readonly trouble: TroubleMark | undefined;
  /** In CSS pixels, about. */
  readonly width: number;
}

/** Null where nobody stands in sight. */
function signOf(plate: NamePlate, { tables }: ArenaPicture, camera: Camera, width: number): Sign | null {
  const { team, role, x, behind } = plate;
  const table = tables[team];
  const near = camera === "both" || camera === team || (camera === "speaker" && table.acting);
  if (behind || !near || x < -EDGE || x > width + EDGE) return null;
  const speaks = table.speaker === role && !table.forfeited;
  const ballot = table.acting ? table.ballots?.[role] : undefined;
  const trouble = table.acting ? table.troubles[role] : undefined;
  const mini = camera === "both" && !speaks && !table.acting && !trouble;
  const letters = mini ? 0 : inWords(role).length;
  return {
    ...plate,
    x: Math.max(EDGE, Math.min(x, width - EDGE)),
    speaks: speaks && table.acting,
    alarm: speaks && table.acting && table.beat === "objection",
    mini,
    ballot,
    trouble,
    width: mini ? 24 : 38 + letters * (speaks && table.acting ? 8 : 7) + (ballot ? 20 : 0) + (trouble ? 34 : 0),
  };
}

const SIGN_HEIGHT = 25;

/** Signs that would cover each other give way: sideways or downwards, whichever is less. */
function apart(signs: readonly Sign[]): readonly Sign[] {
  const placed = signs.map((sign) => ({ ...sign }));
  for (const [i, one] of placed.entries())
    for (const other of placed.slice(i + 1)) {
      const beside = (one.width + other.width) / 2 - Math.abs(one.x - other.x);
      const below = SIGN_HEIGHT - Math.abs(one.y - other.y);
      if (beside <= 0 || below <= 0) continue;
      const [left, right] = one.x < other.x ? [one, other] : [other, one];
      const lower = one.y > other.y ? one : other;
      if (below < beside) lower.y += below;
      else {
        left.x -= beside / 2;
        right.x += beside / 2;
      }
    }
  return placed;
}

function Plate({ sign: { role, x, y, speaks, alarm, mini, ballot, trouble } }: { sign: Sign }) {
  const { color, glyph } = ROLE_LOOKS[role];
  return (
    <span
      className={stageStyle.plate}
      data-speaks={speaks}
      data-failed={trouble !== undefined && !trouble.repaired}
      data-mini={mini}
      data-alarm={alarm}
      style={{ left: x, top: y, "--hue": color } as React.CSSProperties}
    >
      <svg viewBox="0 0 14 14" aria-hidden="true">
        <path d={glyph} />
      </svg>
      <b>{inWords(role)}</b>
      {ballot && (
        <svg viewBox="0 0 14 14" style={{ fill: BALLOT_LOOKS[ballot].color }} aria-hidden="true">
          <path d={BALLOT_LOOKS[ballot].glyph} />
        </svg>
      )}
      {trouble && (
        <span className={stageStyle.trouble}>
          <svg viewBox="0 0 14 14" style={{ fill: TROUBLE_LOOKS[trouble.kind].color }} aria-hidden="true">
            <path d={TROUBLE_LOOKS[trouble.kind].glyph} />
          </svg>
          {trouble.failed > 0 && trouble.failed}
        </span>
      )}
    </span>
  );
}
