// Leagues: standings on each side with their intervals, pairings, seats, and one player's games. Draws the server's numbers.
import { useCallback, useEffect, useRef, useState } from "react";
import { leaguesPath } from "./address.ts";
import style from "./home.module.css";
import { Estimate, Measures } from "./league-measures.tsx";
import { Meetings } from "./league-meetings.tsx";
import { LeagueNow } from "./league-now.tsx";
import { Share, Table } from "./league-table.tsx";
import { count, say } from "./league-words.ts";
import own from "./leagues.module.css";
import { later } from "./parts/later.tsx";
import parts from "./parts/parts.module.css";
import { Masthead, Notice, Title, To, Working } from "./parts/parts.tsx";
import { useRepeated } from "./parts/repeated.ts";
import { Own } from "./parts/rich.tsx";
import { ago, capital, plainWord } from "./say.ts";
import * as wire from "./wire.ts";
import { t } from "./words.ts";

const LeagueStart = later(async () => (await import("./league-start.tsx")).LeagueStart);

/** Games end meanwhile. Milliseconds. */
const LOOK_MS = 2_000;
const HOW = "npm run orrery -- league run --agents a=bot:detective,b=bot:liar --games 100";

export function Leagues({
  league,
  entrant,
  onProblem,
}: {
  /** Null: the list of them. */
  league: string | null;
  entrant: string | null;
  onProblem: (error: unknown) => void;
}) {
  const [cards, setCards] = useState<readonly wire.LeagueCard[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBeginning, setBeginning] = useState(false);
  const card = cards?.find(({ id }) => id === league);
  const title = entrant ?? (card ? namesIn(card) : t("leagues"));
  useEffect(() => {
    document.title = t("titleOf", { page: title });
  }, [title]);
  const fail = (error: unknown) => {
    onProblem(error);
    setProblem(wire.messageOf(error));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another league may have begun since
  useEffect(() => {
    wire.leagues().then(setCards, fail);
  }, [league]);
  return (
    <div className={style.page}>
      <Masthead here={leaguesPath()} />
      <main className={style.main}>
        <section className={style.head}>
          <Title>{entrant === null && !card ? t("leagues") : <Own>{title}</Own>}</Title>
          <p>{card ? <Own>{card.world}</Own> : say("leaguesText")}</p>
          {league === null && (
            <div className={parts.row}>
              <button type="button" className={parts.primary} onClick={() => setBeginning(true)}>
                {say("begin")}
              </button>
            </div>
          )}
        </section>
        {problem && (
          <Notice kind="bad">
            <Own>{problem}</Own>
          </Notice>
        )}
        {!cards && !problem && <Working>{t("lookingAround")}</Working>}
        {cards?.length === 0 && (
          <section className={style.empty}>
            <p>{say("leaguesNone")}</p>
            <details>
              <summary>{say("terminal")}</summary>
              <pre className={own.command} translate="no">
                {HOW}
              </pre>
            </details>
          </section>
        )}
        {cards && cards.length > 0 && league === null && <List cards={cards} />}
        {league !== null && problem === null && (
          <One key={`${league}\n${entrant}`} id={league} entrant={entrant} fail={fail} />
        )}
      </main>
      {isBeginning && <LeagueStart onClose={() => setBeginning(false)} />}
    </div>
  );
}

const namesIn = ({ entrants }: wire.LeagueCard): string => entrants.map(({ name }) => name).join(", ");

const List = ({ cards }: { cards: readonly wire.LeagueCard[] }) => (
  <ul className={own.cards}>
    {cards.toReversed().map((card) => (
      <li key={card.id}>
        <To path={leaguesPath(card.id)} className={own.card}>
          <b translate="no">{namesIn(card)}</b>
          <span translate="no">{card.world}</span>
          <small>
            {say("leagueDone", { done: card.done, games: card.games * card.arms.length })}
            {card.state === "playing" && ` · ${say("playing")}`} · {ago(card.createdAt)}
          </small>
        </To>
      </li>
    ))}
  </ul>
);

function One({ id, entrant, fail }: { id: string; entrant: string | null; fail: (error: unknown) => void }) {
  const [table, setTable] = useState<wire.LeagueTable | null>(null);
  const [games, setGames] = useState<readonly wire.LeagueGame[]>([]);
  const [card, setCard] = useState<wire.LeagueCard | null>(null);
  const counted = useRef(0);
  /** How often a button has answered: what was asked before that is out of date. */
  const pressed = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is said the same way however often the page is drawn
  const look = useCallback(async () => {
    try {
      const before = pressed.current;
      const found = await wire.league(id);
      if (pressed.current === before) setCard(found);
      if (found.done === counted.current) return;
      const [figures, first] = await Promise.all([
        wire.leagueTable(id),
        wire.leagueGames(id, entrant === null ? MOST : undefined),
      ]);
      counted.current = found.done;
      setTable(figures);
      setGames(first);
    } catch (error) {
      fail(error);
    }
  }, [id, entrant]);
  useRepeated(look, LOOK_MS);
  if (!card) return <Working>{say("leagueCounting")}</Working>;
  const showCard = (found: wire.LeagueCard) => {
    pressed.current++;
    setCard(found);
  };
  const now = <LeagueNow card={card} changed={showCard} />;
  if (!table)
    return (
      <>
        {now}
        {card.done === 0 ? <p className={own.facts}>{say("noneYet")}</p> : <Working>{say("leagueCounting")}</Working>}
      </>
    );
  const mine = (names: readonly string[]) => entrant === null || names.some((name) => isOf(name, entrant));
  const standings = table.standings.filter((one) => mine([one.entrant]));
  const met = table.headToHead.filter(({ first, second }) => mine([first, second]));
  const played = games.filter(({ seats }) => mine(seats.map((seat) => seat.entrant)));
  const all = entrant === null ? card.done : played.length;
  return (
    <>
      {now}
      <section aria-labelledby="standings">
        <h2 id="standings">{say("leagueStandings")}</h2>
        <p className={own.facts}>
          {count("leagueGames", table.games)}
          {table.firstSideWins && (
            <>
              {" "}
              · {say("leagueFirst", { side: table.sides[0] ?? "" })} <Share figure={table.firstSideWins} />
            </>
          )}
        </p>
        {table.sides.map((side) => (
          <Standings key={side} id={id} side={side} rows={standings.filter((one) => one.side === side)} table={table} />
        ))}
        {!table.sidesApart && <p className={own.facts}>{say("leagueTogether")}</p>}
        <div className={parts.row}>
          {entrant !== null && (
            <To path={leaguesPath(id)} className={parts.button}>
              {say("leagueWhole")}
            </To>
          )}
          <a className={parts.button} href={wire.leagueLink(id, "table.csv")} download>
            CSV
          </a>
          <a className={parts.button} href={wire.leagueLink(id, "table")} download="league.json">
            JSON
          </a>
        </div>
      </section>
      <Meetings rows={met} sides={table.sides} />
      <Contrasts rows={table.contrasts.filter(({ first, second }) => mine([first, second]))} />
      {entrant === null && table.seats.length > 0 && (
        <section aria-labelledby="seats">
          <h2 id="seats">{say("leagueSeats")}</h2>
          <Table head={["leagueSeat"]} more={table.sides}>
            {table.seats.map(({ seat, wins }) => (
              <tr key={seat}>
                <th scope="row">{seat}</th>
                {table.sides.map((side) => (
                  <td key={side}>{wins[side] && <Share figure={wins[side]} />}</td>
                ))}
              </tr>
            ))}
          </Table>
        </section>
      )}
      <section aria-labelledby="games">
        <h2 id="games">{say("leagueGamesHead")}</h2>
        <ul className={own.games}>
          {played.slice(0, MOST).map(({ run, index, arm, ending, seats }) => (
            <li key={run}>
              <To path={`/runs/${encodeURIComponent(run)}`}>{say("leagueGame", { number: index + 1 })}</To>{" "}
              <span translate="no">
                {arm === "off" ? "" : `${arm} · `}
                {ending}
                {entrant !== null &&
                  ` · ${seats
                    .filter((seat) => seat.entrant === entrant)
                    .map(({ actor, side }) => `${actor}: ${side}`)
                    .join(", ")}`}
              </span>
            </li>
          ))}
        </ul>
        {all > MOST && <p className={own.facts}>{say("leagueMore", { shown: MOST, all })}</p>}
      </section>
    </>
  );
}
/** Games listed; the others are in the export. */
const MOST = 200;
/** With several arms an entrant meets under the name of its arm. */
const isOf = (name: string, entrant: string): boolean => name === entrant || name.startsWith(`${entrant} (`);

/** Differences on the same seeds, the surest first: nobody needs to compare intervals by eye. */
function Contrasts({ rows }: { rows: wire.LeagueTable["contrasts"] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="contrasts">
      <h2 id="contrasts">{say("leagueContrasts")}</h2>
      <p className={own.facts}>{say("leagueContrastsText")}</p>
      <Table
        first={[say("leagueSide"), say("leaguePlayer"), say("leagueAgainst")]}
        head={["leagueDifference", "leagueChance", "leagueSeeds", "leagueNeeded"]}
      >
        {rows
          .toSorted((a, b) => a.holm - b.holm || a.p - b.p)
          .map(({ side, first, second, difference, low, high, holm, seeds, seedsForTenPoints }) => (
            <tr key={`${side} ${first} ${second}`} data-sure={holm < SURE || undefined}>
              <td translate="no">{side}</td>
              <th scope="row" translate="no">
                {first}
              </th>
              <td translate="no">{second}</td>
              <td>
                <Estimate figure={{ value: difference, low, high, n: seeds }} write={points} />
              </td>
              <td>{holm < 0.001 ? "< 0.001" : holm.toFixed(3)}</td>
              <td>{seeds}</td>
              <td>{seedsForTenPoints}</td>
            </tr>
          ))}
      </Table>
    </section>
  );
}
/** A corrected chance below this is worth a mark. */
const SURE = 0.05;
const points = (share: number): string => `${share < 0 ? "−" : "+"}${(Math.abs(share) * 100).toFixed(1)}`;

function Standings({
  id,
  side,
  rows,
  table,
}: {
  id: string;
  side: string;
  rows: readonly wire.Standing[];
  table: wire.LeagueTable;
}) {
  const bounds = rows.flatMap(({ rating }) => [rating?.low, rating?.high].filter((one) => typeof one === "number"));
  const most = Math.max(0.5, ...bounds.map(Math.abs));
  return (
    <>
      <h3 className={own.side} translate="no">
        {capital(side)}
      </h3>
      <Table head={["leaguePlayer", "leagueRating", "leagueWins", "leagueGamesHead"]}>
        {rows.map((row) => (
          <tr key={`${row.entrant} ${row.arm}`}>
            <th scope="row">
              <To path={leaguesPath(id, row.entrant)}>
                <Own>{row.arm === "off" ? row.entrant : `${row.entrant} (${row.arm})`}</Own>
              </To>
              <small translate="no">{row.agent}</small>
              {Object.entries(row.traits).map(([name, value]) => (
                <small key={name} className={own.trait}>
                  <span translate="no">{plainWord(name)}:</span>{" "}
                  <Own>{typeof value === "string" ? value : JSON.stringify(value)}</Own>
                </small>
              ))}
            </th>
            <td>{row.rating ? <Interval figure={row.rating} most={most} /> : "–"}</td>
            <td>
              <Share figure={row.wins} />
            </td>
            <td>{row.games}</td>
          </tr>
        ))}
      </Table>
      <Measures rows={rows} table={table} />
    </>
  );
}

/** A rating as a dot on a line, its interval as a bar through it; nought in the middle. */
function Interval({ figure: { value, low, high }, most }: { figure: wire.IntervalFigure; most: number }) {
  if (value === null) return "–";
  const x = (at: number) => 60 + (at / most) * 56;
  const sign = (at: number) => `${at < 0 ? "−" : "+"}${Math.abs(at).toFixed(2)}`;
  return (
    <span className={own.interval}>
      <svg viewBox="0 0 120 20" aria-hidden="true">
        <path d="M60 2v16" className={own.zero} />
        {low !== null && high !== null && <path d={`M${x(low)} 10H${x(high)}`} className={own.bar} />}
        <circle cx={x(value)} cy="10" r="4.5" className={own.dot} />
      </svg>
      <span className={own.number}>
        {sign(value)}{" "}
        {low !== null && high !== null && <small>{say("leagueBetween", { low: sign(low), high: sign(high) })}</small>}
      </span>
    </span>
  );
}
