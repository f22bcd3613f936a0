// How a table begins: who plays, chosen from the ready-made characters or made by the rules. One character or a party of up to six.
import { type Choices, makeHero, READY_MADE, type ReadyMade } from "@orrery/worlds/table";
import { type FormEvent, useState } from "react";
import { goTo } from "../../address.ts";
import parts from "../../parts/parts.module.css";
import { Ask, Notice } from "../../parts/parts.tsx";
import { Own } from "../../parts/rich.tsx";
import { type ModelsChosen, StartModels } from "../../start-models.tsx";
import * as wire from "../../wire.ts";
import beginStyle from "./begin.module.css";
import { inOneLine, Maker } from "./maker.tsx";
import { say } from "./words.ts";

const PARTY_MOST = 6;
const NAMES = Object.keys(READY_MADE) as readonly ReadyMade[];

export function Begin({ rules, onClose }: { rules: wire.WorldRules; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly ReadyMade[]>(["ilsa"]);
  const [own, setOwn] = useState<readonly Choices[]>([]);
  const [making, setMaking] = useState(false);
  const [models, setModels] = useState<ModelsChosen>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const count = chosen.length + own.length;
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || count === 0) return;
    setBusy(true);
    setProblem(null);
    try {
      goTo((await wire.startRun(rules.name, { config: { party: [...own, ...chosen] }, ...models })).id);
    } catch (error) {
      setProblem(wire.messageOf(error));
      setBusy(false);
    }
  };
  if (making)
    return (
      <Maker
        onClose={() => setMaking(false)}
        make={(choices) => {
          setOwn([...own, choices]);
          if (own.length === 0) setChosen([]);
          setMaking(false);
        }}
      />
    );
  return (
    <Ask title={say("begin", { title: rules.title })} onClose={onClose} wide>
      <form className={beginStyle.begin} onSubmit={begin}>
        <p>{say("beginText")}</p>
        <fieldset>
          <legend>{say("whoPlays")}</legend>
          {own.map((choices, at) => (
            <div key={`${choices.name} ${choices.class}`} className={beginStyle.card} data-chosen="true">
              <span>
                <b translate="no">{choices.name}</b>
                <small>{inOneLine(choices)}</small>
              </span>
              <button type="button" className={parts.quiet} onClick={() => setOwn(own.toSpliced(at, 1))}>
                {say("drop")}
                <span className="unseen"> {choices.name}</span>
              </button>
            </div>
          ))}
          {NAMES.map((name) => {
            const isChosen = chosen.includes(name);
            const made = makeHero(READY_MADE[name]);
            return (
              <label key={name} className={beginStyle.card} data-chosen={isChosen}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && count >= PARTY_MOST}
                  onChange={() => setChosen(isChosen ? chosen.filter((one) => one !== name) : [...chosen, name])}
                />
                <span>
                  <b translate="no">{READY_MADE[name].name}</b>
                  <small>{inOneLine(READY_MADE[name])}</small>
                  {made.ok && <small>{made.hero.items.map((item) => item.name).join(", ")}</small>}
                </span>
              </label>
            );
          })}
        </fieldset>
        <StartModels chosen={models} choose={setModels} learns={null} />
        {problem && (
          <Notice kind="bad">
            <Own>{problem}</Own>
          </Notice>
        )}
        <div className={`${parts.row} ${parts.end}`}>
          <button type="button" className={parts.button} disabled={count >= PARTY_MOST} onClick={() => setMaking(true)}>
            {say("makeOwn")}
          </button>
          <button type="button" className={parts.button} onClick={onClose}>
            {say("cancel")}
          </button>
          <button type="submit" className={parts.primary} disabled={count === 0} aria-disabled={busy}>
            {say(count > 1 ? "beginParty" : "beginOne")}
          </button>
        </div>
      </form>
    </Ask>
  );
}
