// What the columns of a game's facts mean, for those who study an exported league. Words alone.
const MEETING = "number of the meeting in its game, from 0";

export const CODEBOOK = {
  meetings: { out: "who was sent out; empty where nobody was" },
  votes: {
    meeting: MEETING,
    by: "voter",
    choice: "whom the vote was for; empty for nobody. Secret votes are here too",
    others: "how many players could have been chosen",
    guilty: "how many of them were against the voter's side",
    proof: "whether the voter had itself seen what proves somebody guilty",
  },
  statements: {
    meeting: MEETING,
    by: "speaker",
    round: "round of the discussion, from 1",
    tick: "tenths of a second of the game's clock",
    text: "what was said",
    declared: "claims that the speaker declared",
    heard: "claims that the rules read in the text",
    both: "claims that are both declared and read",
  },
  claims: {
    meeting: MEETING,
    by: "speaker",
    tick: "tenths of a second of the game's clock",
    claim: "the claim as JSON, with the words that it stands for; empty for an omission",
    kind: "kind of claim; silence for an omission",
    read: "whether the rules read it in the text, for its speaker declared none",
    about: "player that it speaks of; empty for the speaker's own doings",
    ground:
      "true; honest_error: false, and its speaker could have confused it; unsupported: its speaker could not know; knowing_lie: its speaker knew better, or thought otherwise; fabricated: its speaker tells of having seen what it did not see; omission: its speaker had proof and left it out",
    lean: "1 against somebody, -1 for somebody else, 0 neither",
    sincere:
      "whether it agrees with its speaker's own thought and reported suspicions; empty where these say nothing of it",
  },
  beliefs: {
    meeting: MEETING,
    stage: "before the talk, after it, or with the vote",
    by: "who believed it",
    about: "of whom",
    percent: "stated probability that they are an impostor, 0 to 100",
  },
} as const;
