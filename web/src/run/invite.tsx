// Invitations: a link for each part of a run, and the seats that were given out, which can be ended.
import { useCallback, useEffect, useState } from "react";
import { say } from "../lobby-words.ts";
import { LinkWithCopy } from "../parts/link-with-copy.tsx";
import parts from "../parts/parts.module.css";
import { Ask, Closing, Notice } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { capital } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import * as wire from "../wire.ts";
import { languageTag, t } from "../words.ts";
import style from "./invite.module.css";
import { type Actor, Lobby } from "./lobby.tsx";

export function InviteAsk({
  run,
  branch,
  actors,
  agents,
  world,
  Face,
  onClose,
}: {
  run: string;
  branch: string;
  actors: readonly Actor[];
  /** Who plays here now; null: nobody was set to. */
  agents: string | null;
  world: string;
  Face: StageKind["Face"];
  onClose: () => void;
}) {
  const [seats, setSeats] = useState<readonly wire.SeatCard[]>([]);
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const look = useCallback(() => wire.seats(run).then(setSeats), [run]);
  useEffect(() => {
    look().catch((error) => setProblem(wire.messageOf(error)));
  }, [look]);
  const revoke = async (seat: string) => {
    setProblem(null);
    await wire
      .revokeSeat(run, seat)
      .then(look)
      .catch((error) => setProblem(wire.messageOf(error)));
  };
  const make = async (actor: string) => {
    setProblem(null);
    try {
      const { link } = await wire.invite(run, actor, branch);
      setLinks((known) => ({ ...known, [actor]: new URL(link, location.origin).href }));
      await look();
    } catch (error) {
      setProblem(wire.messageOf(error));
    }
  };
  return (
    <Ask title={t("inviteTitle")} onClose={onClose} wide={actors.length > 1}>
      {actors.length > 1 && (
        <Lobby run={run} branch={branch} actors={actors} agents={agents} world={world} Face={Face} />
      )}
      <details className={style.one} open={actors.length === 1 || undefined}>
        <summary>{say("inviteOne")}</summary>
        <p>{t("inviteText")}</p>
        <ul className={style.seats}>
          {actors.map(({ id, name }) => (
            <li key={id}>
              <b translate="no">{capital(name)}</b>
              {links[id] ? (
                <LinkWithCopy url={links[id]} label={t("invitationFor", { name })} />
              ) : (
                <button type="button" className={parts.button} onClick={() => make(id)}>
                  {t("makeLink")}
                  <span className="unseen"> {t("forName", { name })}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      </details>
      {seats.length > 0 && <Given seats={seats} actors={actors} revoke={revoke} />}
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      <Closing onClose={onClose} />
    </Ask>
  );
}

/** Seats that were given out, newest first, each with the way to end it. */
function Given({
  seats,
  actors,
  revoke,
}: {
  seats: readonly wire.SeatCard[];
  actors: readonly Actor[];
  revoke: (seat: string) => void;
}) {
  const nameOf = (actor: string) => actors.find(({ id }) => id === actor)?.name ?? actor;
  return (
    <section aria-labelledby="seats-given">
      <h3 id="seats-given">{t("seatsGiven")}</h3>
      <ul className={style.given}>
        {seats.toReversed().map(({ id, actor, branches, label, createdAt, expiresAt, revokedAt }) => {
          const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= Date.now());
          return (
            <li key={id} data-over={isOver}>
              <span>
                <b translate="no">{label || nameOf(actor)}</b>{" "}
                <small translate="no">
                  {label && `${nameOf(actor)} · `}
                  {branches.join(", ")} · {when(createdAt)}
                </small>
              </span>
              {isOver ? (
                <small>{t(revokedAt === null ? "seatExpired" : "seatRevoked")}</small>
              ) : (
                <button type="button" className={parts.quiet} onClick={() => revoke(id)}>
                  {t("revokeSeat")}
                  <span className="unseen"> {t("forName", { name: label || nameOf(actor) })}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const when = (at: number): string =>
  new Intl.DateTimeFormat(languageTag(), { dateStyle: "medium", timeStyle: "short" }).format(at);
