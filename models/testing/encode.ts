// A value of ours as it travels on the wire: the inverse of `decode`, for tests that answer as a model would.
import { isObject, type Json } from "../src/json.ts";
import { matches } from "../src/wire/mark.ts";
import { BOX, type DecodePlan, type Plans } from "../src/wire/plan.ts";

/** A value of ours as it travels. The value must be valid; one that the wire cannot carry throws, because that is a bug. */
export function encode(value: Json, plan: DecodePlan, plans: Plans): Json {
  switch (plan.kind) {
    case "same":
      return value;
    case "text":
      return JSON.stringify(value);
    case "box":
      return { [BOX]: encode(value, plan.inner, plans) };
    case "ref":
      return encode(value, plans.get(plan.name)!, plans);
    case "list":
      return Array.isArray(value) ? value.map((item) => encode(item, plan.items, plans)) : value;
    case "map":
      if (!isObject(value)) return value;
      return Object.entries(value as Record<string, Json>).map(([key, part]) => ({
        key,
        value: encode(part, plan.value, plans),
      }));
    case "choice": {
      const option = plan.options.find(({ here }) => matches(value, here));
      return option ? encode(value, option.plan, plans) : value;
    }
    case "object": {
      if (!isObject(value)) return value;
      const extra = Object.keys(value).find((key) => !plan.properties.has(key));
      if (extra !== undefined) throw new TypeError(`the wire has no place for the property "${extra}"`);
      const out: Record<string, Json> = {};
      const put = (key: string, part: Json) =>
        Object.defineProperty(out, key, { value: part, enumerable: true, configurable: true, writable: true });
      for (const [key, { plan: inner, absent }] of plan.properties) {
        if (Object.hasOwn(value, key)) put(key, encode(value[key] as Json, inner, plans));
        else if (absent) put(key, null);
      }
      return out;
    }
  }
}
