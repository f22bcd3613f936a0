// What the models of a lineup would cost, told before they begin: bots rehearse the game on the server, and nothing is sent to a model.
import { useEffect, useState } from "react";
import { Notice, Working } from "../parts/parts.tsx";
import { Own } from "../parts/rich.tsx";
import * as wire from "../wire.ts";
import { n, t } from "../words.ts";
import { money, tokens } from "./sitting.tsx";

const hasModels = (agents: string): boolean => /=\s*model\b/.test(agents);

/** What is being typed is not asked about at each letter. */
const PAUSE_MS = 500;

/** `ask`: of this lineup; called again when `agents` changes. Shows nothing where no model plays. */
export function Forecast({ agents, ask }: { agents: string; ask: (agents: string) => Promise<wire.Forecast> }) {
  const [found, setFound] = useState<{ readonly of: string; readonly forecast: wire.Forecast } | null>(null);
  const [problem, setProblem] = useState<{ readonly of: string; readonly text: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: how it is asked for follows from who plays
  useEffect(() => {
    if (!hasModels(agents)) return;
    let stale = false;
    const timer = setTimeout(
      () =>
        ask(agents).then(
          (forecast) => !stale && setFound({ of: agents, forecast }),
          (error) => !stale && setProblem({ of: agents, text: wire.messageOf(error) }),
        ),
      PAUSE_MS,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [agents]);
  if (!hasModels(agents)) return null;
  if (problem?.of === agents)
    return (
      <Notice kind="bad">
        <Own>{problem.text}</Own>
      </Notice>
    );
  if (found?.of !== agents) return <Working>{t("forecasting")}</Working>;
  const { calls, usage, money: cost, ended, moves } = found.forecast;
  const price = cost === null ? t("noPrice") : cost === 0 ? t("forecastFree") : money(cost);
  return (
    <p role="status">
      {ended ? t("forecastGame") : n("forecastMoves", moves)} {n("forecastCalls", calls)} ·{" "}
      {t("tokensUsed", tokens(usage))} · <b>{price}</b>
    </p>
  );
}
