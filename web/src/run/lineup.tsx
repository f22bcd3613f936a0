// Who plays which seat, chosen from what there is: a person, a bot of the world, a model of the server. Reads and writes the lineup's own text.
import { useState } from "react";
import parts from "../parts/parts.module.css";
import { capital } from "../say.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { PERSON, playersIn, withPlayer } from "./lineup-text.ts";
import style from "./models.module.css";

const RANDOM = "bot:random";

export function Lineup({
  bots,
  actors,
  text,
  choose,
}: {
  /** Those of the world. */
  bots: readonly string[];
  actors: readonly { readonly id: string; readonly name: string }[];
  /** Such as `x=person,*=bot:random`. */
  text: string;
  choose: (text: string) => void;
}) {
  const [models, setModels] = useState<readonly string[] | null>(null);
  const players = [...new Set([PERSON, ...bots.map((bot) => `bot:${bot}`), RANDOM])];
  const playerOf = playersIn(text);
  const all = new Set(actors.map(({ id }) => playerOf(id)));
  const everybody = all.size === 1 ? [...all][0]! : "";
  const options = [...new Set([...players, ...(models ?? []), ...all])];
  return (
    <div className={style.lineup}>
      {actors.length > 2 && (
        <label>
          <b>{t("lineupAll")}</b>
          <select
            className={parts.select}
            value={everybody}
            onChange={(event) => event.target.value !== "" && choose(`*=${event.target.value}`)}
          >
            <option value="">{t("lineupEach")}</option>
            <Players players={options} />
          </select>
        </label>
      )}
      {actors.map(({ id, name }) => (
        <label key={id}>
          <span translate="no">{capital(name)}</span>
          <select
            className={parts.select}
            value={playerOf(id)}
            onChange={(event) => choose(withPlayer(text, actors, id, event.target.value))}
          >
            <Players players={options} />
          </select>
        </label>
      ))}
      {models === null ? (
        <button
          type="button"
          className={parts.quiet}
          // Asked for on purpose: the server looks whether each of them is there.
          onClick={() =>
            wire.models().then(
              (found) => setModels(found.map(({ name }) => `model:${name}`)),
              () => setModels([]),
            )
          }
        >
          {t("lineupModels")}
        </button>
      ) : (
        models.length === 0 && <p className={style.soft}>{t("modelsNone")}</p>
      )}
    </div>
  );
}

const KINDS: Readonly<Record<string, "agentBot" | "agentModel" | "agentProgram">> = {
  bot: "agentBot",
  model: "agentModel",
  agent: "agentProgram",
};
/** Options of a choice, each in words. `players`: such as `bot:random`, `model:NAME`. */
export const Players = ({ players }: { players: readonly string[] }) =>
  players.map((player) => {
    const [kind, ...rest] = player.split(":");
    const name = rest.join(":");
    return (
      <option key={player} value={player}>
        {t(KINDS[kind!] ?? "agentPerson", { name })}
      </option>
    );
  });
