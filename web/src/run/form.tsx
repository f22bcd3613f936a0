// A form drawn from a JSON Schema, and the value it stands for. Knows no world; what it cannot draw it takes as JSON.
import { useId } from "react";
import parts from "../parts/parts.module.css";
import { Own } from "../parts/rich.tsx";
import { capital, plainWord } from "../say.ts";
import { t } from "../words.ts";
import style from "./god.module.css";

/** The parts of JSON Schema that worlds write their contracts with. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
}
/** What was put in, by the path of its field; texts as typed. Absent: left out. */
export type Entries = Readonly<Record<string, string>>;

export interface FormProps {
  readonly schema: Schema;
  readonly at: string;
  readonly name: string;
  readonly required: boolean;
  readonly entries: Entries;
  readonly set: (at: string, text: string) => void;
  /** Names of things that ids may be chosen from, by id. */
  readonly ids: ReadonlyMap<string, string>;
}

export function Field({ schema, at, name, required, entries, set, ids }: FormProps) {
  const id = useId();
  const label = capital(plainWord(name.replace(/Id$/, "")));
  const text = entries[at] ?? "";
  const rest = { at, required, entries, set, ids };
  if (schema.const !== undefined) return null;
  const options = optionsOf(schema);
  if (options || schema.type === "boolean") {
    const values = options ?? [true, false];
    return (
      <label className={parts.field}>
        <Own>{label}</Own>
        <select
          className={parts.select}
          value={text}
          required={required}
          onChange={(event) => set(at, event.target.value)}
        >
          <option value="">{required ? t("choose") : t("leaveOut")}</option>
          {values.map((value) => (
            <option
              key={String(value)}
              value={JSON.stringify(value)}
              translate={typeof value === "boolean" ? undefined : "no"}
            >
              {value === true ? t("yes") : value === false ? t("no") : String(value)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  if (schema.anyOf?.every(({ type }) => type === "object")) {
    const chosen = Number(entries[`${at}?`] ?? 0);
    return (
      <fieldset className={style.choice}>
        {name === "metadata" ? <legend>{t("godHow")}</legend> : <legend translate="no">{label}</legend>}
        <div className={parts.row}>
          {schema.anyOf.map((one, i) => (
            <label key={titleOf(one)}>
              <input type="radio" name={id} checked={i === chosen} onChange={() => set(`${at}?`, String(i))} />{" "}
              <Own>{titleOf(one)}</Own>
            </label>
          ))}
        </div>
        <Fields schema={schema.anyOf[chosen]!} {...rest} />
      </fieldset>
    );
  }
  if (schema.type === "object" && schema.properties) return <Fields schema={schema} {...rest} />;
  const plain = schema.type === "string" || schema.type === "integer" || schema.type === "number";
  return (
    <div className={parts.field}>
      <label htmlFor={id}>
        <Own>{label}</Own>
        {!plain && <small> {t("asJson")}</small>}
        {!required && <small> {t("mayBeEmpty")}</small>}
      </label>
      <input
        id={id}
        className={parts.input}
        value={text}
        required={required}
        autoComplete="off"
        list={schema.type === "string" ? `${id}-ids` : undefined}
        inputMode={schema.type === "integer" || schema.type === "number" ? "numeric" : undefined}
        onChange={(event) => set(at, event.target.value)}
      />
      {schema.type === "string" && (
        <datalist id={`${id}-ids`}>
          {[...ids].map(([value, called]) => (
            <option key={value} value={value} translate="no">
              {called}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
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

/** The value that the entries stand for; undefined where nothing was put in. Throws a `SyntaxError` on text that is no JSON. */
export function entered(schema: Schema, entries: Entries, at = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf?.every(({ type }) => type === "object"))
    return entered(schema.anyOf[Number(entries[`${at}?`] ?? 0)]!, entries, at);
  if (schema.type === "object" && schema.properties && entries[at] === undefined) {
    const made = Object.entries(schema.properties).flatMap(([key, part]) => {
      const value = entered(part, entries, `${at}/${key}`);
      return value === undefined ? [] : [[key, value] as const];
    });
    return made.length > 0 ? Object.fromEntries(made) : undefined;
  }
  const text = entries[at];
  if (text === undefined || text === "") return undefined;
  if (optionsOf(schema) || schema.type === "boolean") return JSON.parse(text);
  if (schema.type === "string") return text;
  if (schema.type === "integer" || schema.type === "number") return Number(text);
  return JSON.parse(text);
}

/** Values to choose from, where there are only so many. */
function optionsOf({ enum: values, anyOf }: Schema): readonly unknown[] | null {
  if (values) return values;
  return anyOf?.every((one) => one.const !== undefined) ? anyOf.map((one) => one.const) : null;
}

const titleOf = ({ properties = {} }: Schema): string => Object.keys(properties).map(plainWord).join(", ");
