// Who reads, who tells and whether players learn, chosen where a run begins. Models are asked for when this is opened, and not before.
import { useState } from "react";
import { SETTINGS } from "./address.ts";
import parts from "./parts/parts.module.css";
import { Notice, To, Working } from "./parts/parts.tsx";
import { Own } from "./parts/rich.tsx";
import { priceOf } from "./run/about-player.tsx";
import style from "./start.module.css";
import { say } from "./start-words.ts";
import * as wire from "./wire.ts";

/** As the server takes them; absent: as usual. */
export interface ModelsChosen {
  readonly parser?: string;
  readonly narrator?: string;
  readonly learn?: true;
}
const RULES = "rules";
const MODEL = "model:";
const SAYS = {
  parser: { title: "reads", usual: "readsUsual", rules: "readsRules", model: "readsModel" },
  narrator: { title: "tells", usual: "tellsUsual", rules: "tellsRules", model: "tellsModel" },
} as const;

/** `learns`: whether the players chosen can learn; null where the world has nothing to learn. */
export function StartModels({
  chosen,
  choose,
  learns,
}: {
  chosen: ModelsChosen;
  choose: (chosen: ModelsChosen) => void;
  learns: boolean | null;
}) {
  const [models, setModels] = useState<readonly wire.ModelCard[] | "asked" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const look = () => {
    if (models !== null) return;
    setModels("asked");
    wire.models().then(setModels, (error) => {
      setModels([]);
      setProblem(wire.messageOf(error));
    });
  };
  return (
    <details className={style.more} onToggle={(event) => event.currentTarget.open && look()}>
      <summary>{say("models")}</summary>
      {problem !== null && (
        <Notice kind="bad">
          <Own>{problem}</Own>
        </Notice>
      )}
      {(models === "asked" || models === null) && <Working>{say("looking")}</Working>}
      {Array.isArray(models) && models.length === 0 && problem === null && (
        <p className={style.soft}>
          {say("none")}{" "}
          <To path={SETTINGS} className={parts.quiet}>
            {say("toSettings")}
          </To>
        </p>
      )}
      {Array.isArray(models) &&
        models.length > 0 &&
        (["parser", "narrator"] as const).map((end) => (
          <End
            key={end}
            end={end}
            models={models}
            value={chosen[end]}
            set={(value) => {
              const { [end]: _, ...rest } = chosen;
              choose(value === undefined ? rest : { ...rest, [end]: value });
            }}
          />
        ))}
      {learns !== null && (
        <label className={style.check}>
          <input
            type="checkbox"
            checked={learns && chosen.learn === true}
            disabled={!learns}
            onChange={({ target: { checked } }) => {
              const { learn: _, ...rest } = chosen;
              choose(checked ? { ...rest, learn: true } : rest);
            }}
          />
          <span>
            {say("learn")}
            {!learns && <small className={style.soft}> {say("learnWho")}</small>}
          </span>
        </label>
      )}
    </details>
  );
}

function End({
  end,
  models,
  value,
  set,
}: {
  end: keyof typeof SAYS;
  models: readonly wire.ModelCard[];
  value: string | undefined;
  set: (value: string | undefined) => void;
}) {
  const says = SAYS[end];
  const card = models.find(({ name }) => MODEL + name === value);
  return (
    <label className={parts.field}>
      {say(says.title)}
      <select
        className={parts.select}
        value={value ?? ""}
        onChange={(event) => set(event.target.value === "" ? undefined : event.target.value)}
      >
        <option value="">{say("usual")}</option>
        <option value={RULES}>{say("rules")}</option>
        {models.map(({ name }) => (
          <option key={name} value={MODEL + name} translate="no">
            {name}
          </option>
        ))}
      </select>
      <small className={style.soft}>
        {card ? say(says.model, { price: priceOf(card) }) : say(value === undefined ? says.usual : says.rules)}
      </small>
    </label>
  );
}
