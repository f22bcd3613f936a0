// A level that was earned: hit points by rule or by die, what is raised and what is learnt, chosen before it is taken.
import { ABILITIES, type Ability, type SheetView, titleOf } from "@orrery/worlds/table";
import { useState } from "react";
import parts from "../../parts/parts.module.css";
import type { StageProps } from "../stage.ts";
import { Several } from "./maker.tsx";
import railStyle from "./rail.module.css";
import { say } from "./words.ts";

interface LevelUpProps {
  readonly sheet: SheetView;
  readonly up: NonNullable<SheetView["levelUp"]>;
  readonly act: NonNullable<StageProps["act"]>;
}

export function LevelUp({ sheet, up, act }: LevelUpProps) {
  const { fixed, die } = up;
  const [hp, setHp] = useState<"fixed" | "rolled">("fixed");
  const [raise, setRaise] = useState<readonly [Ability, Ability]>(["constitution", "constitution"]);
  const [learnt, setLearnt] = useState<Record<"cantrips" | "spells", readonly string[]>>({ cantrips: [], spells: [] });
  const isChosen = (["cantrips", "spells"] as const).every(
    (what) => learnt[what].length === Math.min(up[what].count, up[what].from.length),
  );
  const rise = () =>
    act({
      actorId: sheet.id,
      type: "level_up",
      metadata: {
        hp,
        ...(up.raises ? { raise: [...raise] } : {}),
        cantrips: [...learnt.cantrips],
        spells: [...learnt.spells],
      },
    });
  return (
    <section className={railStyle.level} aria-label={say("levelWaits")}>
      <h3>{say("levelWaits")}</h3>
      <p>{say("levelText", { fixed, die })}</p>
      {(["fixed", "rolled"] as const).map((one) => (
        <label key={one}>
          <input type="radio" name="hit-points" checked={hp === one} onChange={() => setHp(one)} />
          {say(one === "fixed" ? "hpFixed" : "hpRolled", { fixed, die })}
        </label>
      ))}
      {up.raises &&
        [0, 1].map((at) => (
          <label key={at} className={parts.field}>
            {say("improves", { n: at + 1 })}
            <select
              className={parts.select}
              value={raise[at]}
              onChange={(event) => setRaise(raise.with(at, event.target.value as Ability) as [Ability, Ability])}
            >
              {ABILITIES.map((ability) => (
                <option key={ability} value={ability}>
                  {titleOf(ability)}
                </option>
              ))}
            </select>
          </label>
        ))}
      {(["cantrips", "spells"] as const).map(
        (what) =>
          up[what].count > 0 && (
            <Several
              key={what}
              title={say(what)}
              pick={{ count: up[what].count, from: up[what].from.map(({ id }) => id) }}
              chosen={learnt[what] as never}
              name={(spell) => up[what].from.find(({ id }) => id === spell)!.name}
              hint={(spell) => up[what].from.find(({ id }) => id === spell)!.says}
              set={(chosen) => setLearnt({ ...learnt, [what]: chosen })}
            />
          ),
      )}
      <button type="button" className={parts.primary} disabled={!isChosen} onClick={rise}>
        {say("rise", { level: sheet.level + 1 })}
      </button>
    </section>
  );
}
