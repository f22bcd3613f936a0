// Who plays which seat, chosen from what there is: a person, a bot of the world, a model of the server. Reads and writes the lineup's own text.
import { useState } from "react";
import parts from "../parts/parts.module.css";
import { capital } from "../say.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { AboutPlayer } from "./about-player.tsx";
import { PERSON, playersIn, withOthers, withPlayer } from "./lineup-text.ts";
import style from "./models.module.css";
import { say } from "./player-words.ts";

const RANDOM = "bot:random";
/** With more seats than so many they are not all listed. */
const ROWS = 12;

export function Lineup({
  bots,
  botWords,
  actors,
  text,
  choose,
}: {
  /** Those of the world. */
  bots: readonly string[];
  /** What each of them is. */
  botWords: Readonly<Record<string, string>>;
  actors: readonly { readonly id: string; readonly name: string }[];
  /** Such as `x=person,*=bot:random`. */
  text: string;
  choose: (text: string) => void;
}) {
  const [models, setModels] = useState<readonly wire.ModelCard[] | null>(null);
  const [named, setNamed] = useState<readonly string[]>([]);
  const players = [...new Set([PERSON, ...bots.map((bot) => `bot:${bot}`), RANDOM])];
  const playerOf = playersIn(text);
  const others = playerOf("*");
  const all = new Set(actors.map(({ id }) => playerOf(id)));
  const options = [...new Set([...players, ...(models ?? []).map(({ name }) => `model:${name}`), ...all, others])];
  // Of a whole town those alone have a row who are played otherwise, or were picked to be.
  const isTown = actors.length > ROWS;
  const rows = isTown ? actors.filter(({ id }) => playerOf(id) !== others || named.includes(id)) : actors;
  const everybody = isTown ? others : all.size === 1 ? [...all][0]! : "";
  return (
    <fieldset className={style.lineup}>
      <legend className="unseen">{t("lineupSeats")}</legend>
      {actors.length > 2 && (
        <label>
          <b>{t(isTown && rows.length > 0 ? "lineupOthers" : "lineupAll")}</b>
          <select
            className={parts.select}
            value={everybody}
            onChange={({ target: { value } }) =>
              value !== "" && choose(isTown ? withOthers(text, value) : `*=${value}`)
            }
          >
            {!isTown && <option value="">{t("lineupEach")}</option>}
            <Players players={options} />
          </select>
        </label>
      )}
      {rows.map(({ id, name }) => (
        <label key={id}>
          <span translate="no">{capital(name)}</span>
          <select
            className={parts.select}
            value={playerOf(id)}
            onChange={(event) => {
              // The row stays, so that it can be seen what became of it.
              if (isTown && !named.includes(id)) setNamed([...named, id]);
              choose(withPlayer(text, actors, id, event.target.value));
            }}
          >
            <Players players={options} />
          </select>
        </label>
      ))}
      {isTown && (
        <label>
          <span>{t("lineupOne")}</span>
          <select className={parts.select} value="" onChange={(event) => setNamed([...named, event.target.value])}>
            <option value="">{t("lineupWho")}</option>
            {actors
              .filter((actor) => !rows.includes(actor))
              .map(({ id, name }) => (
                <option key={id} value={id} translate="no">
                  {capital(name)}
                </option>
              ))}
          </select>
        </label>
      )}
      <dl className={style.who} aria-label={say("who")}>
        {[...(all.size === 0 ? [others] : all)].map((player) => (
          <div key={player}>
            <dt>
              <Named player={player} />
            </dt>
            <dd>
              <AboutPlayer player={player} botWords={botWords} models={models} />
            </dd>
          </div>
        ))}
      </dl>
      {models === null ? (
        <button
          type="button"
          className={parts.quiet}
          // Asked for on purpose: the server looks whether each of them is there.
          onClick={() => wire.models().then(setModels, () => setModels([]))}
        >
          {t("lineupModels")}
        </button>
      ) : (
        models.length === 0 && <p className={style.soft}>{t("modelsNone")}</p>
      )}
    </fieldset>
  );
}

const KINDS: Readonly<Record<string, "agentBot" | "agentModel" | "agentProgram">> = {
  bot: "agentBot",
  model: "agentModel",
  agent: "agentProgram",
};
/** `bot:random`, `model:NAME` in words. */
function Named({ player }: { player: string }) {
  const [kind, ...rest] = player.split(":");
  return t(KINDS[kind!] ?? "agentPerson", { name: rest.join(":") });
}
/** Options of a choice, each in words. `players`: such as `bot:random`, `model:NAME`. */
export const Players = ({ players }: { players: readonly string[] }) =>
  players.map((player) => (
    <option key={player} value={player}>
      <Named player={player} />
    </option>
  ));
