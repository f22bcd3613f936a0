// Suspicions as a square of ten by ten: rows suspect, columns are suspected. Lightness alone gives the order; numbers repeat it.
import { capital, type Names } from "../../say.ts";
import { Badge } from "./figure.tsx";
import style from "./panels.module.css";
import type { Member } from "./scene.ts";
import { meanOf, type SuspicionReading } from "./suspicions.ts";
import { t } from "./words.ts";

const MOMENTS = {
  before_meeting: "heatBefore",
  after_discussion: "heatAfter",
  before_vote: "heatVote",
} as const;

export function Heat({
  reading,
  members,
  eyes,
  names,
}: {
  reading: SuspicionReading | null;
  members: readonly Member[];
  /** The only player with suspicions to show; null: everybody. */
  eyes: string | null;
  names: Names;
}) {
  const nameOf = (id: string) => capital(names.get(id) ?? id);
  const crew = new Set(members.flatMap(({ id, role }) => (role === "impostor" ? [] : [id])));
  const rows = eyes === null ? members : members.filter(({ id }) => id === eyes);
  return (
    <section className={style.heat}>
      <h3>
        {t("heatTitle")} <small>{reading ? t(MOMENTS[reading.moment]) : t("heatNone")}</small>
      </h3>
      <table>
        <caption className="unseen">{t("heatTitle")}</caption>
        <thead>
          <tr>
            <td />
            {members.map((member) => (
              <th key={member.id} scope="col" data-impostor={eyes === null && member.role === "impostor"}>
                <Badge id={member.id} dead={member.life !== "alive"} />
                <span className="unseen">{nameOf(member.id)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((member) => (
            <tr key={member.id}>
              <th scope="row" data-impostor={eyes === null && member.role === "impostor"}>
                <Badge id={member.id} dead={member.life !== "alive"} />
                <span className="unseen">{nameOf(member.id)}</span>
              </th>
              {members.map(({ id }) => {
                const percent = reading?.of[member.id]?.[id];
                return (
                  <td
                    key={id}
                    data-self={id === member.id}
                    title={
                      percent === undefined
                        ? undefined
                        : t("heatCell", { who: nameOf(member.id), whom: nameOf(id), percent })
                    }
                    style={percent === undefined ? undefined : { background: heatOf(percent) }}
                    data-hot={percent !== undefined && percent >= DARK_INK}
                  >
                    {percent === undefined ? "" : percent >= 10 ? percent : <span className="unseen">{percent}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {reading && eyes === null && (
          <tfoot>
            <tr>
              <th scope="row">
                <abbr title={t("heatMean")}>⌀</abbr>
              </th>
              {members.map(({ id, life }) => {
                const mean = life === "alive" ? meanOf(reading, id, (by) => crew.has(by)) : null;
                return <td key={id}>{mean === null ? "" : Math.round(mean)}</td>;
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

const STOPS = [
  [0, [24, 29, 43]],
  [15, [58, 45, 58]],
  [35, [132, 62, 54]],
  [60, [222, 120, 48]],
  [85, [250, 205, 104]],
  [100, [255, 246, 214]],
] as const;

/** From this percentage on, dark ink is easier to read than light; either reaches 4.5 to 1 on its side, and there is little to spare. */
const DARK_INK = 50;

/** From the dark to white: the more suspected, the lighter. */
function heatOf(percent: number): string {
  const i = Math.max(
    1,
    STOPS.findIndex(([at]) => percent <= at),
  );
  const [low, a] = STOPS[i - 1]!;
  const [high, b] = STOPS[i]!;
  const share = (percent - low) / (high - low);
  return `rgb(${a.map((from, k) => Math.round(from + (b[k]! - from) * share)).join(" ")})`;
}
