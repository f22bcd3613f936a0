// Agents at a run, beside the story: what they are doing and have cost, how they are called off, and how they are called on.
import { useEffect, useState } from "react";
import parts from "../parts/parts.module.css";
import { Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import { capital, type Names } from "../say.ts";
import { usualBot } from "../start.tsx";
import * as wire from "../wire.ts";
import { languageTag, n, t } from "../words.ts";
import style from "./models.module.css";

/** What stands in place of the words while one watches a game that nobody plays on: the way to let it go on. */
export function GoOn({
  run,
  branch,
  world,
  turn,
  begun,
  choose,
}: {
  run: string;
  branch: string;
  world: string;
  turn: number;
  begun: (turn: number) => void;
  choose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const goOn = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await wire.startAgents(run, await lineupBefore(run, world), branch);
      begun(turn);
    } catch (error) {
      setProblem(wire.messageOf(error));
      setBusy(false);
    }
  };
  return (
    <section className={style.goOn} aria-label={t("nobodyPlays")} data-below="stage">
      <p>
        <b>{t("nobodyPlays")}</b> {t("nobodyPlaysText")}
      </p>
      <div className={parts.row}>
        <button type="button" className={parts.primary} aria-disabled={busy} onClick={goOn}>
          {busy ? t("starting") : t("botsGoOn")}
        </button>
        <button type="button" className={parts.button} onClick={choose}>
          {t("chooseWhoPlays")}
        </button>
      </div>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
    </section>
  );
}

/** Those who played this run on another branch, unless people or models were among them: then the world's usual bot. */
export async function lineupBefore(run: string, world: string): Promise<string> {
  const [sittings, rules] = await Promise.all([wire.agents(run), wire.worldRules(world)]);
  const bots = sittings.find(({ agents }) => !/=\s*(person|model)/.test(agents));
  return bots?.agents ?? `*=bot:${usualBot(rules)}`;
}

/** What agents are doing: who is asked and for how long, what it cost so far, and the way to stop it. `slim`: in one row. */
export function Sitting({
  sitting,
  run,
  names,
  slim = false,
}: {
  sitting: wire.Sitting;
  run: string;
  names: Names;
  slim?: boolean;
}) {
  const [stopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [whole] = sitting.spending;
  const stop = async () => {
    if (stopping) return;
    setStopping(true);
    await wire.stopAgents(run, sitting.branch).catch((error) => setProblem(wire.messageOf(error)));
    setStopping(false);
  };
  const [first] = sitting.working;
  return (
    <section className={style.sitting} data-slim={slim} aria-label={t("agentsAtWork")}>
      {first ? (
        <Asked key={`${first.actor} ${sitting.spending[0]?.calls ?? 0}`} one={first} names={names} />
      ) : (
        <p>
          {sitting.state === "waiting"
            ? t("agentsWait", { who: sitting.waitingFor.map((who) => names.get(who) ?? who).join(", ") })
            : t("agentsPlay")}
        </p>
      )}
      {whole && (
        <p className={style.soft}>
          {n("callsMade", whole.calls)} · {t("tokensUsed", tokens(whole.usage))} · {money(whole.money)}
          {whole.unpriced > 0 && ` + ${n("unpriced", whole.unpriced)}`}
        </p>
      )}
      <button type="button" className={parts.button} aria-disabled={stopping} onClick={stop}>
        {stopping ? t("stopping") : t("stop")}
      </button>
      {problem && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
    </section>
  );
}

/** Counts on while a model is at work, and only then. */
function Asked({ one, names }: { one: wire.Sitting["working"][number]; names: Names }) {
  const [more, setMore] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setMore(performance.now() - began), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Working>
      {t(one.state === "asked" ? "modelAsked" : "modelWrites", {
        who: capital(names.get(one.actor) ?? one.actor),
        model: one.model,
        seconds: Math.round((one.ms + more) / 1_000),
      })}
    </Working>
  );
}

const number = (value: number): string => new Intl.NumberFormat(languageTag()).format(value);
export const tokens = ({ input, cached, output }: wire.ModelCall["usage"]) => ({
  input: number(input - cached),
  cached: number(cached),
  output: number(output),
});
export const money = (dollars: number): string =>
  new Intl.NumberFormat(languageTag(), { style: "currency", currency: "USD", maximumFractionDigits: 4 }).format(
    dollars,
  );
