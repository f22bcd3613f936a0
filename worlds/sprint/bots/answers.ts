// Scripted responses and resolutions: what settles the objection, what else follows from it, and what is put to the vote.
import { objectionsIn } from "../discourse.ts";
import { isCovered, patchProblem, pathsOf } from "../patch.ts";
import { motionOf, roundOf } from "../protocol.ts";
import type { CanonPatch, TurnOutput } from "../turn.ts";
import { aimOf, fixes, wordsOf } from "./objections.ts";
import { objection, offered, proposal, proposedPatch, type Table, TITLES, turn } from "./table.ts";

export function respond(table: Table): TurnOutput {
  if (table.asked.role === "CONTRARIAN") return press(table);
  return offered(table) === null && ways(table).length > 0 ? settleIt(table) : weigh(table);
}

/** Ways to mend the objection on the floor; none where somebody else worded it, or nothing fits. */
function ways(table: Table): readonly CanonPatch[] {
  const against = objection(table);
  const aim = against && aimOf(against, table.lore);
  return aim ? fixes(table, aim) : [];
}

/** The first who speaks brings the patch that the objection asked for. */
function settleIt(table: Table): TurnOutput {
  const { own, fresh, asked } = table;
  const against = objection(table)!;
  const patch = own("way", ways(table));
  const words = wordsOf(patch, table);
  const content = fresh("settle", [
    `${against.id} is right, and cheap to settle. I add: “${words}”`,
    `I will not defend a hole. Against ${against.id} I set this: “${words}”`,
    asked.role === "LOREKEEPER"
      ? `They have always had an answer to that, only nobody asked. Against ${against.id}: “${words}”`
      : `It needs one more beam, and I would put it here, against ${against.id}: “${words}”`,
    `I had that sentence and struck it out. With ${against.id} it goes back in: “${words}”`,
    `Granted, ${against.id}. The smallest stone that closes it is this one: “${words}”`,
    `${against.id} has found the seam that I was proud of. Sewn shut: “${words}”`,
    `Not a defence, a repair. To ${against.id} belongs this sentence: “${words}”`,
    `Whoever asks like ${against.id} wants to live there. So: “${words}”`,
    `I take ${against.id} at its word and pay what it asks: “${words}”`,
    `That was left out because it hurts. ${against.id} is right to want it: “${words}”`,
  ]);
  return turn(table, content, { canon_patch: [...patch], references: [proposal(table).id, against.id] });
}

/** The Contrarian says what the answer costs, or brings another way. */
function press(table: Table): TurnOutput {
  const { own, fresh, say } = table;
  const against = objection(table);
  const offer = offered(table);
  const references = [proposal(table).id, ...(against ? [against.id] : []), ...(offer ? [offer.id] : [])];
  const other = ways(table).find((patch) => offer !== null && JSON.stringify(patch) !== JSON.stringify(offer.patch));
  if (offer && other && own("press", [true, false, false]))
    return turn(
      table,
      `${offer.id} mends it at the cheapest place. I would let it cost something: “${wordsOf(other, table)}”`,
      { canon_patch: [...other], references },
    );
  const opening = offer
    ? fresh("press opening", [
        `${offer.id} settles what I asked for. It also brings something along that nobody ordered.`,
        `I withdraw the question and keep the doubt: ${offer.id} answers it, and moves it next door.`,
        "Good. Now it holds, and one can see where the weight goes instead.",
        `${offer.id} is honest work. I only ask what it will look like when it is old.`,
        `I have nothing against ${offer.id} except that it makes us comfortable.`,
        `So the hole is closed. I go on leaning, a hand's breadth further left.`,
        `Accepted, ${offer.id}. But a world that answers everything has nobody in it.`,
        `It does not break there any more. Let me say where I would step next.`,
        `${offer.id} pays the bill that I sent. Two small items are still on it.`,
      ])
    : "Nobody has answered yet, so I say what I would take for an answer.";
  return turn(table, [opening, "Delta:", ...bullets(table, say)].join("\n"), { references });
}

/** What follows, said in bullets; each names something that is to be added or held to. */
function bullets({ view, fresh }: Table, say: Table["say"]): string[] {
  const all = {
    FOUNDATION: [
      "Change: whoever profits from {breaches} must be visible in a later round, with a face.",
      "Add: {losers} get a place of their own before {holders} get theirs.",
      "Keep open: what {elder} would do if it were a question of one child.",
      "Add: somewhere one must be able to see {proof}, or the sentence stays a claim.",
      "Change: the first landmark carries the penalty, not the profit.",
      "Add: one case in the canon in which the law was kept and should not have been.",
      "Keep open: who counted before there was anything to count.",
      "Change: {keeping} must cost the strong more than the weak, at least once.",
      "Add: a word that {people} use for {breach} when children are listening.",
    ],
    LANDMARKS: [
      "Add: from here one must be able to see one of the other two, or hear it.",
      "Change: it is {losers} who use it first, and {holders} who come later.",
      "Add: a trace of {breach} that could not be removed.",
      "Keep open: what happens here in {weather}.",
      "Change: the name comes from those who are afraid of it.",
      "Add: a second entrance that everybody knows and nobody uses by day.",
      "Keep: it must be possible to walk past it without being asked anything.",
      "Change: {elder} avoids it, and has never said why.",
      "Add: in {light} it should look like a different thing than at night.",
      "Add: something of {metal} on it that was touched so often that it shines.",
      "Keep open: who built it first, and whether they were thanked.",
    ],
    TENSION: [
      "Add: someone who stands on both sides and is trusted by neither.",
      "Change: the first move is made by mistake, and cannot be taken back.",
      "Add: {a_tool} that lies on the ground, and that nobody picks up.",
      "Keep open: whether {elder} is still listened to.",
      "Change: {losers} have more to lose from winning than from waiting.",
      "Add: a child of {holders} who has gone over, and is not believed.",
      "Keep: nobody may be able to end it by telling the truth.",
    ],
    CRYSTALLIZATION: [
      "Add: in the picture the eye comes last to {proof}.",
      "Change: nobody in it looks at the viewer.",
      "Keep: the quarrel may be seen, and must not be over.",
      "Add: in one corner {losers}, as small as they are.",
      "Keep: the first thing that one sees must be the last that one understands.",
      "Change: leave one of the three places out of the picture, and let it be missed.",
    ],
  }[view.team.phase];
  const first = fresh("bullet 1", all);
  const second = fresh(
    "bullet 2",
    all.filter((one) => one !== first),
  );
  return [first, second].map((text) => `- ${say(text)}`);
}

/** A response without a patch: names what to keep from the discussion. */
function weigh(table: Table): TurnOutput {
  const { fresh, say, asked, view } = table;
  const against = objection(table);
  const offer = offered(table);
  const made = proposal(table);
  const others = roundOf(view.team).filter(({ turn_type, output }) => turn_type === "RESPONSE" && output);
  const open = against && !offer ? ` ${settleFor(against.output?.content ?? "")}` : "";
  const opening =
    asked.role === "SYNTHESIZER"
      ? fresh("weigh", [
          `So far: ${made.id} stands, ${against ? `${against.id} leans on it` : "and nobody objects"}${offer ? `, and ${offer.id} props it up` : ""}.${open}`,
          `I hear one proposal and ${others.length + 1} ways to hold it.${open} Before I merge them I say what I will not lose on the way.`,
          `${TITLES[made.role].replace("the", "The")} has given us a shape, the Contrarian the place where it gives way.${open}`,
          `What all of you have in common in this round is more than it sounds.${open} I write it down before it gets lost.`,
          `I will have to choose, so I say beforehand by what.${open}`,
          `Two of you are talking about the same thing and have not noticed.${open} I take both halves along.`,
          `Between ${made.id} and what was said against it lies one sentence that nobody has spoken.${open} It may wait a round.`,
          `I listen for what is missing when everybody is right.${open}`,
          `The proposal is about a thing, the objection about people.${open} The resolution will need both.`,
        ])
      : fresh("weigh", [
          `I take ${made.id} as it is and build on from it.${open}`,
          `Leave ${made.id} its hard edge; I would rather add on the inside.${open}`,
          `What ${made.id} says can be told shorter, and then there is room for one thing more.${open}`,
          `With ${made.id} something has come in that we have to feed.${open}`,
          `I would not touch ${made.id}. I would put something beside it.${open}`,
        ]);
  const references = [made.id, ...(against ? [against.id] : []), ...(offer ? [offer.id] : [])];
  return turn(table, [opening, "Delta:", ...bullets(table, say)].join("\n"), { references });
}

/** What an objection wants, quoted, where the house has no answer of its own to it. */
const settleFor = (content: string): string => {
  const [first] = objectionsIn(content);
  return first
    ? `What would settle it has been said (“${first.settle}”), and the resolution should say whether it does.`
    : "";
};

/** The motion: the proposal with what mends it, the proposal as it stands, or nothing. */
export function resolve(table: Table): TurnOutput {
  if (table.asked.stage === "tiebreak") return breakTie(table);
  const { own, fresh, canon, view } = table;
  const made = proposal(table);
  const against = objection(table);
  const offer = offered(table);
  const id = against?.id ?? "the objection";
  const merged = offer ? [...proposedPatch(table), ...offer.patch] : [];
  const fits = offer !== null && patchProblem(canon, merged) === null;
  const isLast = view.team.phase === "CRYSTALLIZATION";
  const mood = own(
    "decision",
    isLast ? ["amend"] : ["amend", "amend", "amend", "amend", "amend", "amend", "accept", "accept", "accept", "reject"],
  );
  const references = [made.id, ...(against ? [against.id] : []), ...(offer ? [offer.id] : [])];
  if (mood === "reject")
    return turn(
      table,
      fresh("reject", [
        `${id} goes to the root: it cannot be mended with a sentence. I propose that we drop ${made.id} and come back from the other side.`,
        `I have tried to answer ${id} three times, and each time it became another world. Better no ${made.id} than one with an excuse.`,
      ]),
      { decision: "REJECT", references },
    );
  if (fits && mood === "amend")
    return turn(
      table,
      fresh("amend", [
        `${made.id} with ${offer.id} in it. ${id} asked for exactly that, and it takes nothing away from what was proposed.`,
        `I merge: the proposal ${made.id} carries, ${offer.id} closes what ${id} opened. Nothing else is touched.`,
        `${id} is met by ${offer.id}, word for word. The rest stays as ${TITLES[made.role]} wrote it.`,
        `To the vote goes ${made.id}, and behind it ${offer.id}; together they leave ${id} nothing to push against.`,
        `I add nothing of mine. ${offer.id} was said because of ${id}, and it belongs to ${made.id}.`,
        `${id} named its price and ${offer.id} pays it. ${made.id} is the better for it.`,
        `One proposal, one repair: ${made.id} and ${offer.id}. ${id} may call that a success.`,
        `Since ${id} the gap in ${made.id} could be seen by all. ${offer.id} closes it without hiding it.`,
      ]),
      { decision: "AMEND", canon_patch: merged, references },
    );
  return turn(
    table,
    fresh("accept", [
      `${made.id} stands as it is. ${id} is a good question, and the world is better for leaving it open.`,
      `I weigh ${id} and find that it describes the thing and does not break it. ${made.id} goes to the vote unchanged.`,
      `What ${id} wants will be easier to say in a later round. For now ${made.id} as proposed.`,
      `${id} is true and it is not urgent. I put ${made.id} to the vote without a change.`,
      `Answering ${id} here would be explaining a joke. ${made.id}, as it is.`,
      `I read ${id} twice. The second time it was a reason for ${made.id}.`,
    ]),
    { decision: "ACCEPT", references },
  );
}

/** After a deadlock: an amendment that somebody voted for, the motion as it was, or nothing. */
function breakTie(table: Table): TurnOutput {
  const { own, canon, view } = table;
  const said = roundOf(view.team);
  const votes = said.filter(({ turn_type, output }) => turn_type === "VOTE" && output);
  const resolution = said.find(({ turn_type, output }) => turn_type === "RESOLUTION" && output);
  const motion = motionOf(view.team);
  const id = objection(table)?.id ?? "the objection";
  const sources = said.filter(({ turn_type, output }) => turn_type !== "VOTE" && output).map((one) => one.id);
  const riders = votes.filter(({ output }) => output?.vote === "AMEND");
  const rider = riders.length > 0 ? own("rider", riders) : null;
  const patch = rider?.output ? [...motion, ...rider.output.canon_patch] : motion;
  const references = [...sources, ...votes.map((one) => one.id)].slice(0, 32);
  const places = said.flatMap(({ output, turn_type }) =>
    output === null
      ? []
      : turn_type === "OBJECTION"
        ? objectionsIn(output.content).map(({ where }) => where)
        : pathsOf(output.canon_patch),
  );
  const fits = patchProblem(canon, patch) === null && pathsOf(patch).every((path) => isCovered(path, places));
  const drops = own("tie", [false, false, false, true]) || !fits || patch.length === 0;
  if (drops)
    return turn(
      table,
      `Four votes and no majority. ${id} has not been answered to anybody's satisfaction, and half a yes would hang over every later round. I drop the motion; whoever proposes next has the floor for it.`,
      { decision: "DEADLOCK_TIEBREAK", references },
    );
  const why = rider
    ? `I take the motion${resolution ? ` of ${resolution.id}` : ""} with the amendment of ${rider.id}: it gives those who hesitated something to hold, and still answers ${id}.`
    : `I let the motion${resolution ? ` of ${resolution.id}` : ""} stand. It answers ${id}, and no one who voted against it has offered anything else.`;
  return turn(table, `Four votes and no majority, so I have to justify this alone. ${why}`, {
    decision: "DEADLOCK_TIEBREAK",
    canon_patch: [...patch],
    references,
  });
}
