// Sentiment of a text by a small lexicon of English words: −1 to 1. Crude on purpose, the same for everybody, and no measure of truth.

const words = (text: string) => new Set(text.split(" "));
const GOOD = words(
  "admire adore agree amazing appreciate beautiful best better bless brave bright brilliant calm care celebrate charming cheer cheerful clever " +
    "comfort congratulations cool delight delighted easy enjoy excellent excited fair faith fan fantastic fine free fresh friend friendly fun funny " +
    "generous gentle glad good grateful great grow happy helpful honest hope hopeful joy kind laugh laughing like love lovely luck lucky nice " +
    "peace perfect please pleased pleasure proud right safe smile strong success support sweet thank thanks trust useful victory warm warming " +
    "welcome well win wise wonderful worth yes",
);
const BAD = words(
  "abuse afraid against anger angry annoyed annoying anxious ashamed awful bad betray bitter boring broken complain complaint corrupt corruption " +
    "crime cruel cry damage danger dangerous dead death despair destroy die dirty disagree disaster disgrace disgust dislike doubt dreadful " +
    "enemy enough evil fail failed failure fake false fear fight fool foolish fraud fury greed greedy grief guilty harm hate horrible hurt idiot " +
    "ill insult jealous kill lazy liar lie lied lies lonely lose loss lost mad mean mess mistake nasty never nightmare no nobody nonsense pain " +
    "panic poor problem protest regret rotten rude ruin sad scandal scared scream shame sick sorry stupid suffer terrible threat tired tragedy " +
    "trouble ugly unfair unhappy useless victim war waste weak worried worries worry worse worst wrong",
);
const TURNS = words("not no never hardly barely without cannot isnt wasnt dont doesnt didnt wont cant aint");

/** Good words less bad ones, over how many of either kind there are; one that stands behind a negation counts the other way. 0 where there are none. */
export function sentiment(text: string): number {
  let sum = 0;
  let count = 0;
  let turned = 0;
  for (const [token] of text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .matchAll(/\p{L}+/gu)) {
    const value = GOOD.has(token) ? 1 : BAD.has(token) ? -1 : 0;
    if (value !== 0 && !(TURNS.has(token) && turned === 0)) {
      sum += turned > 0 ? -value : value;
      count++;
    }
    turned = TURNS.has(token) ? 3 : Math.max(0, turned - 1);
  }
  return count === 0 ? 0 : sum / count;
}
