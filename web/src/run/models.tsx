// Who plays a run: bots and models set to play, and each call of a model laid open: prompt, answer, what was wrong, tokens, time.
import { type FormEvent, useEffect, useState } from "react";
import parts from "../parts/parts.module.css";
import { Notice } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { capital, type Names, plainWord } from "../say.ts";
import { ANY_BOT, usualBot } from "../start.tsx";
import * as wire from "../wire.ts";
import { n, t } from "../words.ts";
import { Forecast } from "./forecast.tsx";
import { Lineup } from "./lineup.tsx";
import style from "./models.module.css";
import { money, Sitting, tokens } from "./sitting.tsx";

interface ModelsProps {
  readonly run: string;
  readonly branch: string;
  /** The turn looked at, and its id, by which it is asked for again. */
  readonly turn: number;
  readonly id: string | undefined;
  readonly sitting: wire.Sitting | null;
  readonly world: string;
  readonly actors: readonly { readonly id: string; readonly name: string }[];
  readonly names: Names;
  readonly over: boolean;
  /** All seats have begun to play, from a turn on. */
  readonly begun: (turn: number) => void;
}

export function Models({ run, branch, turn, id, sitting, world, actors, names, over, begun }: ModelsProps) {
  const [chosen, setLineup] = useState(sitting?.agents ?? null);
  const [rules, setRules] = useState<wire.WorldRules | null>(null);
  useEffect(() => {
    let stale = false;
    wire.worldRules(world).then(
      (found) => !stale && setRules(found),
      // Then those that every world has are offered.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [world]);
  const lineup = chosen ?? `*=bot:${rules ? usualBot(rules) : ANY_BOT}`;
  const [problem, setProblem] = useState<string | null>(null);
  const atWork = sitting !== null && (sitting.state === "playing" || sitting.state === "waiting");
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      await wire.startAgents(run, lineup, branch);
      if (!/=\s*person/.test(lineup)) begun(turn);
    } catch (error) {
      setProblem(wire.messageOf(error));
    }
  };
  return (
    <div className={style.models}>
      <h2 className="unseen">{t("players")}</h2>
      {atWork ? (
        <Sitting sitting={sitting} run={run} names={names} />
      ) : (
        <>
          {sitting?.state === "stopped" && (
            <Notice kind="plain">
              {t("agentsStopped")} {sitting.why && <Own>{sitting.why}</Own>}
            </Notice>
          )}
          {sitting?.state === "ended" && <p role="status">{t("agentsEnded")}</p>}
          {over && <p className={style.soft}>{t("agentsBranch")}</p>}
          {!over && (
            <form className={style.form} onSubmit={begin}>
              <Lineup
                bots={rules?.bots ?? []}
                botWords={rules?.botWords ?? {}}
                actors={actors}
                text={lineup}
                choose={setLineup}
              />
              <label className={parts.field} htmlFor="lineup">
                {t("lineup")}
              </label>
              <input
                id="lineup"
                className={parts.input}
                value={lineup}
                required
                autoComplete="off"
                spellCheck={false}
                placeholder="*=bot:random"
                translate="no"
                aria-describedby="lineup-help"
                onChange={(event) => setLineup(event.target.value)}
              />
              <small id="lineup-help">{t("lineupHelp")}</small>
              <Forecast agents={lineup} ask={(agents) => wire.forecast(run, agents, branch)} />
              <button type="submit" className={parts.button}>
                {t("letThemPlay")}
              </button>
            </form>
          )}
        </>
      )}
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      <Calls run={run} branch={branch} turn={turn} id={id} names={names} />
    </div>
  );
}

function Calls({ run, branch, turn, id, names }: Pick<ModelsProps, "run" | "branch" | "turn" | "id" | "names">) {
  const [all, setAll] = useState(false);
  const [found, setFound] = useState<{ readonly key: string; readonly calls: readonly wire.ModelCall[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const key = all ? `all ${id}` : `${turn} ${id}`;
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(
      () =>
        wire.calls(run, { branch, turn: all ? undefined : turn }).then(
          (calls) => !stale && setFound({ key, calls }),
          (error) => !stale && setProblem(wire.messageOf(error)),
        ),
      120,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [run, branch, turn, all, key]);
  const calls = found?.key === key ? found.calls : null;
  return (
    <section className={style.calls} aria-label={t("calls")}>
      <h3>{all ? t("calls") : t("callsOfTurn", { turn })}</h3>
      <label className={style.all}>
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
        {t("callsOfAll")}
      </label>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {calls?.length === 0 && <p className={style.soft}>{t("noCalls")}</p>}
      <ol>
        {calls?.map((call) => (
          <li key={call.id}>
            <Call call={call} names={names} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Call({ call, names }: { call: wire.ModelCall; names: Names }) {
  const { lane, model, system, prompt, earlier, answer, problems, attempt, fault, usage, cost, ms, turn } = call;
  const wrong = [
    ...problems.map(({ message, reason }) => message ?? plainWord(reason ?? "")),
    ...(fault ? [fault.message] : []),
  ];
  return (
    <details data-wrong={wrong.length > 0}>
      <summary>
        <b translate="no">{capital(names.get(lane.split("@")[0]!) ?? lane)}</b> <Own>{model}</Own>
        {attempt > 1 && <em>{t("attemptN", { n: attempt })}</em>}
        <small>
          {turn && `${t("turnIsNow", { turn: turn.turn })} · `}
          {t("secondsTaken", { seconds: (ms / 1_000).toFixed(1) })} · {t("tokensUsed", tokens(usage))} ·{" "}
          {cost === null ? t("noPrice") : money(cost)}
        </small>
      </summary>
      {wrong.map((message) => (
        <Notice key={message} kind="bad">
          <Own>{message}</Own>
        </Notice>
      ))}
      <h4>{t("theAnswer")}</h4>
      <Text>{pretty(answer)}</Text>
      <h4>{earlier > 0 ? n("promptAfter", earlier) : t("prompt")}</h4>
      <Text>{prompt}</Text>
      {system.map((part) => (
        <details key={part.id}>
          <summary>
            {t("promptPart")} <Own>{part.id}</Own>
          </summary>
          <Text>{part.text}</Text>
        </details>
      ))}
    </details>
  );
}

const Text = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <pre translate="no" tabIndex={0}>
    {children}
  </pre>
);

/** JSON is easier to read on more than one line; anything else stays as it was. */
function pretty(answer: string): string {
  try {
    return JSON.stringify(JSON.parse(answer), null, 2);
  } catch {
    return answer;
  }
}
