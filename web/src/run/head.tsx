// The top of a run's page: viewpoint, branch, seat and connection.
import { goTo, type RunPlace } from "../address.ts";
import parts from "../parts/parts.module.css";
import { Rich } from "../parts/rich.tsx";
import { capital } from "../say.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import style from "./page.module.css";
import { ALL_EYES } from "./use-moment.ts";
import type { Run } from "./use-run.ts";

export function Eyes({
  place,
  actors,
  choose,
}: {
  place: RunPlace;
  actors: readonly { readonly id: string; readonly name: string }[];
  choose: (eyes: string | null) => void;
}) {
  return (
    <label className={style.pick} data-pick="eyes">
      <span>{t("seeAs")}</span>
      <select
        className={parts.select}
        value={place.eyes ?? ""}
        onChange={(event) => choose(event.target.value === "" ? null : event.target.value)}
      >
        <option value="" translate={actors.length === 1 ? "no" : undefined}>
          {actors.length === 1 ? capital(actors[0]?.name ?? t("thePlayer")) : t("whoeverIsAsked")}
        </option>
        {actors.length > 1 &&
          actors.map(({ id, name }) => (
            <option key={id} value={id} translate="no">
              {capital(name)}
            </option>
          ))}
        <option value={ALL_EYES}>{t("allThereIs")}</option>
      </select>
    </label>
  );
}

export function Branches({
  live,
  place,
  move,
}: {
  live: Run;
  place: RunPlace;
  move: (to: Partial<RunPlace>, how: "push") => void;
}) {
  return (
    <label className={style.pick}>
      <span>{t("branchIt")}</span>
      <select
        className={parts.select}
        value={place.branch}
        onChange={(event) => move({ branch: event.target.value, at: null }, "push")}
      >
        {live.branches.map(({ name, parent }) => (
          <option key={name} value={name} translate="no">
            {name}
            {parent && ` (${t("branchAtTurn", { branch: parent.branch, turn: parent.turn })})`}
          </option>
        ))}
      </select>
    </label>
  );
}

export function SeatSign({ run, actor, work }: { run: string; actor: string; work: Run["work"] }) {
  return (
    <p className={style.seat}>
      <span>
        <Rich word="youPlay" actor={<b translate="no">{capital(actor)}</b>} />
      </span>
      <button
        type="button"
        className={parts.quiet}
        onClick={async () => {
          if (await work(t("leaving"), () => wire.leaveSeat(run))) goTo(null);
        }}
      >
        {t("leaveSeat")}
      </button>
    </p>
  );
}

export function Connection({ state }: { state: Run["connection"] }) {
  if (state === null || state === "live")
    return (
      <span className="unseen" role="status">
        {t("live")}
      </span>
    );
  return (
    <span className={style.connection} role="status">
      {state === "reconnecting" ? t("reconnecting") : t("disconnected")}
    </span>
  );
}
