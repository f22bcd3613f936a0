// Reads the claims in a statement by rule: the same words give the same claims for every speaker. Words that fit no rule claim nothing.
import { type HeardToken, type Hearing, tokensOf } from "./hearing.ts";
import type { Claim } from "./shape.ts";

/** As many as a statement may hold. */
const CLAIMS_MAX = 8;

/** One clause: words without fillers, and where it stands in the text. */
interface Clause {
  readonly words: string;
  readonly from: number;
  readonly to: number;
  readonly asks: boolean;
}

/** What one statement has said so far: a later clause leans on it. */
interface StatementSoFar {
  place: string | null;
}

/** The claims of one statement, each with its words, in the order in which they are said. */
export function readClaims(text: string, hearing: Hearing): Claim[] {
  const said: StatementSoFar = { place: null };
  const found = clausesOf(tokensOf(text, hearing)).flatMap((clause) => {
    const words = text.slice(clause.from, clause.to);
    return claimsOf(clause, hearing, said).map((claim): Claim => ({ ...claim, words: words.slice(0, 500) }));
  });
  const seen = new Set<string>();
  return found
    .filter((claim) => {
      const key = sameAs(claim);
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, CLAIMS_MAX);
}

/** A key for a claim's meaning, without its words and second: claims with equal keys say the same. */
export function sameAs(claim: Claim): string {
  const { words: _words, ...rest } = claim;
  const { second: _second, ...what } = { second: 0, ...rest };
  return JSON.stringify(
    Object.entries(what)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, value]) => String(value).replace(/^body_/, "")),
  );
}

/** Declared claims with the words that they stand for, where the text has such words. */
export function withWords(declared: readonly Claim[], text: string, hearing: Hearing): Claim[] {
  const read = new Map(readClaims(text, hearing).map((claim) => [sameAs(claim), claim.words]));
  return declared.map((claim) => {
    const words = claim.words ?? read.get(sameAs(claim));
    return words === undefined ? claim : { ...claim, words };
  });
}

// ---------------------------------------------------------------- clauses

const FILLERS: ReadonlySet<string> = new Set(
  "the a an just really definitely only also actually then still honestly clearly well so ok okay yes no there over literally swear".split(
    " ",
  ),
);
const SUBJECT = /^(i|we|you|it|they|who|me|<p:\w+>)$/;
const VERB =
  /^(was|were|am|is|are|have|had|has|saw|see|seen|think|say|believe|know|bet|suspect|accuse|vote|found|reported|did|do|can|went|came|vouch|trust|stayed|worked|walked|met|followed|passed|killed|vented|must|could|would|never|not|caught|watched|blame|voted|heard)$/;
const JOINTS: ReadonlySet<string> = new Set([",", "and", "but", "so", "because", "while", "when", "then"]);
const STOPS: ReadonlySet<string> = new Set([".", "!", ";", "\n", ":"]);

function clausesOf(tokens: readonly HeardToken[]): Clause[] {
  const clauses: Clause[] = [];
  let open: HeardToken[] = [];
  const close = (asks: boolean) => {
    const kept = open.filter(({ text }) => !FILLERS.has(text));
    const words = kept
      .map(({ text }) => text)
      .join(" ")
      .replace(/^[, ]+|[, ]+$/g, "");
    if (words !== "") clauses.push({ words, from: open[0]!.from, to: open.at(-1)!.to, asks });
    open = [];
  };
  for (const [i, token] of tokens.entries()) {
    const names = open.length > 0 && open.every(({ text }) => text.startsWith("<p:") || JOINTS.has(text));
    if (token.text === ":" && /with me$/.test(open.map(({ text }) => text).join(" "))) continue;
    if (token.text === "?" || STOPS.has(token.text)) close(token.text === "?");
    else if (JOINTS.has(token.text) && !names && beginsClause(tokens, i + 1)) close(false);
    else if (open.length > 0 || token.text !== ",") open.push(token);
  }
  close(false);
  return clauses;
}

/** A new subject with its verb: a list of names goes on without one. */
function beginsClause(tokens: readonly HeardToken[], at: number): boolean {
  const rest = tokens.slice(at, at + 5).filter(({ text }) => !FILLERS.has(text) && !JOINTS.has(text));
  return rest.length > 1 && SUBJECT.test(rest[0]!.text) && VERB.test(rest[1]!.text);
}

// ---------------------------------------------------------------- rules

const P = "<p:(\\w+)>";
const L = "<l:(\\w+)>";
const T = "<t:(\\w+)>";
const MANY = "((?:<p:\\w+>(?: , and | , | and )?)+)";
const SAW = "\\b(?:i|we) (?:saw|watched|witnessed|caught|seen|have seen)";
const CLEAN = "crew|crewmate|innocent|clean|safe";
const NOT_IT = "not (?:impostor|imposter|it|guilty|killer|one)";
const PARTS = { "@SAW": SAW, "@CLEAN": CLEAN, "@NOT_IT": NOT_IT, "@P": P, "@L": L, "@T": T, "@MANY": MANY };
const rule = (pattern: string) =>
  new RegExp(pattern.replaceAll(/@[A-Z_]+/g, (part) => PARTS[part as keyof typeof PARTS]));
const playersIn = (text: string): string[] => [...text.matchAll(/<p:(\w+)>/g)].map(([, id]) => id!);

const QUESTION = /^(where|what|who|why|when|did|do|were|was|are|is|can|could|how)\b/;
const HEARSAY = rule(
  "^(?:@P|they|he|she|you|who) (?:says?|said|claims?|claimed|told|thinks?|thought|voted|spoke|speaks?|swears?)\\b",
);
const OWN = rule(
  "\\b(?:i|we) (?:was|were|am|are|have been|had been|stayed|stood|waited|worked|went|came|walked|ran)(?! not| never)(?: \\S+){0,2}? (?:in|at|inside|near|to|from|by|into|through) @L",
);
const OWN_SHORT = rule(
  "^(?:me )?(?:(?:i|we) (?:was|were) )?(?:in |at )?@L(?: ,)?(?: alone| myself| whole time| all| with|$)",
);
const WITH = rule("\\bwith (?:me )?@MANY");
const WAS_WITH = rule("^@MANY(?: (?:was|were|is|are|came|walked|stayed))? with me(?:.*@L)?");
const FOUND = rule(
  "\\b(?:i|we) (?:found|reported|discovered|came upon|saw|stumbled upon)\\b.*?\\b(?:body|corpse|dead)\\b(?: of)?(?: @P)?",
);
const FOUND_NAMED = rule("\\b(?:i|we) (?:found|reported|discovered) @P(?: \\S+){0,2}? (?:dead|body|corpse)");
const SAW_KILL = rule(
  "@SAW @P (?:\\S+ )?(?:kill|killing|killed|kills|stab|stabbing|stabbed|murder|murdering|murdered)(?: @P)?",
);
const SAW_VENT = rule("@SAW @P (?:\\S+ ){0,5}?(?:vent|venting|vented|vents)\\b(?:.*?@L)?");
const SAW_TASK = rule("\\b(?:i|we) (?:saw|watched|seen|have seen) @P (?:\\S+ ){0,4}?@T");
const SAW_AT = rule(
  "\\b(?:i|we) (?:saw|met|passed|watched|followed|seen|have seen|was with|were with) @MANY(?: \\S+){0,4}? (?:in|at|inside|near|leave|leaving|left|enter|entering|to|into|from|outside) (?:of )?@L",
);
const OTHER_AT = rule(
  "^@MANY (?:was|were|is|are|stayed|stood|went)(?! not)(?: \\S+){0,2}? (?:in|at|inside|near|to|into) @L",
);
const OWN_TASK = rule("^(?:i|we) (?!saw|think|know|watched)(?!.* not )(?:.* )?@T");
const OTHER_TASK = rule("^@P (?:did|was|finished|has done|had done|is)(?! not) (?:\\S+ ){0,2}?@T");
const SELF_CREW = rule(
  "^(?:(?:i|me) (?:am|was)? ?(?:@CLEAN|@NOT_IT)|it (?:is|was) not me|not me|i did not(?: do (?:it|that)| kill (?:anyone|anybody|<p:\\w+>|them))?$|i (?:have )?(?:never )?killed nobody)\\b",
);
const SELF_IMPOSTOR = /^i am (?:impostor|imposter|killer|guilty)\b/;
const CLEARS = rule(
  "(?:^|\\b(?:think|believe|know|say|sure|that) )@P (?:is|are|must be|was|looks|seems) (?:@CLEAN|clear|cleared|good|fine|@NOT_IT\\b)",
);
const VOUCH = rule("\\b(?:i|we) (?:can |could |will )?(?:vouch for|trust|clear|believe) @P(?! least)");
const NOT_THEM = rule(
  "^(?:i (?:do not think|think|know|believe|am sure) )?(?:that )?(?:it (?:is|was|can not be|could not be) (?:not )?|not )@P",
);
const BLAME = rule(
  "^(?:by now )?(?:(?:i|we) (?:think|believe|say|bet|know|guess|am sure|are sure|would say)(?: that)? )?(?:it (?:is|was|must be|must have been|has to be|could be|might be) )@P",
);
const SAY = rule(
  "^(?:i|we) (?:say|accuse|suspect|blame|vote|distrust|(?:do not|can not|never) trust|would vote|am voting|will vote)(?: for| out| to eject)? @P",
);
const VOTE = rule("^(?:let us |lets |please |everyone |we (?:should|must) )?(?:vote|eject)(?: for| out| off)? @P");
const GUILTY = rule(
  "(?:^|\\b(?:think|believe|know|say|bet|sure|that) )@P (?:is|are|was|must be|looks|seems|has to be|acts|acted)(?: (?:very|so|super|pretty|too|probably|likely|most))* ?(?:impostor|imposter|killer|guilty|sus|suspicious|lying|liar|it$|murderer|one$)",
);
const DID = rule(
  "^(?:i think |i know |i bet )?@P (?:did it|did this|killed|murdered|kills|vented|faked|is faking|lied|lies)\\b",
);
const SUS = rule("^@P (?:sus|suspicious)$");
const LAST_TIME = /\b(?:at|around) (?:(\d+) )?(?:minutes? )?(\d+) ?(?:s|sec|secs|seconds)?\b/;
const AGO = /\b(\d+) (?:s|sec|secs|seconds) ago\b/;

function claimsOf({ words, asks }: Clause, hearing: Hearing, said: StatementSoFar): Claim[] {
  const { speaker, body } = hearing;
  const others = playersIn(words).filter((id) => id !== speaker);
  if (asks || (QUESTION.test(words) && /\byou\b/.test(words)))
    return others.length === 1 || /\byou\b/.test(words)
      ? others.slice(0, 1).map((player) => ({ kind: "question", player }))
      : [];
  if (HEARSAY.test(words) || /^if\b/.test(words)) return [];
  const second = secondOf(words, hearing);
  const claims: Claim[] = [];
  const one = (pattern: RegExp): string | null => {
    const player = pattern.exec(words)?.[1];
    return player === undefined || player === speaker ? null : player;
  };

  const kill = SAW_KILL.exec(words);
  const vent = SAW_VENT.exec(words);
  const task = SAW_TASK.exec(words);
  const seen = SAW_AT.exec(words);
  const found = FOUND_NAMED.exec(words) ?? FOUND.exec(words);
  if (kill) {
    const victim = kill[2] ?? body?.who;
    claims.push(
      victim === undefined ? { kind: "accusation", player: kill[1]! } : { kind: "saw_kill", killer: kill[1]!, victim },
    );
  } else if (vent) {
    const at = vent[2] ?? said.place ?? body?.place;
    claims.push(
      at === undefined ? { kind: "accusation", player: vent[1]! } : { kind: "saw_vent", player: vent[1]!, place: at },
    );
  } else if (task) claims.push({ kind: "did_task", player: task[1]!, task: task[2]! });
  else if (found) {
    const who = found[1] ?? body?.who;
    const at = /<l:(\w+)>/.exec(words)?.[1] ?? (who === body?.who ? body?.place : undefined);
    if (who !== undefined && at !== undefined) claims.push({ kind: "found_body", body: who, place: at });
    if (at !== undefined) said.place = at;
  } else if (seen) {
    for (const player of playersIn(seen[1]!)) claims.push({ kind: "location", player, place: seen[2]!, second });
  }

  const own = found || seen ? null : (OWN.exec(words) ?? OWN_SHORT.exec(words));
  if (own) {
    said.place = own[1]!;
    claims.push({ kind: "own_location", place: own[1]!, second });
  }
  claims.push(...company(words, second, said));
  const other = OTHER_AT.exec(words);
  if (other)
    for (const player of playersIn(other[1]!)) claims.push({ kind: "location", player, place: other[2]!, second });
  const did = OWN_TASK.exec(words);
  if (did && !task) claims.push({ kind: "did_task", player: speaker, task: did[1]! });
  const theirs = OTHER_TASK.exec(words);
  if (theirs) claims.push({ kind: "did_task", player: theirs[1]!, task: theirs[2]! });

  if (SELF_CREW.test(words)) claims.push({ kind: "role", player: speaker, role: "crewmate" });
  else if (SELF_IMPOSTOR.test(words)) claims.push({ kind: "role", player: speaker, role: "impostor" });
  const clears = one(CLEARS) ?? one(VOUCH) ?? (/\bnot\b/.test(words) ? one(NOT_THEM) : null);
  if (clears !== null) claims.push({ kind: "role", player: clears, role: "crewmate" });
  else {
    const blamed = one(BLAME) ?? one(SAY) ?? one(VOTE) ?? one(GUILTY) ?? one(DID) ?? one(SUS);
    if (blamed !== null) claims.push({ kind: "accusation", player: blamed });
  }
  return claims.filter((claim) => !("player" in claim) || claim.player !== speaker || OF_ONESELF.has(claim.kind));
}
const OF_ONESELF: ReadonlySet<string> = new Set(["role", "did_task"]);

/** Who was with the speaker, at the place that was named last. */
function company(words: string, second: number, said: StatementSoFar): Claim[] {
  const together = WAS_WITH.exec(words);
  const list =
    together?.[1] ??
    (/^with\b|^(?:i|we|me) (?:was|were)\b|<l:\w+>(?: ,)? with/.test(words) ? WITH.exec(words)?.[1] : undefined);
  const place = together?.[2] ?? said.place;
  if (list === undefined || place === null || place === undefined) return [];
  return playersIn(list).map((player) => ({ kind: "location", player, place, second }));
}

/** The second that a clause speaks of. */
function secondOf(words: string, { second }: Hearing): number {
  const ago = AGO.exec(words);
  if (ago) return Math.max(0, second - Number(ago[1]));
  const at = LAST_TIME.exec(words);
  if (!at) return second;
  const told = Number(at[1] ?? 0) * 60 + Number(at[2]);
  return told > 0 && told <= second ? told : second;
}
