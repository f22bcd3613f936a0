// Claims: words by which a player takes what only the rules give. They are read here and answered in the story; nothing is ever granted by them.
import type { SheetView } from "../view/types.ts";

const CLAIMS = ["item", "level", "roll", "gold", "outcome"] as const;
interface GmClaim {
  readonly what: (typeof CLAIMS)[number];
  readonly words: string;
}

const ROLL =
  /\b(?:i\s+)?(?:roll(?:ed|s)?|got|get|throw|threw)\s+(?:a\s+)?(?:natural\s+|nat\s*)?(?:20|twenty|1?\d)\b|\bnat(?:ural)?\s*(?:20|twenty)\b|\bcritical(?:ly)?\s+(?:hit|success)\b.*\b(?:i|my)\b|\bmy\s+roll\s+(?:is|was)\b/i;
const LEVEL =
  /\bi(?:'m| am| become| reach| gain| have reached)\s+(?:now\s+)?(?:a\s+)?level\b|\blevel(?:led)?\s+up\s+to\b|\bi\s+(?:gain|get|have|earn|receive)\s+[\d,]+\s*(?:xp|experience)\b|\bmy\s+(?:strength|dexterity|constitution|intelligence|wisdom|charisma|hp|hit points|ac|armou?r class)\s+(?:is|are|becomes?)\s+(?:now\s+)?\d+/i;
const GOLD =
  /\bi\s+(?:find|found|pocket|have|gain|get|receive|take|pull out)\s+(?:a\s+(?:purse|bag|sack|chest)\s+(?:of|with)\s+)?[\d,]+\s*(?:gp|gold|gold pieces|coins|platinum|pp)\b/i;
const PULLS =
  /\bi\s+(?:pull out|draw|take out|produce|whip out|reach (?:in|into)[^.]*?(?:and|for)|unsheathe|ready|raise|use|wield|have|equip|put on|drink|swing)\s+(?:my|a|an|the|out\s+my|out\s+a|some)\s+([a-z' -]{3,60})/i;
const OUTCOME =
  /\b(?:dies?|is dead|drops? dead|explodes?|falls? dead|surrenders?|gives? me|hands? me|kneels?)\b.*\b(?:instantly|at once|immediately|without (?:a )?(?:fight|roll))\b|\bi\s+(?:instantly|automatically)\s+(?:kill|win|succeed|hit|defeat)/i;

/** What is claimed, or null. A thing counts as claimed when its words name a treasure or a weapon that is not carried. */
export function readClaim(text: string, you: Pick<SheetView, "items" | "spells">): GmClaim | null {
  const claimOfMatch = (what: GmClaim["what"], match: RegExpExecArray | null): GmClaim | null =>
    match ? { what, words: match[0].trim() } : null;
  const plain =
    claimOfMatch("roll", ROLL.exec(text)) ??
    claimOfMatch("level", LEVEL.exec(text)) ??
    claimOfMatch("gold", GOLD.exec(text)) ??
    claimOfMatch("outcome", OUTCOME.exec(text));
  if (plain) return plain;
  const [, thing] = PULLS.exec(text) ?? [];
  if (thing === undefined || !TREASURE.test(thing)) return null;
  const words = thing.toLowerCase().split(/[^a-z]+/);
  const carried = you.items.some(({ name, kind }) =>
    [...name.toLowerCase().split(/\W+/), ...kind.split("_")].some((word) => word.length > 2 && words.includes(word)),
  );
  return carried ? null : { what: "item", words: thing.trim() };
}
const TREASURE =
  /\b(swords?|blades?|axes?|bows?|daggers?|hammers?|maces?|spears?|staff|wands?|rods?|rings?|amulets?|cloaks?|armou?r|shields?|helm(?:et)?s?|potions?|scrolls?|bombs?|guns?|pistols?|rifles?|grenades?|crossbows?|keys?|ropes?|torch(?:es)?|lanterns?|artefacts?|artifacts?|orbs?|crowns?|gems?|diamonds?|horses?|dragons?|holy avenger|vorpal|deck of many things|bag of holding)\b/i;
