// What a moment lays over the picture: the red of a death, the band of a call, the dark outside the airlock, who has won. All of it stands still where motion is reduced.
import { endedHow } from "@orrery/worlds/glassbox";
import { capital, type Names } from "../../say.ts";
import type { Drama } from "./drama.ts";
import { Badge, Person } from "./figure.tsx";
import style from "./glassbox.module.css";
import { verdictInWords } from "./say.ts";
import type { StationScene } from "./scene.ts";
import { t } from "./words.ts";

export function Overlays({ drama, scene, names }: { drama: Drama | null; scene: StationScene; names: Names }) {
  switch (drama?.kind) {
    case "kill":
      return <div className={style.red} aria-hidden="true" />;
    case "report":
      return <Band drama={drama} names={names} />;
    case "verdict":
      return drama.ejected === null ? null : <Airlock drama={drama} who={drama.ejected} names={names} />;
    case "end":
      return <Curtain winner={drama.winner} by={drama.by} scene={scene} names={names} />;
    default:
      return null;
  }
}

const nameOf = (names: Names, id: string) => capital(names.get(id) ?? id);

function Band({ drama: { by, body, place }, names }: { drama: Extract<Drama, { kind: "report" }>; names: Names }) {
  const where = place === null ? null : (names.get(place) ?? place);
  return (
    <div className={style.band} role="status">
      <div>
        <b>{t(body === null ? "bandMeeting" : "bandBody")}</b>
        <span translate="no">
          {body !== null && <Badge id={body} dead />}
          {body === null
            ? t("bandCalled", { who: nameOf(names, by) })
            : where === null
              ? t("bandReported", { body: nameOf(names, body), who: nameOf(names, by) })
              : t("bandReportedIn", { body: nameOf(names, body), who: nameOf(names, by), place: where })}
          <Badge id={by} />
        </span>
      </div>
    </div>
  );
}

/** Stars of the same sky each time: where, and how bright. */
const STARS = Array.from({ length: 90 }, (_, i) => ({
  x: (i * 379) % 1000,
  y: (i * 211 + ((i * i) % 97)) % 620,
  r: 0.6 + ((i * 7) % 10) / 8,
}));

function Airlock({ drama, who, names }: { drama: Extract<Drama, { kind: "verdict" }>; who: string; names: Names }) {
  return (
    <div className={style.airlock} role="status">
      <svg viewBox="0 0 1000 620" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {STARS.map(({ x, y, r }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="#dfe6ff" opacity={0.3 + r / 3} />
        ))}
        <path d="M-20 60Q120 150 130 310T-20 560z" fill="#1c2230" stroke="#4a5670" strokeWidth="6" />
        <path d="M144 262 330 214V406L144 358z" fill="#ffcf87" opacity=".16" />
        <rect x="70" y="262" width="74" height="96" rx="12" fill="#ffcf87" />
        <rect x="82" y="274" width="62" height="72" rx="6" fill="#2a1b0a" />
        <g className={style.drifting}>
          <g className={style.tumbling}>
            <g transform="translate(0 75) scale(1.5)">
              <Person id={who} />
            </g>
          </g>
        </g>
      </svg>
      <p translate="no">
        <b>{t("airlockOut", { who: nameOf(names, who) })}</b>
        {drama.wasImpostor !== null && (
          <span data-right={drama.wasImpostor}>
            {t(drama.wasImpostor ? "airlockImpostor" : "airlockCrew", { who: nameOf(names, who) })}
          </span>
        )}
        <span className="unseen">{verdictInWords(drama, names)}</span>
      </p>
    </div>
  );
}

function Curtain({
  winner,
  by,
  scene,
  names,
}: {
  winner: Extract<Drama, { kind: "end" }>["winner"];
  by: string;
  scene: StationScene;
  names: Names;
}) {
  const side = winner === "impostors" ? "impostor" : "crewmate";
  const won = winner === "nobody" ? [] : scene.members.filter(({ role }) => role === side);
  const lost = scene.members.filter((one) => !won.includes(one));
  return (
    <div className={style.curtain} data-winner={winner}>
      <div>
        <p className={style.row} aria-hidden="true">
          {won.map(({ id, life }) => (
            <Badge key={id} id={id} dead={life !== "alive"} />
          ))}
        </p>
        <h2 translate="no">{endedHow({ winner, by } as Parameters<typeof endedHow>[0])}.</h2>
        <ul>
          {lost.map(({ id, role, life }) => (
            <li key={id} data-role={role ?? "unknown"}>
              <Badge id={id} dead={life !== "alive"} />
              <span translate="no">{nameOf(names, id)}</span>
              <small>
                {role === "impostor" ? t("stationImpostor") : role === "crewmate" ? t("stationCrewmate") : ""}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
