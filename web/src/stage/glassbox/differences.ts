// How two games of the station differ: who won, what became of each, and how far the crew came.
import type { GlassState } from "@orrery/worlds/glassbox";
import { capital, type Names, type SaidChange } from "../../say.ts";
import { clock } from "./say.ts";
import { t } from "./words.ts";

export function differencesIn(one: unknown, other: unknown, names: Names): readonly SaidChange[] {
  const [a, b] = [one as GlassState, other as GlassState];
  const row = (what: string, told: (state: GlassState) => string): readonly SaidChange[] => {
    const [before, after] = [told(a), told(b)];
    return before === after ? [] : [{ what, before, after }];
  };
  return [
    ...row(t("diffWinner"), ({ result }) => t(result ? WINNERS[result.winner] : "diffNobodyYet")),
    ...Object.keys(a.players).flatMap((id) =>
      row(
        `${capital(names.get(id) ?? id)}, ${t(a.players[id]!.role === "impostor" ? "stationImpostor" : "stationCrewmate")}`,
        (state) => fateOf(state, id),
      ),
    ),
    ...row(t("diffMeetings"), ({ past }) => String(past.length)),
    ...row(t("stationTasks"), ({ bar }) => t("stationBarOf", bar)),
    ...row(t("diffTime"), ({ tick }) => clock(tick)),
  ];
}

const WINNERS = { crew: "diffCrew", impostors: "diffImpostors", nobody: "diffNobody" } as const;

function fateOf({ players, past }: GlassState, id: string): string {
  const player = players[id];
  if (!player || player.life === "gone") return t("stationGone");
  if (player.life === "alive") return t("diffAlive");
  const vote = past.find(({ ejected }) => ejected === id);
  return vote ? t("diffEjected", { number: vote.number }) : t("diffKilled");
}
