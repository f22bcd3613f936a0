// A god's action on its way: chosen, filled in, tried without trace, done, taken back; and what is said of each. Draws nothing.
import { type FormEvent, useEffect, useState } from "react";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import { type Entries, problemsIn, type Schema, valueOfEntries } from "./form-values.ts";
import { amendment } from "./god-amend.tsx";

const NONE: ReadonlyMap<string, string> = new Map();

export interface God {
  /** What a god may do here, what every world can have done to it last; null while it is asked. */
  readonly known: readonly wire.GodAction[] | null;
  readonly chosen: string;
  /** Of the chosen action, without who acts; undefined for an amendment. */
  readonly schema: Schema | undefined;
  readonly entries: Entries;
  readonly problems: ReadonlyMap<string, string>;
  readonly tried: { readonly action: unknown; readonly result: wire.AmendmentTrial } | null;
  readonly said: { readonly kind: "good" | "bad"; readonly text: string } | null;
  choose(type: string): void;
  set(at: string, text: string): void;
  replace(entries: Entries): void;
  attempt(event: FormEvent): Promise<void>;
  act(): Promise<void>;
  undo(line: wire.Line): Promise<void>;
}

export function useGod(run: string, branch: string, reload: () => Promise<unknown>): God {
  const [known, setKnown] = useState<readonly wire.GodAction[] | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [entries, setEntries] = useState<Entries>({});
  const [tried, setTried] = useState<God["tried"]>(null);
  const [sent, setSent] = useState(false);
  const [said, setSaid] = useState<God["said"]>(null);
  useEffect(() => {
    const amendLast = (all: readonly wire.GodAction[]) =>
      setKnown(all.toSorted((a, b) => Number(a.type === "amend") - Number(b.type === "amend")));
    wire.godActions(run).then(amendLast, (error) => setSaid({ kind: "bad", text: wire.messageOf(error) }));
  }, [run]);
  const chosen = picked ?? known?.[0]?.type ?? "amend";
  const whole = known?.find(({ type }) => type === chosen)?.schema as Schema | undefined;
  const schema = whole && chosen !== "amend" ? withoutActor(whole) : undefined;
  /** Does one thing, and says what came of it. */
  const saying = async (job: () => Promise<God["said"]>) => {
    try {
      setSaid(await job());
    } catch (error) {
      const text = error instanceof SyntaxError ? t("notJson", { why: error.message }) : wire.messageOf(error);
      setSaid({ kind: "bad", text });
    }
  };
  return {
    known,
    chosen,
    schema,
    entries,
    problems: sent && schema ? problemsIn(schema, entries) : NONE,
    tried,
    said,
    choose(type) {
      setPicked(type);
      setEntries({});
      setTried(null);
    },
    set(at, text) {
      setTried(null);
      setEntries((all) => ({ ...all, [at]: text }));
    },
    replace: setEntries,
    async attempt(event) {
      event.preventDefault();
      setSaid(null);
      setSent(true);
      if (schema && problemsIn(schema, entries).size > 0) return;
      await saying(async () => {
        const action = schema ? { ...(valueOfEntries(whole!, entries) as object), actorId: "god" } : amendment(entries);
        setTried({ action, result: await wire.tryGod(run, action, branch) });
        return null;
      });
    },
    act: () =>
      saying(async () => {
        const line = await wire.god(run, tried!.action, branch);
        const refused = line.validation.find(({ success }) => !success);
        if (!refused) {
          setEntries({});
          setSent(false);
        }
        setTried(null);
        await reload();
        return refused
          ? { kind: "bad", text: refused.message ?? "" }
          : { kind: "good", text: t("doneAs", { turn: line.turn }) };
      }),
    undo: (line) =>
      saying(async () => {
        const done = await wire.undo(run, line.id, branch);
        if (done.kind === "refused") return { kind: "bad", text: done.message };
        await reload();
        return { kind: "good", text: t("isTakenBack", { turn: line.turn }) };
      }),
  };
}

/** Who acts is known. */
function withoutActor({ properties = {}, ...rest }: Schema): Schema {
  const { actorId: _actor, ...others } = properties;
  return { ...rest, properties: others };
}
