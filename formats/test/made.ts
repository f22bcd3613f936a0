// Whole runs of the stand-in, by a seed: a crowd that does everything the platforms allow, with the oddities of real runs.
import { type Opening, type PlatformName, Simulator } from "./simulator.ts";

/** A small generator of its own, so that a folder is the same wherever it is made. */
export function dice(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const TEXTS = [
  "The bridge closes on Thursday.",
  '{"event_type": "round_end"}',
  "line one\nline two\u2028and three",
  "{name} {previous} {{x}} $&",
  "林小雨说：“好。” 🔥",
  "<script>alert(1)</script> & co.",
];

export interface Made {
  readonly sim: Simulator;
  readonly posts: number[];
  readonly comments: number[];
}

/** Rounds `from`..`to` of a run; nobody is active in every fifth. */
export function playRounds(
  { sim, posts, comments }: Made,
  roll: (below: number) => number,
  from: number,
  to: number,
  agents: number,
): void {
  for (let round = from; round <= to; round++) {
    sim.startRound(round, (round - 1) % 24);
    if (round % 5 !== 4) playRound({ sim, posts, comments }, roll, agents);
    sim.endRound();
    sim.wait(1);
  }
}

function playRound({ sim, posts, comments }: Made, roll: (below: number) => number, agents: number): void {
  const active = [...Array(agents).keys()].filter(() => roll(3) > 0);
  sim.wait(20);
  for (const agent of active) if (roll(8) > 0) sim.refresh(agent, posts.slice(-5));
  sim.wait(900);
  for (const agent of active) {
    if (roll(9) === 0) continue;
    for (let n = roll(2); n >= 0; n--) act({ sim, posts, comments }, roll, agent, agents);
    sim.wait(100);
  }
}

function act({ sim, posts, comments }: Made, roll: (below: number) => number, agent: number, agents: number): void {
  const text = `${TEXTS[roll(TEXTS.length)]} (${posts.length + comments.length})`;
  const post = posts[roll(posts.length)];
  const comment = comments[roll(comments.length)];
  const what = roll(sim.platform === "reddit" ? 10 : 7);
  if (what <= 1 || post === undefined) posts.push(sim.post(agent, text));
  else if (what === 2) sim.like(agent, post);
  else if (what === 3) sim.follow(agent, roll(5) === 0 ? agents + 7 : roll(agents));
  else if (what === 4) sim.idle(agent);
  else if (what === 5) {
    if (sim.platform === "twitter") posts.push(sim.repost(agent, post));
    else sim.trend(agent);
  } else if (what === 6) {
    if (sim.platform === "twitter") posts.push(sim.quote(agent, post, text));
    else sim.like(agent, post, "dislike");
  } else if (what === 7) comments.push(sim.comment(agent, post, text));
  else if (what === 8 && comment !== undefined) sim.likeComment(agent, comment);
  else sim.mute(agent, roll(agents));
}

export const OPENINGS: readonly Opening[] = [
  { agent: 0, content: "Notice: the ferry stops." },
  { agent: 2, content: "先说一句。" },
  { agent: 0, content: "A second notice by the same hand." },
];

export function begin(dir: string, platform: PlatformName, agents: number, openings = OPENINGS, start?: number): Made {
  const sim = new Simulator(dir, platform, agents, openings, start);
  const posts = (sim.db.prepare("SELECT post_id FROM post").all() as { post_id: number }[]).map(
    ({ post_id }) => post_id,
  );
  return { sim, posts, comments: [] };
}
