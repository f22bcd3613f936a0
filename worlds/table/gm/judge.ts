// Judges a narration from the game master's view alone: form, choices, leaks, who acts in it, and what it would change.

import { refuse } from "@orrery/kernel";
import { updatesOf } from "../campaign.ts";
import { contentProblem } from "../gate.ts";
import { keysOf, valuesOf } from "../order.ts";
import { checkResponse, isCampaign, readCampaign } from "../protocol/index.ts";
import { secretIn } from "../protocol/secrets.ts";
import type { Narration, TableRefusal } from "../shape.ts";
import type { AssembledResponse } from "../state.ts";
import type { DeskView, TableView } from "../view/types.ts";
import { changesOf, checkable, mentionsIn, responseText, withoutClockwork } from "./assemble.ts";

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const MINIMAL = ["continue", "custom_action"];

export function judgeNarration(view: TableView, said: Narration): TableRefusal {
  const { desk } = view;
  if (desk === null || view.phase !== "narration") return refuse("not_narrated", {});
  return (
    choicesVerdict(desk, said, view.combat !== null) ??
    leakVerdict(said) ??
    contentVerdict(view, said) ??
    deadVerdict(desk, ownWords(desk, said.narrative)) ??
    protocolVerdict(view, desk, said)
  );
}

function choicesVerdict(
  { mode, transition, facts }: DeskView,
  { choices, analysis }: Narration,
  fight: boolean,
): TableRefusal {
  const keys = keysOf(choices);
  for (const key of keys)
    if (!SNAKE.test(mode === "GOD" ? key.replace(/^god:/, "") : key)) return refuse("bad_key", { key });
  if (mode === "DM")
    return keys.length === 0 || (keys.length >= 3 && keys.length <= 5)
      ? null
      : refuse("choice_count", { count: keys.length });
  if (mode === "GOD") return choices["god:return_story"] ? null : refuse("bad_key", { key: "god:return_story" });
  const minimal = transition && !fight && keys.length === 2 && MINIMAL.every((key) => keys.includes(key));
  if (!minimal && (keys.length < 3 || keys.length > 5)) return refuse("choice_count", { count: keys.length });
  if (!minimal && !keys.includes("other_action")) return refuse("missing_other_action", {});
  const thinking = facts.some(({ is }) => is === "think");
  return thinking && !analysis && !valuesOf(choices).some((choice) => choice.analysis)
    ? refuse("needs_analysis", {})
    : null;
}

/** Nothing that a player reads names an alignment or a personality type. */
function leakVerdict({
  narrative,
  thinking,
  context = "",
  choices,
  god_mode_response = "",
  analysis,
}: Narration): TableRefusal {
  const all = [
    narrative,
    thinking,
    context,
    god_mode_response,
    ...valuesOf(choices).flatMap(({ text, description }) => [text, description]),
    ...(analysis ? [...analysis.pros, ...analysis.cons] : []),
  ];
  for (const text of all) {
    const word = secretIn(text);
    if (word !== null) return refuse("leaks_internals", { word });
  }
  return null;
}

function contentVerdict({ limits }: TableView, { narrative, choices }: Narration): TableRefusal {
  for (const text of [narrative, ...valuesOf(choices).flatMap((choice) => [choice.text, choice.description])]) {
    const why = contentProblem(text, limits, "gm");
    if (why !== null) return refuse("off_limits", { why });
  }
  return null;
}

const DOES =
  "says|said|asks|asked|replies|replied|whispers|whispered|shouts|shouted|laughs|laughed|smiles|smiled|nods|nodded|attacks|attacked|draws|drew|steps|stepped|walks|walked|grabs|grabbed|looks up|stands|stood up|charges|charged|swings|swung|hands|handed";

/** The dead neither speak nor act: a name of somebody who was dead before this turn, followed by a deed. */
function deadVerdict({ dead, facts }: Pick<DeskView, "dead" | "facts">, narrative: string): TableRefusal {
  const fresh = new Set(facts.flatMap((fact) => (fact.is === "fell" && fact.dead ? [fact.who] : [])));
  for (const name of dead) {
    if (fresh.has(name)) continue;
    const plain = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (
      new RegExp(`\\b${plain}\\b\\s+(?:${DOES})\\b|["”]\\s*(?:says|said|asks|asked)\\s+${plain}\\b`, "i").test(
        narrative,
      )
    )
      return refuse("dead_cannot_act", { who: name });
  }
  return null;
}

/** What an author wrote is true as it stands: only the words around it are judged as claims. */
export function ownWords({ facts, scene, ending }: DeskView, narrative: string): string {
  const written = new Set([
    ...facts.flatMap((fact) =>
      fact.is === "told" || fact.is === "fired" || fact.is === "warning" ? [fact.text.trim()] : [],
    ),
    ...(scene ? [...scene.text, scene.again] : []),
    ...(ending ? [ending.text] : []),
  ]);
  const left = narrative.split("\n\n").filter((paragraph) => !written.has(paragraph.trim()));
  return left.length > 0 || narrative === "" ? left.join("\n\n") : "So it is.";
}

/** The protocol's own check, with everything that the engine knows. */
function protocolVerdict(view: TableView, desk: DeskView, said: Narration): TableRefusal {
  const { turn, mode, hero, input } = desk;
  if (turn === null) return refuse("not_narrated", {});
  // What a god commands was carried out or refused by the engine, with rules of its own for what is derived.
  if (mode === "GOD") return null;
  const changes = changesOf(turn, desk.campaign);
  const campaign = readCampaign(checkable(turn, changes, desk.transition));
  if (!isCampaign(campaign)) throw new Error(`the campaign is none of the protocol's: ${campaign.join(" ")}`);
  const narrative = ownWords(desk, said.narrative);
  const told: AssembledResponse = {
    sequence: view.sequence + 1,
    mode,
    hero,
    input,
    narrative,
    god_mode_response: said.god_mode_response ?? "",
    thinking: said.thinking,
    context: said.context ?? "",
    choices: said.choices,
    analysis: said.analysis ?? null,
    session_header: view.sessionHeader,
    resources: view.resourcesLine,
    rolls: turn.rolls,
    entities_mentioned: mentionsIn(narrative, desk.allNames, turn.before, desk.campaign),
    location_confirmed: view.location.name,
    state_updates: withoutClockwork(updatesOf(changes)),
    dm_notes: said.dm_notes ?? [],
    state_rationale: said.state_rationale ?? "",
  };
  const [first] = checkResponse(campaign, input, responseText(told)).violations;
  return first ? refuse("bad_update", { path: first.path, why: first.message }) : null;
}
