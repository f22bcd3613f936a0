// What happens, in a line over the map: who says what and thinks what meanwhile, who died, how a vote came out. It stays until there is something newer.
import type { GlassEvent } from "@orrery/worlds/glassbox";
import { Own } from "../../parts/rich.tsx";
import { capital, type Names } from "../../say.ts";
import type { Line } from "../../wire.ts";
import type { Drama } from "./drama.ts";
import { Badge } from "./figure.tsx";
import style from "./glassbox.module.css";
import { headline } from "./say.ts";
import { listOf, t } from "./words.ts";

export function Caption({ story, drama, names }: { story: readonly Line[]; drama: Drama | null; names: Names }) {
  const line = story.findLast((one) => newsOf(one) !== null);
  const news = line === undefined ? null : newsOf(line)!;
  const nameOf = (id: string) => capital(names.get(id) ?? id);
  const sight = drama?.kind === "kill" ? drama.witnesses : null;
  return (
    <p className={style.caption} data-old={line !== story.at(-1)} data-grave={news?.grave ?? false}>
      {news === null ? (
        t("stationQuiet")
      ) : (
        <>
          {news.who !== null && <Badge id={news.who} />}
          <span>
            {news.said && (
              <b>
                <Own>{nameOf(news.who!)}</Own>{" "}
              </b>
            )}
            <Own>{news.text}</Own>
            {sight !== null && (
              <small className={style.sight}>
                {" "}
                {sight.length === 0 ? t("killUnseen") : t("killSeenBy", { who: listOf(sight.map(nameOf)) })}
              </small>
            )}
            {news.thought !== null && (
              <i className={style.meanwhile}>
                <span className="unseen"> {t("meetingThinks")} </span>
                <Own>{news.thought}</Own>
              </i>
            )}
          </span>
        </>
      )}
    </p>
  );
}

interface News {
  /** The player responsible; null: nobody in particular. */
  readonly who: string | null;
  readonly said: boolean;
  readonly text: string;
  readonly thought: string | null;
  readonly grave: boolean;
}

/** Null for a turn that nobody would stop for. */
function newsOf(line: Line): News | null {
  const events = line.events as unknown as readonly GlassEvent[];
  const text = headline(line);
  if (text !== "") {
    const killed = events.find((event) => event.type === "killed");
    const who = killed ? killed.by : (events.find((event) => event.type === "meeting_called")?.by ?? null);
    const noted = killed && events.find((event) => event.type === "noted" && event.who === killed.by);
    const thought = noted?.type === "noted" && noted.thought ? noted.thought : null;
    return { who, said: false, text, thought, grave: killed !== undefined };
  }
  const spoke = events.findLast((event) => event.type === "spoke" && event.text !== "");
  if (spoke?.type !== "spoke") return null;
  const noted = events.find((event) => event.type === "noted" && event.who === spoke.who);
  const thought = noted?.type === "noted" && noted.thought ? noted.thought : null;
  return { who: spoke.who, said: true, text: spoke.text, thought, grave: false };
}
