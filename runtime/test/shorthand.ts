// A reader of the shorthand of types in which a model without schemas is told its contract: what models/src/wire/shorthand.ts writes,
// as a JSON Schema again. It throws at text that it cannot read.
type Schema = Readonly<Record<string, unknown>>;

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|\.\.\.|\[key\]|[\w-]+|[{}[\],:?|])/y;

/** Names come first, each on a line of its own, and stand for their types in the lines after them. */
export function readShorthand(text: string): Schema {
  const named = new Map<string, Schema>();
  const lines = text.split("\n");
  for (const line of lines.slice(0, -1)) {
    const [, name, type] = /^(\w+) = (.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a definition: ${line}`);
    named.set(name, typeIn(type!, named));
  }
  return typeIn(lines.at(-1)!, named);
}

function typeIn(line: string, named: ReadonlyMap<string, Schema>): Schema {
  const tokens = tokensOf(line);
  let at = 0;
  const is = (...next: readonly string[]) => next.every((one, i) => tokens[at + i] === one);
  const take = (...next: readonly string[]): boolean => {
    if (!is(...next)) return false;
    at += next.length;
    return true;
  };
  const need = (...next: readonly string[]): void => {
    if (!take(...next)) throw new Error(`${next.join(" ")} is not before ${tokens.slice(at).join(" ")} in ${line}`);
  };
  const number = (): number => {
    const value = Number(tokens[at++]);
    if (Number.isNaN(value)) throw new Error(`no number before ${tokens.slice(at).join(" ")} in ${line}`);
    return value;
  };

  const either = (): Schema => {
    const options = [one()];
    while (take("|")) options.push(one());
    if (options.length === 1) return options[0]!;
    return options.every((option) => "const" in option)
      ? { enum: options.map((option) => option["const"]) }
      : { anyOf: options };
  };
  const one = (): Schema => {
    if (take("{")) return object();
    if (take("[")) return list();
    if (take("any", "JSON")) return {};
    const token = tokens[at++] ?? "";
    if (/^["\d-]|^(?:true|false)$/.test(token)) return { const: JSON.parse(token) as unknown };
    if (token === "string") return text();
    if (token === "integer" || token === "number") return bounded(token);
    if (token === "boolean" || token === "null") return { type: token };
    const known = named.get(token);
    if (!known) throw new Error(`nothing is called ${token} in ${line}`);
    return known;
  };
  const text = (): Schema => {
    if (!take("of", "at", "most")) return { type: "string" };
    const maxLength = number();
    need("characters");
    return { type: "string", maxLength };
  };
  const bounded = (type: string): Schema => {
    if (!/^-?\d/.test(tokens[at] ?? "")) return { type };
    const minimum = number();
    need("to");
    return { type, minimum, maximum: number() };
  };
  const object = (): Schema => {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    if (take("[key]", ":")) {
      const additionalProperties = either();
      need("}");
      return { type: "object", additionalProperties };
    }
    while (!take("}")) {
      const name = JSON.parse(tokens[at++] ?? "") as string;
      if (!take("?")) required.push(name);
      need(":");
      properties[name] = either();
      if (!is("}")) need(",");
    }
    return { type: "object", properties, required, additionalProperties: false };
  };
  const list = (): Schema => {
    const items = either();
    const counts = take(",") ? counted() : { maxItems: 1 };
    need("]");
    return { type: "array", items, ...counts };
  };
  const counted = (): Schema => {
    if (take("...")) return {};
    if (take("at", "most")) return { maxItems: number() };
    const minItems = number();
    if (take("or", "more")) return { minItems };
    need("to");
    return { minItems, maxItems: number() };
  };

  const type = either();
  if (at < tokens.length) throw new Error(`too much from ${tokens.slice(at).join(" ")} in ${line}`);
  return type;
}

function tokensOf(line: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.trimEnd().length) {
    const from = TOKEN.lastIndex;
    const token = TOKEN.exec(line)?.[1];
    if (token === undefined) throw new Error(`unreadable: ${line.slice(from)}`);
    tokens.push(token);
  }
  return tokens;
}
