// Actions that cannot be listed one by one, as forms made of their contracts: any number, text or nested field. Judges nothing that the world judges.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import parts from "../parts/parts.module.css";
import { Own } from "../parts/rich.tsx";
import { Fields } from "../run/form.tsx";
import { type Entries, problemsIn, type Schema, valueOfEntries } from "../run/form-values.ts";
import { capital, type Names, plainWord } from "../say.ts";
import type { Action, Ask } from "../wire.ts";
import * as wire from "../wire.ts";
import { t } from "../words.ts";
import style from "./plain.module.css";
import type { StageProps } from "./stage.ts";

/** One action of one actor that takes a form. */
interface Blank {
  /** Id of the question that it answers. */
  readonly ask: string;
  readonly actor: string;
  readonly type: string;
  readonly schema: Schema;
  readonly examples: readonly Action[];
}

/** The open asks of the current viewpoint; empty while nothing can be done. */
export function useAsks({ act, scene }: StageProps): readonly Ask[] {
  const [asks, setAsks] = useState<readonly Ask[]>([]);
  const run = act && scene && !scene.disk ? scene.run : null;
  const { branch, head, eyes } = scene ?? { branch: "main", head: 0, eyes: null };
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new turn others may be asked
  useEffect(() => {
    if (run === null) return setAsks([]);
    let stale = false;
    wire.asks(run, { branch, as: eyes ?? undefined }).then(
      (got) => !stale && setAsks(got),
      // Then there are the choices that are listed, and words.
      () => !stale && setAsks([]),
    );
    return () => {
      stale = true;
    };
  }, [run, branch, head, eyes]);
  return asks;
}

/** Of what is asked, the actions with an open contract, and those with fields of which `legal` lists no choice. */
export const blanksOf = (asks: readonly Ask[], legal: readonly Action[]): readonly Blank[] =>
  asks.flatMap(({ id: ask, to, answered, actions }) =>
    answered
      ? []
      : actions.flatMap(({ type, schema, open }) => {
          const examples = legal.filter((action) => action.actorId === to && action.type === type);
          const { actorId: _, type: __, ...properties } = (schema as Schema).properties ?? {};
          const form = { ...(schema as Schema), properties };
          const isBlank = Object.keys(properties).length > 0 && (open || examples.length === 0);
          return isBlank ? [{ ask, actor: to, type, schema: form, examples }] : [];
        }),
  );

/** `several`: whether it must be said who does it. */
export function AnswerForm({
  blank: { actor, type, schema, examples },
  names,
  several,
  act,
}: {
  blank: Blank;
  names: Names;
  several: boolean;
  act: (action: Action) => Promise<boolean>;
}) {
  const [entries, setEntries] = useState<Entries>({});
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  const problems = sent ? problemsIn(schema, entries) : NONE;
  const ids = new Map(
    [...examples.flatMap(({ targetId, locationId }) => [targetId, locationId])].flatMap((id) =>
      id === undefined ? [] : [[id, names.get(id) ?? id] as const],
    ),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (problemsIn(schema, entries).size > 0) {
      // Once they are marked, the first of them is where one goes on.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const parts = valueOfEntries(schema, entries, "", true) as Omit<Action, "actorId" | "type">;
    const metadata = schema.properties?.["metadata"] && parts.metadata === undefined ? { metadata: {} } : {};
    setSent(false);
    // What was put in stays: the world may refuse it, and another question has another form.
    await act({ ...parts, ...metadata, actorId: actor, type });
  };
  return (
    <form ref={form} className={style.form} onSubmit={submit} noValidate aria-labelledby={title}>
      <span id={title} className="unseen" translate="no">
        {capital(plainWord(type))}
      </span>
      <Fields
        schema={schema}
        at=""
        entries={entries}
        set={(at, text) => setEntries((all) => ({ ...all, [at]: text }))}
        replace={setEntries}
        problems={problems}
        ids={ids}
      />
      <button type="submit" className={parts.primary}>
        {several && (
          <>
            <Own>{names.get(actor) ?? actor}</Own>
            {": "}
          </>
        )}
        <Own>{capital(plainWord(type))}</Own>
      </button>
      {problems.size > 0 && (
        <small role="alert" className={style.wrong}>
          {t("formWrong")}
        </small>
      )}
    </form>
  );
}
const NONE: ReadonlyMap<string, string> = new Map();
