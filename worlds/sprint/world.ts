// The sprint as a world: its functions put together. Rules live in their own files.
import type { Dice, Entity, World } from "@orrery/kernel";
import { ABOUT } from "./about.ts";
import { apply } from "./apply.ts";
import { asks } from "./asks.ts";
import { bots, botWords } from "./bots/index.ts";
import { canonHash, OPENING } from "./canon.ts";
import { contest } from "./contest.ts";
import { decide, godDecide, settle } from "./decide.ts";
import { check, legal } from "./deeds.ts";
import { explain } from "./explain.ts";
import { exports } from "./exports/index.ts";
import { challengeOf } from "./lore/lore.ts";
import { PICTURES, promptOf } from "./pack.ts";
import { prompt, promptTexts } from "./prompt.ts";
import {
  actorOf,
  ConfigSchema,
  JUDGES,
  PAINTER,
  PROMPT_ENGINEER,
  ROLES,
  type SprintConfig,
  settingsOf,
  TEAMS,
} from "./settings.ts";
import {
  type AgentState,
  actions,
  godActions,
  LABELS,
  type Sprint,
  type SprintState,
  type TeamState,
} from "./shape.ts";
import { editionOf } from "./sketch/edition.ts";
import { sketchOf } from "./sketch/index.ts";
import { valid } from "./valid.ts";
import { view } from "./view.ts";
import { words } from "./words.ts";

const ACTORS: readonly string[] = [
  ...TEAMS.flatMap((team) => ROLES.map((role) => actorOf(team, role))),
  PROMPT_ENGINEER,
  PAINTER,
  ...JUDGES,
];

export const sprint = {
  id: "sprint",
  about: ABOUT,
  version: 2,
  config: ConfigSchema,
  actions,
  open,
  actors: () => ACTORS,
  asks,
  check,
  decide,
  settle: (state, dice, after) => (after === "god" ? [] : settle(state, dice)),
  apply,
  /** A table hears its own turns; the judges hear of the sealing and of their own marks; the opening is for all. */
  perceive(_before, event) {
    const to =
      event.type === "turned"
        ? ROLES.map((role) => actorOf(event.team, role))
        : event.type === "composed"
          ? [PROMPT_ENGINEER]
          : event.type === "painted"
            ? [PAINTER]
            : event.type === "judged"
              ? [event.verdict.judge]
              : event.type === "sealed"
                ? []
                : ACTORS;
    return to.map((who) => ({ to: who, what: event }));
  },
  view,
  legal,
  explain,
  outcome,
  draws,
  valid,
  god: { actions: godActions, decide: godDecide },
  entities,
  words,
  exports,
  prompt,
  promptTexts,
  contest,
  bots,
  botWords,
  company: { bot: "scripted", seated: {}, first: "watch" },
} satisfies World<Sprint>;

function open(config: SprintConfig, dice: Dice): SprintState {
  const settings = settingsOf(config);
  const challenge = challengeOf(settings.tier, (purpose, list) => list[dice.int(purpose, 0, list.length - 1)]!);
  const hash = canonHash((text) => dice.hash(text), OPENING);
  const unheard: AgentState = { turn_count: 0, last_turn_type: null };
  const team: TeamState = {
    canon: OPENING,
    hash,
    stage: "proposal",
    phase: "FOUNDATION",
    round: 1,
    from: 0,
    speaker: "ARCHITECT",
    proposer: null,
    agents: { ARCHITECT: unheard, LOREKEEPER: unheard, CONTRARIAN: unheard, SYNTHESIZER: unheard },
    turns: [],
    pack: null,
    pictures: {},
  };
  return { settings, challenge, teams: { A: team, B: team }, seal: null, verdicts: [], unsealed: false };
}

/** Null until both entries are sealed; what judges say comes after. All seats read it, so worlds go by their labels. */
function outcome({ seal, teams, challenge }: SprintState) {
  if (!seal) return null;
  const worlds = Object.fromEntries(
    LABELS.map((label, i) => {
      const { canon, hash, turns } = teams[seal.order[i]!];
      return [label, { world_name: canon.world_name, canon_hash: hash, turns: turns.length }];
    }),
  );
  return { challenge, worlds, commitment: seal.commitment };
}

/** A sketch is drawn anew from its prompt whenever somebody wants to see it. */
function draws({ teams }: SprintState, hash: string): { mediaType: string; text: string } | null {
  for (const { pack, pictures } of Object.values(teams))
    for (const key of PICTURES) {
      const made = pictures[key];
      if (pack && made?.sketch && made.hash === hash)
        return { mediaType: made.media_type, text: sketchOf(promptOf(pack.pack, key), key, editionOf(made)) };
    }
  return null;
}

function entities({ teams }: SprintState): Entity[] {
  return TEAMS.flatMap((team): Entity[] => {
    const { canon, hash, phase, round, stage } = teams[team];
    const world = {
      id: `world-${team}`,
      name: canon.world_name || `the world of team ${team}`,
      type: "world",
      attributes: { team, hash, phase, round, stage },
    };
    const landmarks = canon.landmarks.map((landmark, i) => ({
      id: `landmark-${team}-${i + 1}`,
      name: landmark.name,
      type: "landmark",
      attributes: { team, ...landmark },
    }));
    return [world, ...landmarks];
  });
}
