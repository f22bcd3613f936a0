// List prices and context sizes by the names that providers use, from @pydantic/genai-prices. Never fetches: its data comes with it.
import { calcPrice, type ModelPrice } from "@pydantic/genai-prices";
import type { Provider } from "../model.ts";
import type { Price } from "../prices.ts";

/** Prices change; these are read as of this date, so that a run costs the same tomorrow. */
const PRICES_AS_OF = "2026-11-01";

interface Published {
  /** Null where no price is known. */
  readonly price: Price | null;
  /** Tokens that fit into one request; null where unknown. */
  readonly contextTokens: number | null;
}

const NOTHING: Published = { price: null, contextTokens: null };

export function publishedFacts(provider: Provider, id: string): Published {
  if (provider === "compatible") return NOTHING;
  const found = calcPrice({}, id, { providerId: provider, timestamp: new Date(`${PRICES_AS_OF}T00:00:00Z`) });
  // The package matches by beginnings; a near name is another model, and its price would be a lie.
  if (!found || !isSame(id, found.model.id)) return NOTHING;
  return { price: priceIn(found.model_price), contextTokens: found.model.context_window ?? null };
}

/** The name itself, or the name with a date behind it. */
const isSame = (id: string, known: string): boolean =>
  id === known || (id.startsWith(known) && /^[-@](\d{8}|\d{4}-\d{2}-\d{2}|latest)$/.test(id.slice(known.length)));

type PricePart = ModelPrice[string];
const baseOf = (part: PricePart): number | undefined => (typeof part === "object" ? part.base : part);

function priceIn(parts: ModelPrice): Price | null {
  const input = baseOf(parts["input_mtok"]);
  const output = baseOf(parts["output_image_mtok"]) ?? baseOf(parts["output_mtok"]);
  if (input === undefined || output === undefined) return null;
  const cached = baseOf(parts["cache_read_mtok"]);
  const written = baseOf(parts["cache_write_mtok"]);
  const long = longOf(parts["input_mtok"], parts["output_mtok"]);
  return {
    input,
    output,
    ...(cached === undefined ? {} : { cached }),
    ...(written === undefined ? {} : { written }),
    ...(long === null ? {} : { long }),
  };
}

/** The first surcharge for long inputs. */
function longOf(input: PricePart, output: PricePart): NonNullable<Price["long"]> | null {
  const [tier] = typeof input === "object" ? input.tiers : [];
  if (typeof input !== "object" || !tier) return null;
  const [more] = typeof output === "object" ? output.tiers : [];
  return {
    above: tier.start,
    input: tier.price / input.base,
    output: more && typeof output === "object" ? more.price / output.base : 1,
  };
}
