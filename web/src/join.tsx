// What a guest sees who opens the link of a lobby: the seats of a run, who sits where, and the free ones to choose from. Knows nothing else of the run.
import { useCallback, useEffect, useState } from "react";
import { goTo, HOME } from "./address.ts";
import { Cover } from "./cover.tsx";
import { Invitation } from "./invitation.tsx";
import style from "./join.module.css";
import { keep, readKept } from "./kept.ts";
import { count, say } from "./lobby-words.ts";
import { themeOf } from "./look/palette.ts";
import { Face } from "./parts/face.tsx";
import parts from "./parts/parts.module.css";
import { Brand, Notice, Title, To, Working } from "./parts/parts.tsx";
import { useRepeated } from "./parts/repeated.ts";
import { Own, Rich } from "./parts/rich.tsx";
import { capital } from "./say.ts";
import { type StageKind, useStage } from "./stage/stage.ts";
import * as wire from "./wire.ts";
import { t } from "./words.ts";

/** Others take seats meanwhile. Milliseconds. */
const LOOK_MS = 4_000;
const NAME = "guest name";
const NAME_MAX = 60;

export function Join({ token }: { token: string }) {
  const [lobby, setLobby] = useState<wire.LobbyView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState(() => readKept(NAME) ?? "");
  const [busy, setBusy] = useState<string | null>(null);
  const look = useCallback(
    () => wire.showLobby(token).then(setLobby, (error) => setProblem(wire.messageOf(error))),
    [token],
  );
  useRepeated(look, LOOK_MS);
  const kind = useStage(lobby?.plays);
  useEffect(() => {
    document.title = t("titleOf", { page: lobby?.title ?? say("joinTitle") });
  }, [lobby]);
  if (!lobby)
    return problem === null ? (
      <main className={style.page}>
        <Working>{t("opening")}</Working>
      </main>
    ) : (
      <Invitation why={problem} />
    );
  const take = async (actor: string) => {
    if (busy !== null) return;
    setBusy(actor);
    setProblem(null);
    keep(NAME, name.trim());
    try {
      const label = name.trim();
      location.assign((await wire.takeSeat(token, { actor, ...(label === "" ? {} : { label }) })).link);
    } catch (error) {
      setProblem(wire.messageOf(error));
      setBusy(null);
      await look();
    }
  };
  const free = lobby.seats.filter(({ isFree }) => isFree).length;
  const yours = lobby.seats.find(({ actor }) => actor === lobby.yours);
  return (
    <div className={style.page} style={themeOf(lobby.world)}>
      <header className={style.top}>
        <Brand />
      </header>
      <main className={style.main}>
        <div className={style.about}>
          <Cover world={lobby.world} />
          <Title translate="no">{lobby.title}</Title>
          <p>{say("joinText")}</p>
        </div>
        <div className={style.choice}>
          {lobby.yours !== null ? (
            <Yours run={lobby.run} name={yours?.name ?? lobby.yours} />
          ) : free === 0 ? (
            <Notice kind="plain">{say("joinFull")}</Notice>
          ) : (
            <label className={parts.field}>
              {say("joinName")}
              <input
                className={parts.input}
                value={name}
                maxLength={NAME_MAX}
                autoComplete="nickname"
                onChange={(event) => setName(event.target.value)}
              />
            </label>
          )}
          <h2 id="seats">{lobby.yours === null && free > 0 ? say("joinChoose") : say("joinSeats")}</h2>
          <p className="unseen" role="status">
            {count("joinFree", free)}
          </p>
          <ul className={style.seats} aria-labelledby="seats">
            {lobby.seats.map((seat) => (
              <Seat
                key={seat.actor}
                seat={seat}
                Own={kind?.Face}
                mine={seat.actor === lobby.yours}
                busy={busy}
                take={lobby.yours === null ? () => take(seat.actor) : null}
              />
            ))}
          </ul>
          {problem && (
            <Notice kind="bad">
              <Own>{problem}</Own>
            </Notice>
          )}
        </div>
      </main>
    </div>
  );
}

function Seat({
  seat: { actor, name, isFree, by },
  Own: OwnFace,
  mine,
  busy,
  take,
}: {
  seat: wire.LobbySeat;
  /** The world's own faces. */
  Own: StageKind["Face"];
  mine: boolean;
  busy: string | null;
  take: (() => void) | null;
}) {
  const who = (
    <>
      <Own>{OwnFace ? <OwnFace id={actor} view={null} /> : <Face id={actor} name={name} />}</Own>
      <b translate="no">{capital(name)}</b>
    </>
  );
  if (isFree && take)
    return (
      <li>
        <button type="button" className={style.seat} aria-disabled={busy !== null} onClick={take}>
          {who}
          <small>{say(busy === actor ? "joinTaking" : "joinTake")}</small>
        </button>
      </li>
    );
  return (
    <li className={style.seat} data-held={!isFree} data-mine={mine}>
      {who}
      <small>
        {isFree ? say("joinIsFree") : mine ? say("joinMine") : by === "" ? say("joinTaken") : <Own>{by}</Own>}
      </small>
    </li>
  );
}

/** This browser sits down already: the way to its seat, and out of it. */
function Yours({ run, name }: { run: string; name: string }) {
  return (
    <div className={style.yours}>
      <p>
        <Rich word="youPlay" actor={<b translate="no">{capital(name)}</b>} />
      </p>
      <div className={parts.row}>
        <button type="button" className={parts.primary} onClick={() => goTo(run)}>
          {say("joinGo")}
        </button>
        <To path={HOME} className={parts.quiet}>
          {t("toFirstPage")}
        </To>
      </div>
    </div>
  );
}
