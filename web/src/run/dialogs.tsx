// The questions that are asked before a history is changed or shared, each in the page and each with a way out.
import { type FormEvent, useState } from "react";
import parts from "../parts/parts.module.css";
import { Ask, Notice } from "../parts/parts.tsx";
import * as wire from "../wire.ts";
import style from "./dialogs.module.css";

interface Common {
  readonly run: string;
  readonly onClose: () => void;
}

export function RollbackAsk({
  branch,
  to,
  head,
  onClose,
  rollback,
}: Common & { branch: string; to: number; head: number; rollback: () => void }) {
  const lost = head - to === 1 ? `Turn ${head} leaves` : `Turns ${to + 1} to ${head} leave`;
  return (
    <Ask title={`Go back to turn ${to}?`} onClose={onClose}>
      <p>
        {lost} the branch “{branch}”, and play goes on from turn {to}. To keep both ways, branch from here instead.
      </p>
      <div className={`${parts.row} ${parts.end}`}>
        <button type="button" className={parts.button} onClick={onClose}>
          Stay here
        </button>
        <button type="button" className={parts.primary} onClick={rollback}>
          Go back to turn {to}
        </button>
      </div>
    </Ask>
  );
}

export function BranchAsk({
  at,
  taken,
  onClose,
  create,
}: Common & { at: number; taken: readonly string[]; create: (name: string, dice: "keep" | "fresh") => void }) {
  const [name, setName] = useState(() => freeName(taken));
  const [dice, setDice] = useState<"keep" | "fresh">("fresh");
  const used = taken.includes(name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "" && !used) create(name.trim(), dice);
  };
  return (
    <Ask title={`Branch from turn ${at}`} onClose={onClose}>
      <p>
        Everything up to turn {at} stays as it was; from there this branch goes its own way. The other one is untouched.
      </p>
      <form onSubmit={submit} className={parts.choices}>
        <label className={parts.field} htmlFor="branch-name">
          Its name
        </label>
        <input
          id="branch-name"
          className={parts.input}
          value={name}
          maxLength={64}
          aria-describedby={used ? "branch-used" : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {used && <p id="branch-used">There is a branch of that name already.</p>}
        <fieldset className={parts.choices}>
          <legend>Chance</legend>
          <label>
            <input type="radio" name="dice" checked={dice === "fresh"} onChange={() => setDice("fresh")} />
            Fresh dice
            <small>Luck may fall another way, even if you do the same again.</small>
          </label>
          <label>
            <input type="radio" name="dice" checked={dice === "keep"} onChange={() => setDice("keep")} />
            The same dice
            <small>The same choices meet the same luck: the way to compare one choice with another.</small>
          </label>
        </fieldset>
        <div className={`${parts.row} ${parts.end}`}>
          <button type="button" className={parts.button} onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={parts.primary} disabled={name.trim() === "" || used}>
            Branch
          </button>
        </div>
      </form>
    </Ask>
  );
}

export function InviteAsk({
  run,
  actors,
  onClose,
}: Common & { actors: readonly { readonly id: string; readonly name: string }[] }) {
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const make = async (actor: string) => {
    setProblem(null);
    try {
      const { link } = await wire.invite(run, actor);
      setLinks((known) => ({ ...known, [actor]: new URL(link, location.origin).href }));
    } catch (error) {
      setProblem(wire.messageOf(error));
    }
  };
  const copy = async (actor: string) => {
    await navigator.clipboard.writeText(links[actor]!);
    setCopied(actor);
  };
  return (
    <Ask title="Invite somebody" onClose={onClose}>
      <p>Whoever opens such a link plays that part and sees only what that part can know.</p>
      <ul className={style.seats}>
        {actors.map(({ id, name }) => (
          <li key={id}>
            <b>{name}</b>
            {links[id] ? (
              <>
                <input
                  className={parts.input}
                  readOnly
                  value={links[id]}
                  aria-label={`Invitation for ${name}`}
                  onFocus={(event) => event.target.select()}
                />
                <button type="button" className={parts.button} onClick={() => copy(id)}>
                  {copied === id ? "Copied" : "Copy"}
                </button>
              </>
            ) : (
              <button type="button" className={parts.button} onClick={() => make(id)}>
                Make a link<span className="unseen"> for {name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <div className={`${parts.row} ${parts.end}`}>
        <button type="button" className={parts.button} onClick={onClose}>
          Close
        </button>
      </div>
    </Ask>
  );
}

const freeName = (taken: readonly string[]): string => {
  for (let n = 2; ; n++) if (!taken.includes(`try ${n}`)) return `try ${n}`;
};
