// Everyone of the game in a row, and what is in the heads of those that may be looked into.
import type { StatementView } from "@orrery/worlds/glassbox";
import { Own } from "../../parts/rich.tsx";
import { capital, type Names } from "../../say.ts";
import { t } from "../../words.ts";
import { Badge } from "./figure.tsx";
import style from "./panels.module.css";
import type { Member, Mind, StationScene } from "./scene.ts";

export function Crew({
  scene,
  chosen,
  choose,
}: {
  scene: StationScene;
  chosen: readonly string[];
  /** Null: there is nothing to choose, one looks with one's own eyes. */
  choose: ((id: string) => void) | null;
}) {
  return (
    <ul className={style.crew} aria-label={t("stationCrew")}>
      {scene.members.map((member) => {
        const label = (
          <>
            <Badge id={member.id} dead={member.life !== "alive"} />
            <span>
              <Own>{capital(member.name)}</Own>
              <small>{standing(member, scene.you)}</small>
            </span>
          </>
        );
        return (
          <li key={member.id}>
            {choose ? (
              <button
                type="button"
                className={style.member}
                aria-pressed={chosen.includes(member.id)}
                data-role={member.role ?? "unknown"}
                onClick={() => choose(member.id)}
              >
                {label}
              </button>
            ) : (
              <span className={style.member} data-role={member.role ?? "unknown"}>
                {label}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function standing({ id, life, role, work, strikesIn }: Member, you: string | null): string {
  const words = [
    id === you ? t("stationYou") : "",
    role === "impostor" ? t("stationImpostor") : role === "crewmate" ? t("stationCrewmate") : "",
    life === "dead" ? t("stationDead") : life === "gone" ? t("stationGone") : "",
    work ? t("stationWork", work) : "",
    strikesIn === null
      ? ""
      : strikesIn > 0
        ? t("stationStrikesIn", { seconds: Math.ceil(strikesIn) })
        : t("stationStrikes"),
  ];
  return words.filter((word) => word !== "").join(" · ");
}

const PADS = [
  ["plan", "stationPlan"],
  ["events", "stationEvents"],
  ["suspicions", "stationSuspicions"],
  ["meeting_scratch", "stationMeetingScratch"],
] as const;

/** What one of them thinks, plans, remembers, and has to do. */
export function MindCard({ member, names }: { member: Member & { readonly mind: Mind }; names: Names }) {
  const { thought, notes, learned, tasks } = member.mind;
  const empty = thought === null && PADS.every(([pad]) => notes[pad] === "");
  return (
    <section className={style.mind} aria-label={t("stationMindOf", { who: capital(member.name) })}>
      <h3>
        <Badge id={member.id} /> <Own>{capital(member.name)}</Own>
      </h3>
      {thought !== null && (
        <blockquote className={style.thought}>
          <Own>{thought}</Own>
        </blockquote>
      )}
      {empty && <p className={style.faint}>{t("stationNoThoughts")}</p>}
      <dl>
        {PADS.map(
          ([pad, word]) =>
            notes[pad] !== "" && (
              <div key={pad}>
                <dt>{t(word)}</dt>
                <dd>
                  <Own>{notes[pad]}</Own>
                </dd>
              </div>
            ),
        )}
        {learned.lessons.length > 0 && (
          <div>
            <dt>{t("stationLearned")}</dt>
            <dd>
              <ul>
                {learned.lessons.map(({ about, text }) => (
                  <li key={`${about} ${text}`}>
                    <Own>{text}</Own>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
      <TaskList tasks={tasks} names={names} />
    </section>
  );
}

export const TaskList = ({ tasks, names }: { tasks: Mind["tasks"]; names: Names }) =>
  tasks.length === 0 ? null : (
    <div>
      <h4>{tasks.some(({ fake }) => fake) ? t("stationFakeTasks") : t("stationTasks")}</h4>
      <ul className={style.tasks}>
        {tasks.map(({ name, done, steps, place }) => (
          <li key={name} data-done={done >= steps}>
            <Own>{capital(names.get(name) ?? name)}</Own>
            {place !== null && (
              <small>
                <Own>{names.get(place) ?? place}</Own>
              </small>
            )}
            <small>{t("stationSteps", { done, steps })}</small>
          </li>
        ))}
      </ul>
    </div>
  );

/** A claim in a few words. */
export function claimInWords(claim: StatementView["claims"][number], names: Names): string {
  const nameOf = (id: string) => names.get(id) ?? id;
  switch (claim.kind) {
    case "own_location":
      return t("claimOwnLocation", { place: nameOf(claim.place), second: claim.second });
    case "location":
      return t("claimLocation", { player: nameOf(claim.player), place: nameOf(claim.place), second: claim.second });
    case "saw_kill":
      return t("claimSawKill", { killer: nameOf(claim.killer), victim: nameOf(claim.victim) });
    case "saw_vent":
      return t("claimSawVent", { player: nameOf(claim.player), place: nameOf(claim.place) });
    case "found_body":
      return t("claimFoundBody", { body: nameOf(claim.body), place: nameOf(claim.place) });
    case "did_task":
      return t("claimDidTask", { player: nameOf(claim.player), task: nameOf(claim.task) });
    case "role":
      return t("claimRole", {
        player: nameOf(claim.player),
        role: claim.role === "impostor" ? t("stationImpostor") : t("stationCrewmate"),
      });
    case "accusation":
      return t("claimAccusation", { player: nameOf(claim.player) });
    case "question":
      return t("claimQuestion", { player: nameOf(claim.player) });
  }
}
