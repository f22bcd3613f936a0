// What invitations for several seats say beside the page's own words, to their owner and to their guests: loaded with them.
import { countIn, wordsOf } from "./words.ts";

const ENGLISH = {
  inviteOne: "A link for one seat",
  lobbyTitle: "One link for several seats",
  lobbyText: "Send one link to everybody. Each guest chooses a free seat and sees only what that seat can know.",
  lobbyOffers: "Seats to choose from",
  lobbyEnds: "The link ends in",
  lobbyHour: "an hour",
  lobbyDay: "a day",
  lobbyWeek: "a week",
  lobbyMake_one: "Make the link for {n} seat",
  lobbyMake_other: "Make the link for {n} seats",
  lobbyLink: "The link to send",
  lobbyCode: "The link as a code for a camera",
  lobbyLoopback:
    "This address is known to this machine alone. To invite others, serve under a name that they can reach, with a token.",
  lobbyHeld_one: "{n} of {all} seats is taken.",
  lobbyHeld_other: "{n} of {all} seats are taken.",
  lobbyEndsIn: "The link ends {when}.",
  lobbyFree: "Free it",
  lobbyBegin: "Begin",
  lobbyBeginBots_one: "Begin: a bot takes the free seat",
  lobbyBeginBots_other: "Begin: bots take {n} free seats",
  lobbyClose: "Close the link",
  lobbySit: "Take a seat yourself",
  joinTitle: "An invitation",
  joinText: "You are invited to play. You see only what your seat can know, and so do the others.",
  joinName: "What the others call you",
  joinChoose: "Choose a seat",
  joinSeats: "Who sits where",
  joinFree_one: "{n} seat is free",
  joinFree_other: "{n} seats are free",
  joinFull: "Every seat is taken. A seat that becomes free shows here by itself.",
  joinTake: "Take this seat",
  joinTaking: "Sitting down…",
  joinIsFree: "free",
  joinTaken: "taken",
  joinMine: "your seat",
  joinGo: "Go to your seat",
} as const;

export const say = wordsOf<keyof typeof ENGLISH>(ENGLISH);
export const count = countIn<keyof typeof ENGLISH>(say);
