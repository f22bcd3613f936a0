// A form drawn from a JSON Schema. Knows no world; what it cannot draw it takes as JSON. What it holds and means is in form-values.ts.
import { useId } from "react";
import parts from "../parts/parts.module.css";
import { Own } from "../parts/rich.tsx";
import { capital, plainWord } from "../say.ts";
import { t } from "../words.ts";
import style from "./form.module.css";
import {
  choiceIn,
  type Entries,
  kindOf,
  lengthIn,
  optionsOf,
  plainSchema,
  type Schema,
  withoutItem,
} from "./form-values.ts";
import { isCommon, say } from "./form-words.ts";

interface FormProps {
  readonly schema: Schema;
  readonly at: string;
  readonly name: string;
  readonly required: boolean;
  readonly entries: Entries;
  readonly set: (at: string, text: string) => void;
  /** Replaces all entries, as when an item of a list goes. */
  readonly replace: (entries: Entries) => void;
  /** What is wrong, by path; empty until the form has been sent. */
  readonly problems: ReadonlyMap<string, string>;
  /** Names of things that ids may be chosen from, by id. */
  readonly ids: ReadonlyMap<string, string>;
}

/** A text that may be longer than this is written over several lines. */
const LINE_MAX = 200;

function Field({ schema: given, required: must, ...props }: FormProps) {
  const { schema, orNull } = plainSchema(given);
  const field = { ...props, schema, required: must && !orNull };
  switch (kindOf(schema)) {
    case "const":
      return null;
    case "choice":
      return <Choice {...field} />;
    case "alternatives":
      return <Alternatives {...field} />;
    case "object":
      return props.name === "metadata" ? (
        <Fields {...field} />
      ) : (
        <fieldset className={style.group}>
          <legend translate="no">{labelOf(field)}</legend>
          <Fields {...field} />
        </fieldset>
      );
    case "list":
      return <List {...field} />;
    default:
      return <Line {...field} />;
  }
}

/** The fields of an object, one under the other. */
export function Fields({ schema, at, ...rest }: Omit<FormProps, "name" | "required">) {
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([key, part]) => (
        <Field
          key={key}
          {...rest}
          schema={part}
          at={`${at}/${key}`}
          name={key}
          required={schema.required?.includes(key) ?? false}
        />
      ))}
    </>
  );
}

const labelOf = ({ name }: Pick<FormProps, "name">): string => capital(plainWord(name.replace(/Id$/, "")));

/** A label with what else there is to know of a field. */
function Label({ id, field, note }: { id: string; field: FormProps; note?: string }) {
  return (
    <label htmlFor={id}>
      {isCommon(field.name) ? say(field.name) : <Own>{labelOf(field)}</Own>}
      {note && <small> {note}</small>}
      {!field.required && <small> {t("mayBeEmpty")}</small>}
      {field.schema.description && (
        <small translate="no" className={style.about}>
          {field.schema.description}
        </small>
      )}
    </label>
  );
}

/** What is wrong with a field, where it stands. */
function Wrong({ id, problems, at }: { id: string } & Pick<FormProps, "problems" | "at">) {
  const text = problems.get(at);
  return text === undefined ? null : (
    <small id={`${id}-wrong`} className={style.wrong}>
      {text}
    </small>
  );
}

/** What ties a control to its problem. */
const problemMarks = (id: string, { problems, at }: Pick<FormProps, "problems" | "at">) =>
  problems.has(at) ? { "aria-invalid": true, "aria-describedby": `${id}-wrong` } : {};

function Choice(field: FormProps) {
  const id = useId();
  const { schema, at, required, entries, set, problems } = field;
  return (
    <div className={parts.field}>
      <Label id={id} field={field} />
      <select
        id={id}
        className={parts.select}
        value={entries[at] ?? ""}
        {...problemMarks(id, field)}
        onChange={(event) => set(at, event.target.value)}
      >
        <option value="">{required ? t("choose") : t("leaveOut")}</option>
        {optionsOf(schema)!.map((value) => (
          <option
            key={String(value)}
            value={JSON.stringify(value)}
            translate={typeof value === "boolean" ? undefined : "no"}
          >
            {value === true ? t("yes") : value === false ? t("no") : String(value)}
          </option>
        ))}
      </select>
      <Wrong id={id} problems={problems} at={at} />
    </div>
  );
}

function Alternatives(field: FormProps) {
  const id = useId();
  const { schema, at, name, entries, set, ...rest } = field;
  const chosen = choiceIn(schema, entries, at);
  return (
    <fieldset className={style.group}>
      {name === "metadata" ? <legend>{t("godHow")}</legend> : <legend translate="no">{labelOf(field)}</legend>}
      <div className={parts.row}>
        {schema.anyOf!.map((one, i) => (
          <label key={titleOf(one)}>
            <input type="radio" name={id} checked={one === chosen} onChange={() => set(`${at}?`, String(i))} />{" "}
            <Own>{titleOf(one)}</Own>
          </label>
        ))}
      </div>
      <Fields {...rest} schema={chosen} at={at} entries={entries} set={set} />
    </fieldset>
  );
}

function List(field: FormProps) {
  const id = useId();
  const { schema, at, entries, set, replace, problems } = field;
  const length = lengthIn(schema, entries, at);
  const one = labelOf(field);
  return (
    <fieldset className={style.group} {...problemMarks(id, field)}>
      <legend>
        <Own>{one}</Own>
        {!field.required && <small> {t("mayBeEmpty")}</small>}
      </legend>
      {Array.from({ length }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place
        <div key={n} className={style.item}>
          <Field {...field} schema={schema.items!} at={`${at}/${n}`} name={`${field.name} ${n + 1}`} required />
          <button type="button" className={parts.quiet} onClick={() => replace(withoutItem(schema, entries, at, n))}>
            {t("formRemove")}
            <span className="unseen">
              {" "}
              <Own>{`${one} ${n + 1}`}</Own>
            </span>
          </button>
        </div>
      ))}
      <button
        type="button"
        className={parts.button}
        disabled={length >= (schema.maxItems ?? Number.POSITIVE_INFINITY)}
        onClick={() => set(`${at}#`, String(length + 1))}
      >
        {t("formAdd")}
        <span className="unseen">
          {" "}
          <Own>{one}</Own>
        </span>
      </button>
      <Wrong id={id} problems={problems} at={at} />
    </fieldset>
  );
}

/** A text, a number, or JSON. */
function Line(field: FormProps) {
  const id = useId();
  const { schema, at, entries, set, problems, ids } = field;
  const kind = kindOf(schema);
  const control = { id, value: entries[at] ?? "", ...problemMarks(id, field) };
  const isLong = kind === "json" || (kind === "text" && (schema.maxLength ?? 0) > LINE_MAX);
  // Ids are short; a longer text names nothing.
  const offers = kind === "text" && !isLong && ids.size > 0;
  return (
    <div className={parts.field}>
      <Label id={id} field={field} {...noteOf(schema)} />
      {isLong ? (
        <textarea
          {...control}
          className={`${parts.input} ${style.text}`}
          rows={3}
          onChange={(event) => set(at, event.target.value)}
        />
      ) : (
        <input
          {...control}
          className={parts.input}
          autoComplete="off"
          list={offers ? `${id}-ids` : undefined}
          inputMode={kind === "integer" ? "numeric" : kind === "number" ? "decimal" : undefined}
          onChange={(event) => set(at, event.target.value)}
        />
      )}
      {offers && (
        <datalist id={`${id}-ids`}>
          {[...ids].map(([value, called]) => (
            <option key={value} value={value} translate="no">
              {called}
            </option>
          ))}
        </datalist>
      )}
      <Wrong id={id} problems={problems} at={at} />
    </div>
  );
}

function noteOf(schema: Schema): { note?: string } {
  if (kindOf(schema) === "json") return { note: t("asJson") };
  const { minimum, maximum } = schema;
  return minimum !== undefined && maximum !== undefined
    ? { note: t("formRange", { least: minimum, most: maximum }) }
    : {};
}

const titleOf = ({ title, properties = {} }: Schema): string => {
  if (title !== undefined) return title;
  const fixed = Object.values(properties).find((part) => typeof part.const === "string");
  return fixed ? plainWord(String(fixed.const)) : Object.keys(properties).map(plainWord).join(", ");
};
