// Who lives in a town that is about to begin: people made up, read from a file of personas, or written here.
import { readPeople } from "@orrery/worlds/story/people-table";
import { type ChangeEvent, useState } from "react";
import type { Begun, FieldsProps } from "../../look/look.ts";
import parts from "../../parts/parts.module.css";
import { idFor } from "./ids.ts";
import style from "./town-fields.module.css";
import { say } from "./words.ts";

const FROM = ["madeUp", "fromFile", "writtenHere"] as const;
type From = (typeof FROM)[number];
interface PersonRow {
  readonly key: number;
  readonly name: string;
  readonly persona: string;
  readonly interests: string;
}
interface Town {
  readonly from: From;
  /** So many are made up, beside those of a file or of the rows. */
  readonly people: string;
  readonly rounds: string;
  readonly file: { readonly name: string; readonly text: string; readonly problem: string | null } | null;
  readonly rows: readonly PersonRow[];
}
const emptyRow = (key: number): PersonRow => ({ key, name: "", persona: "", interests: "" });
const FIRST: Town = { from: "madeUp", people: "30", rounds: "50", file: null, rows: [emptyRow(0), emptyRow(1)] };

export function TownFields({ change }: FieldsProps) {
  const [town, setTown] = useState(FIRST);
  const set = (part: Partial<Town>) => {
    const next = { ...town, ...part };
    setTown(next);
    change(configOf(next));
  };
  const choose = (from: From) => set({ from, people: from === "madeUp" ? "30" : "0" });
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const text = await file.text();
    set({ file: { name: file.name, text, problem: problemIn(text) } });
  };
  const { from, file, rows } = town;
  return (
    <fieldset className={style.begin}>
      <legend>{say("whoLives")}</legend>
      <div className={style.from}>
        {FROM.map((one) => (
          <button key={one} type="button" aria-pressed={one === from} onClick={() => choose(one)}>
            {say(one)}
          </button>
        ))}
      </div>
      {from === "fromFile" && (
        <div className={parts.field}>
          <label>
            {say("personaFile")}
            <input type="file" accept=".csv,.json,text/csv,application/json" onChange={read} />
          </label>
          <small>{say("personaColumns")}</small>
          {file && (
            <p role={file.problem === null ? "status" : "alert"} data-bad={file.problem !== null}>
              {file.problem ?? say("personasRead", { n: readPeople(file.text).length, file: file.name })}
            </p>
          )}
        </div>
      )}
      {from === "writtenHere" && <Rows rows={rows} change={(next) => set({ rows: next })} />}
      <div className={style.numbers}>
        <label className={parts.field}>
          {say(from === "madeUp" ? "howMany" : "madeUpToo")}
          <input
            className={parts.input}
            inputMode="numeric"
            value={town.people}
            onChange={({ target }) => set({ people: target.value })}
          />
        </label>
        <label className={parts.field}>
          {say("howLong")}
          <input
            className={parts.input}
            inputMode="numeric"
            value={town.rounds}
            onChange={({ target }) => set({ rounds: target.value })}
          />
        </label>
      </div>
    </fieldset>
  );
}

function Rows({ rows, change }: { rows: readonly PersonRow[]; change: (rows: readonly PersonRow[]) => void }) {
  const put = (key: number, part: Partial<PersonRow>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <ol className={style.rows}>
      {rows.map(({ key, name, persona, interests }, i) => (
        <li key={key}>
          <input
            className={parts.input}
            aria-label={say("personName", { n: i + 1 })}
            placeholder={say("personNameHint")}
            value={name}
            onChange={({ target }) => put(key, { name: target.value })}
          />
          <textarea
            className={parts.input}
            rows={2}
            aria-label={say("personAbout", { n: i + 1 })}
            placeholder={say("personAboutHint")}
            value={persona}
            onChange={({ target }) => put(key, { persona: target.value })}
          />
          <input
            className={parts.input}
            aria-label={say("personInterests", { n: i + 1 })}
            placeholder={say("personInterestsHint")}
            value={interests}
            onChange={({ target }) => put(key, { interests: target.value })}
          />
          <button
            type="button"
            className={parts.quiet}
            aria-label={say("personRemove", { n: i + 1 })}
            onClick={() => change(rows.filter((row) => row.key !== key))}
          >
            {say("remove")}
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={parts.button}
          onClick={() => change([...rows, emptyRow(Math.max(-1, ...rows.map(({ key }) => key)) + 1)])}
        >
          {say("personAdd")}
        </button>
      </li>
    </ol>
  );
}

/** Null: readable. */
function problemIn(text: string): string | null {
  try {
    readPeople(text);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** The configuration that the fields come to; numbers that are none are passed on, and refused by the world in words. */
function configOf({ from, people, rounds, file, rows }: Town): Begun {
  const number = (text: string): unknown => (/^\d+$/.test(text.trim()) ? Number(text) : text);
  const both = { people: number(people), rounds: number(rounds) };
  if (from === "madeUp") return { config: both, players: null };
  if (from === "fromFile") {
    const players = file && file.problem === null ? readPeople(file.text).map(({ id, name }) => ({ id, name })) : null;
    return { config: { ...both, table: file?.text ?? "" }, players };
  }
  const taken = new Set<string>();
  const written = rows
    .filter(({ name }) => name.trim() !== "")
    .map(({ name, persona, interests }) => {
      const id = idFor(name, taken, "person");
      taken.add(id);
      const list = interests.split(/[,;]/).flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
      return {
        id,
        name: name.trim(),
        ...(persona.trim() === "" ? {} : { persona: persona.trim(), bio: persona.trim().slice(0, 200).toWellFormed() }),
        ...(list.length === 0 ? {} : { interests: list }),
      };
    });
  return { config: { ...both, written }, players: written.map(({ id, name }) => ({ id, name })) };
}
