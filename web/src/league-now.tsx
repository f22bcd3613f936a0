// How far a league is: its games, what models have cost, and the buttons that stop it and let it go on.
import { useState } from "react";
import style from "./league-start.module.css";
import { count, say } from "./league-words.ts";
import parts from "./parts/parts.module.css";
import { Notice } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { money } from "./run/sitting.tsx";
import { ago } from "./say.ts";
import * as wire from "./wire.ts";

/** `changed`: called with the league as the server has it after a button was pressed. */
export function LeagueNow({ card, changed }: { card: wire.LeagueCard; changed: (card: wire.LeagueCard) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const press = (work: Promise<wire.LeagueCard>) => {
    setProblem(null);
    work.then(changed, (error) => setProblem(wire.messageOf(error)));
  };
  const { id, state, now, why, games, arms, createdAt } = card;
  const all = games * arms.length;
  const isOver = card.done >= all;
  return (
    <section className={style.now} aria-label={say("doneOf", { done: card.done, all })}>
      <p role="status">
        <b>{say(state === "playing" ? "playing" : isOver ? "ended" : "stopped")}</b> ·{" "}
        {say("doneOf", { done: card.done, all })}
        {now && now.open > 0 && ` · ${count("open", now.open)}`} · {say("begun", { when: ago(createdAt) })}
      </p>
      {!isOver && <progress max={all} value={card.done} aria-label={say("doneOf", { done: card.done, all })} />}
      {now && now.spent.calls > 0 && <p>{spendingInWords(now.spent)}</p>}
      {why !== null && <Bad text={why} />}
      {problem !== null && <Bad text={problem} />}
      {!isOver && (
        <div className={parts.row}>
          <button
            type="button"
            className={state === "playing" ? parts.button : parts.primary}
            onClick={() => press(state === "playing" ? wire.stopLeague(id) : wire.goOnWithLeague(id))}
          >
            {say(state === "playing" ? "stop" : "go")}
          </button>
        </div>
      )}
    </section>
  );
}

const Bad = ({ text }: { text: string }) => (
  <Notice kind="bad">
    <Own>{text}</Own>
  </Notice>
);

function spendingInWords({ calls, tokens, microdollars, unpriced }: wire.Spent): string {
  const known = say("spent", { calls, tokens, money: money(microdollars / 1e6) });
  return unpriced === 0 ? known : `${known} · ${count("unpriced", unpriced)}`;
}
