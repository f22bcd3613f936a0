// One invitation for several seats, as the owner has it: which seats, the link and its code, who has taken which, and the beginning of the game.
import { useCallback, useState } from "react";
import { count, say } from "../lobby-words.ts";
import { Face } from "../parts/face.tsx";
import { later } from "../parts/later.tsx";
import { LinkWithCopy } from "../parts/link-with-copy.tsx";
import parts from "../parts/parts.module.css";
import { Notice } from "../parts/parts.tsx";
import { useRepeated } from "../parts/repeated.ts";
import { Own } from "../parts/rich.tsx";
import { ago, capital } from "../say.ts";
import type { StageKind } from "../stage/stage.ts";
import { usualBot } from "../start.tsx";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { PERSON, playersIn } from "./lineup-text.ts";
import style from "./lobby.module.css";

const Qr = later(async () => (await import("./qr.tsx")).Qr);

/** Guests come meanwhile. Milliseconds. */
const LOOK_MS = 3_000;
const HOUR_MS = 3_600_000;
const ENDS: readonly (readonly ["lobbyHour" | "lobbyDay" | "lobbyWeek", hours: number])[] = [
  ["lobbyHour", 1],
  ["lobbyDay", 24],
  ["lobbyWeek", 168],
];

export interface Actor {
  readonly id: string;
  readonly name: string;
}
interface LobbyProps {
  readonly run: string;
  readonly branch: string;
  readonly actors: readonly Actor[];
  /** Who plays here now; null: nobody was set to. */
  readonly agents: string | null;
  /** The world's own faces. */
  readonly Face: StageKind["Face"];
  /** The name of the world, whose bots may take free seats. */
  readonly world: string;
}

export function Lobby(props: LobbyProps) {
  const { run, branch } = props;
  const [lobby, setLobby] = useState<wire.LobbyCard | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown) => setProblem(wire.messageOf(error));
  const look = useCallback(
    () =>
      wire.lobbies(run).then(
        (all) => setLobby(all.findLast((one) => one.branch === branch && one.link !== null) ?? null),
        (error) => setProblem(wire.messageOf(error)),
      ),
    [run, branch],
  );
  useRepeated(look, LOOK_MS);
  const change = async (work: () => Promise<unknown>) => {
    setProblem(null);
    await work().catch(fail);
    await look();
  };
  return (
    <section className={style.lobby} aria-labelledby="lobby">
      <h3 id="lobby">{say("lobbyTitle")}</h3>
      {lobby === null && <Opening {...props} change={change} />}
      {lobby && <Standing {...props} lobby={lobby} change={change} />}
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
    </section>
  );
}

type RunChange = (work: () => Promise<unknown>) => Promise<void>;

/** Which seats are offered, and for how long. */
function Opening({ run, branch, actors, agents, change }: LobbyProps & { change: RunChange }) {
  const [left, setLeft] = useState<readonly string[]>(() => playedByAgents(actors, agents));
  const [hours, setHours] = useState(24);
  const offered = actors.filter(({ id }) => !left.includes(id)).map(({ id }) => id);
  return (
    <form
      className={style.opening}
      onSubmit={(event) => {
        event.preventDefault();
        void change(() => wire.openLobby(run, { actors: offered, branch, expiresAt: Date.now() + hours * HOUR_MS }));
      }}
    >
      <p>{say("lobbyText")}</p>
      <fieldset className={style.offered}>
        <legend>{say("lobbyOffers")}</legend>
        {actors.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={!left.includes(id)}
              onChange={({ target: { checked } }) =>
                setLeft(checked ? left.filter((one) => one !== id) : [...left, id])
              }
            />
            <span translate="no">{capital(name)}</span>
          </label>
        ))}
      </fieldset>
      <div className={parts.row}>
        <label className={style.ends}>
          {say("lobbyEnds")}
          <select className={parts.select} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
            {ENDS.map(([word, length]) => (
              <option key={word} value={length}>
                {say(word)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={parts.primary} disabled={offered.length === 0}>
          {count("lobbyMake", offered.length)}
        </button>
      </div>
    </form>
  );
}

/** Seats that agents play already are offered to nobody unasked. */
const playedByAgents = (actors: readonly Actor[], agents: string | null): readonly string[] => {
  const playerOf = playersIn(agents ?? "");
  return actors.flatMap(({ id }) => (playerOf(id) === PERSON ? [] : [id]));
};

function Standing({
  run,
  branch,
  actors,
  agents,
  world,
  Face: OwnFace,
  lobby: { id, link, seats, expiresAt },
  change,
}: LobbyProps & { lobby: wire.LobbyCard; change: RunChange }) {
  const url = new URL(link!, location.origin).href;
  const nameOf = (actor: string) => actors.find((one) => one.id === actor)?.name ?? actor;
  const held = seats.filter(({ seat }) => seat !== null);
  const free = seats.length - held.length;
  const begin = async () => {
    const rules = await wire.worldRules(world);
    await wire.closeLobby(run, id);
    const people = held.map(({ actor }) => `${actor}=${PERSON}`);
    await wire.startAgents(run, [...people, `*=bot:${usualBot(rules)}`].join(","), branch);
  };
  return (
    <>
      {isLoopback() && <Notice kind="plain">{say("lobbyLoopback")}</Notice>}
      <div className={style.standing}>
        <div className={style.code}>
          <Qr text={url} label={say("lobbyCode")} />
        </div>
        <div className={style.beside}>
          <div className={style.link}>
            <LinkWithCopy url={url} label={say("lobbyLink")} />
          </div>
          <p className={style.soft} role="status">
            {count("lobbyHeld", held.length, { all: seats.length })} {say("lobbyEndsIn", { when: ago(expiresAt) })}
          </p>
          <ul className={style.seats}>
            {seats.map(({ actor, seat, by }) => (
              <li key={actor} data-held={seat !== null}>
                <Own>{OwnFace ? <OwnFace id={actor} view={null} /> : <Face id={actor} name={nameOf(actor)} />}</Own>
                <b translate="no">{capital(nameOf(actor))}</b>
                <small>{seat === null ? say("joinIsFree") : by === "" ? say("joinTaken") : <Own>{by}</Own>}</small>
                {seat !== null && (
                  <button
                    type="button"
                    className={parts.quiet}
                    onClick={() => change(() => wire.revokeSeat(run, seat))}
                  >
                    {say("lobbyFree")}
                    <span className="unseen"> {t("forName", { name: nameOf(actor) })}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className={parts.row}>
        {agents === null && held.length > 0 && (
          <button type="button" className={parts.primary} onClick={() => change(begin)}>
            {free === 0 ? say("lobbyBegin") : count("lobbyBeginBots", free)}
          </button>
        )}
        <button type="button" className={parts.button} onClick={() => change(() => wire.closeLobby(run, id))}>
          {say("lobbyClose")}
        </button>
        <a className={parts.quiet} href={link!} target="_blank" rel="noreferrer">
          {say("lobbySit")}
        </a>
      </div>
    </>
  );
}

const isLoopback = (): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
