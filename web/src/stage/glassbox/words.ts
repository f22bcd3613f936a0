// What the station says beside the page's own words: loaded with it.
import { t as common, languageTag, type Word, wordsOf } from "../../words.ts";

const ENGLISH = {
  bandBody: "Body found",
  bandMeeting: "Emergency meeting",
  bandCalled: "Called by {who}",
  bandReported: "{body}. Reported by {who}",
  bandReportedIn: "{body}, in the {place}. Reported by {who}",
  airlockOut: "{who} is ejected.",
  airlockImpostor: "{who} was an impostor.",
  airlockCrew: "{who} was not an impostor.",
  ghostSaid: "said: {place}",
  ghostReally: "really: {place}, {at}",
  ghostWas: "{who} in the {place} at {at}",
  ghostShow: "Show the way",
  ghostBack: "Back to the table",
  reallyIn: "Really in the {place} at {at}.",
  heatTitle: "Who suspects whom",
  heatBefore: "before the talk",
  heatAfter: "after the talk",
  heatVote: "at the vote",
  heatNone: "nobody has been asked yet",
  heatMean: "What the crew suspects on the average",
  heatCell: "{who} suspects {whom}: {percent} %",
  curvesTitle: "How much the crew suspects each of them, along the turns. Between meetings it stays as it was.",
  curveTurning: "{who} {by}",
  killSeenBy: "{who} saw it.",
  killUnseen: "Nobody saw it.",
  claimWho: "Who, in: {claim}",
  claimWhere: "Where, in: {claim}",
  hideUnknown: "Hide what {who} does not know",
  hudYou: "You",
  hudYouAre: "You are {who}",
  hudCrew: "Crew. Do your tasks, and find out who kills.",
  hudAlone: "Impostor, alone. Kill, and be believed.",
  hudWith: "Impostor, with {who}",
  hudGhost: "A ghost. You see everything, and tasks still count.",
  hudPretend: "What you can pretend to do",
  hudActions: "Actions",
  hudUse: "Use",
  hudReport: "Report",
  hudKill: "Kill",
  hudVent: "Vent",
  hudSabotage: "Sabotage",
  hudSeconds: "seconds",
  lessonWalk: "Walk with the arrow keys or WASD, or click a room.",
  lessonTasks: "Click a task on your list to go there, and again to do it.",
  lessonReport: "Found a body? Report it, and tell the others what you saw. Somebody will lie.",
  lessonKnown: "I know",
  deathBy: "{who} killed you.",
  deathNobody: "You are dead.",
  deathEjected: "They have thrown you out.",
  deathIn: "In the {place}.",
  deathCrew: "It is not over: as a ghost you see all of them, and your tasks still count.",
  deathImpostor: "It is not over: as a ghost you see all of them, and can still sabotage.",
  deathOn: "Go on as a ghost",
  diffWinner: "Who won",
  diffCrew: "the crew",
  diffImpostors: "the impostors",
  diffNobody: "nobody",
  diffNobodyYet: "nobody yet",
  diffAlive: "alive",
  diffKilled: "killed",
  diffEjected: "thrown out by meeting {number}",
  diffMeetings: "Meetings",
  diffTime: "The clock",
  talkTitle: "Talk",
  mindsTitle: "Minds",
  talkNone: "No meeting has been called yet. What is said in one stands here, held against the log.",
} as const;
type Own = keyof typeof ENGLISH;

const own = wordsOf<Own>(ENGLISH);
const isOwn = (word: Own | Word): word is Own => Object.hasOwn(ENGLISH, word);

/** A text of the station's table or of the page's, with its places filled. */
export const t = (word: Own | Word, filled: Readonly<Record<string, string | number>> = {}): string =>
  isOwn(word) ? own(word, filled) : common(word, filled);

/** "Red, Blue, and Green". */
export const listOf = (names: readonly string[]): string => new Intl.ListFormat(languageTag()).format(names);
