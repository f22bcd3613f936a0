// A character sheet beside the stage: every number opens into what it comes from.
import type { SheetView, TableView } from "@orrery/worlds/table";
import { capital } from "../../say.ts";
import type { StageProps } from "../stage.ts";
import { LevelUp } from "./level-up.tsx";
import { Bar, Pips, Why, withSign } from "./parts.tsx";
import railStyle from "./rail.module.css";
import { say } from "./words.ts";

/** `wide`: the whole of it on one page, with everything open. */
export function Sheet({ view, act, wide = false }: { view: TableView; act: StageProps["act"]; wide?: boolean }) {
  const sheet = view.you;
  if (!sheet) return <p>{say("noSheet")}</p>;
  return (
    <div className={railStyle.sheet} data-print="sheet" data-wide={wide}>
      <header>
        <h2 translate="no">{sheet.name}</h2>
        <p>
          {say("level", {
            level: sheet.level,
            class: capital(sheet.class),
            race: capital(sheet.race),
            background: capital(sheet.background),
          })}
        </p>
        <button type="button" className={railStyle.print} onClick={() => print()}>
          {say("printSheet")}
        </button>
      </header>
      <div className={railStyle.boxes}>
        <div>
          <small>{say("hitPoints")}</small>
          <b>
            {sheet.hp}
            <span>
              /<Why name={say("hitPoints")} sum={sheet.hpMax} />
              {sheet.temp > 0 && ` +${sheet.temp}`}
            </span>
          </b>
          <Bar value={sheet.hp} most={sheet.hpMax.value} tone="hp" />
        </div>
        <div>
          <small>{say("armour")}</small>
          <b>
            <Why name={say("armour")} sum={sheet.armourClass} />
          </b>
        </div>
        <div>
          <small>{say("speed")}</small>
          <b>
            <Why name={say("speed")} sum={sheet.speed} />
          </b>
        </div>
      </div>
      {sheet.status !== "conscious" && sheet.status !== "dead" && (
        <p className={railStyle.alarm}>
          {say("deathSaves", { good: sheet.deathSaves.successes, bad: sheet.deathSaves.failures })}
        </p>
      )}
      <ul className={railStyle.abilities} aria-label={say("abilities")}>
        {sheet.abilities.map(({ id, score, modifier, save, saves }) => (
          <li key={id} data-saves={saves}>
            <small>{id.slice(0, 3).toUpperCase()}</small>
            <b>{withSign(modifier)}</b>
            <Why name={capital(id)} sum={score} />
            <small>{say("saves", { value: withSign(save.value) })}</small>
          </li>
        ))}
      </ul>
      {sheet.levelUp && view.phase === "player" && !view.combat && act && (
        <LevelUp key={sheet.level} sheet={sheet} up={sheet.levelUp} act={act} />
      )}
      <Resources sheet={sheet} />
      {(sheet.conditions.length > 0 || sheet.concentrating) && (
        <section>
          <h3>{say("conditions")}</h3>
          <ul className={railStyle.chips}>
            {sheet.conditions.map(({ name, by }) => (
              <li key={`${name} ${by}`}>{name}</li>
            ))}
            {sheet.concentrating && <li>{say("concentrating", { spell: sheet.concentrating })}</li>}
          </ul>
        </section>
      )}
      <Attacks sheet={sheet} />
      <Carried sheet={sheet} />
      <Skills sheet={sheet} open={wide} />
      <Features sheet={sheet} open={wide} />
      <details className={railStyle.licence}>
        <summary>{say("licence")}</summary>
        <p>{view.attribution}</p>
      </details>
    </div>
  );
}

function Resources({ sheet }: { sheet: SheetView }) {
  return (
    <section>
      <h3>{say("resources")}</h3>
      <ul className={railStyle.rows}>
        {sheet.slots.map(({ level, left, total }) => (
          <li key={level}>
            <span>{say("slots", { level })}</span>
            <Pips left={left} total={total} label={say("slots", { level })} />
          </li>
        ))}
        {sheet.resources.map(({ id, name, left, total }) => (
          <li key={id}>
            <span>{name}</span>
            {left !== null && total !== null && <Pips left={left} total={total} label={name} />}
          </li>
        ))}
        <li>
          <span>{say("hitDice")}</span>
          <Pips left={sheet.hitDice.left} total={sheet.hitDice.total} label={say("hitDice")} />
        </li>
      </ul>
    </section>
  );
}

function Attacks({ sheet }: { sheet: SheetView }) {
  return (
    <section>
      <h3>{say("attacks")}</h3>
      <ul className={railStyle.rows}>
        {sheet.attacks.map(({ item, name, bonus, damage, type }) => (
          <li key={item}>
            <span>{name}</span>
            <span>
              <Why name={name} sum={bonus} bonus /> · {damage} {type}
            </span>
          </li>
        ))}
        {sheet.spells.map(({ id, name, level, says }) => (
          <li key={id} title={says}>
            <span>{name}</span>
            <small>{level === 0 ? say("cantrip") : say("slots", { level })}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Carried({ sheet }: { sheet: SheetView }) {
  return (
    <section>
      <h3>
        {say("carried")} <small>{say("burden", sheet.burden)}</small>
      </h3>
      <ul className={railStyle.rows}>
        {sheet.items.map(({ id, name, count, worn }) => (
          <li key={id}>
            <span>
              {name} {worn && <small>· {say("worn")}</small>}
            </span>
            <small>× {count}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Skills({ sheet, open }: { sheet: SheetView; open: boolean }) {
  return (
    <details open={open}>
      <summary>{say("skills")}</summary>
      <ul className={railStyle.rows}>
        {sheet.skills.map(({ id, name, bonus, trained }) => (
          <li key={id} data-trained={trained}>
            <span>{name}</span>
            <Why name={name} sum={bonus} bonus />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Features({ sheet, open }: { sheet: SheetView; open: boolean }) {
  return (
    <details open={open}>
      <summary>{say("features")}</summary>
      <ul className={railStyle.rows}>
        {sheet.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </details>
  );
}
