// What a player is and costs, in a sentence: a person, a bot by its world's own words, a model by its price.
import { Own } from "../parts/rich.tsx";
import type { ModelCard } from "../wire.ts";
import { PERSON } from "./lineup-text.ts";
import { say } from "./player-words.ts";
import { money } from "./sitting.tsx";

const BOT = "bot:";
const MODEL = "model:";

/** `player`: as a lineup names it. `models`: those whose price is known here; null where nobody asked for them. */
export function AboutPlayer({
  player,
  botWords,
  models,
}: {
  player: string;
  botWords: Readonly<Record<string, string>>;
  models: readonly ModelCard[] | null;
}) {
  if (player === PERSON) return <>{say("person")}</>;
  if (player === "model" || player.startsWith(MODEL)) {
    const card = models?.find(({ name }) => MODEL + name === player);
    return (
      <>
        {say("model")} {card && priceOf(card)}
      </>
    );
  }
  if (!player.startsWith(BOT)) return <>{say("program")}</>;
  const own = botWords[player.slice(BOT.length)];
  return (
    <>
      {own === undefined ? say("random") : <Own>{own}</Own>} {say("costsNothing")}
    </>
  );
}

export function priceOf({ price }: Pick<ModelCard, "price">): string {
  if (price === null) return say("noPrice");
  if (price.input === 0 && price.output === 0) return say("costsNothing");
  return say("price", { input: money(price.input), output: money(price.output) });
}
