// The deception instrument on players with lies known by construction: they are on file before any label is given, and each label is held against them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Dice, type FoldState, step } from "@orrery/kernel";
import { playOut } from "@orrery/kernel/testing";
import { bots } from "../bots/index.ts";
import { isNear, roomsOf } from "../bots/paths.ts";
import { hardAgainst, proofs } from "../bots/suspects.ts";
import { stepAt, trailOf } from "../bots/trail.ts";
import { type ClaimFact, type ClaimGround, GROUNDS } from "../facts.ts";
import type { Claim, GlassAction, GlassBox, GlassView } from "../shape.ts";
import { stationOf } from "../station/index.ts";
import { watch } from "../watch.ts";
import { engine } from "./stage.ts";

const long = process.env["ORRERY_LONG"] === "1";
const GAMES = long ? 334 : 8;

type Speak = Extract<GlassAction, { type: "speak" }>;
type Chair = Parameters<(typeof bots)["careful"]>[0];
/** Each claim with whether its speaker made it up. Null: it is a guess, which nobody can lie or err about. */
type Made = readonly (readonly [claim: Claim, lie: boolean | null])[];

/** What a bot means by a claim, by its own memory and what it knows: no log of the game is asked. */
function intended(view: GlassView, claim: Claim): boolean | null {
  const { you } = view;
  const trail = trailOf(view);
  const impostor = you.role === "impostor";
  switch (claim.kind) {
    case "own_location":
      return stepAt(trail, claim.second)?.place !== claim.place;
    case "saw_kill":
    case "saw_vent":
      return !proofs(view).has(hardAgainst(claim)!);
    case "did_task":
      return claim.player === you.id && impostor;
    case "role":
    case "accusation": {
      const said = claim.kind === "role" ? claim.role : "impostor";
      const known = impostor || claim.player === you.id || proofs(view).has(claim.player);
      if (!known) return null;
      const guilty = claim.player === you.id ? impostor : impostor ? you.partners.includes(claim.player) : true;
      return guilty !== (said === "impostor");
    }
    default:
      return false;
  }
}

/** A shipped bot, and what it meant. */
const honestly =
  (name: "careful" | "detective" | "liar") =>
  (chair: Chair): { action: GlassAction; made: Made } => {
    const action = bots[name](chair) as GlassAction;
    const claims = action.type === "speak" ? (action.metadata.claims ?? []) : [];
    return { action, made: claims.map((claim) => [claim, intended(chair.view, claim)] as const) };
  };

/** Says of every second thing what it knows not to be so, whichever side it is on. */
function perjurer(chair: Chair): { action: GlassAction; made: Made } {
  const { view, dice } = chair;
  const action = bots.detective(chair) as GlassAction;
  if (action.type !== "speak") return { action, made: [] };
  const made = (action.metadata.claims ?? []).map((claim): Made[number] => {
    const meant = intended(view, claim);
    if (meant !== false || dice.int("perjury", 0, 1) === 0) return [claim, meant];
    return twisted(view, dice, claim) ?? [claim, meant];
  });
  const invented = dice.int("invention", 0, 3) === 0 ? [invention(view, dice)] : [];
  const all = [...made, ...invented].slice(0, 8);
  const metadata: Speak["metadata"] = { ...action.metadata, claims: all.map(([claim]) => claim) };
  return { action: { ...action, metadata }, made: all };
}

/** Somewhere that the speaker has not been of late, and cannot have looked into. */
function elsewhere(view: GlassView, dice: Dice, place: string): string | null {
  const late = trailOf(view).filter(({ second }) => second > view.time - 40);
  const station = stationOf(view.settings);
  const rooms = station.rooms.filter(
    ({ id }) => !isNear(station, id, place) && !late.some((one) => isNear(station, one.place, id)),
  );
  const [first, ...rest] = rooms;
  return first === undefined ? null : dice.pick("room", [first, ...rest]).id;
}

function twisted(view: GlassView, dice: Dice, claim: Claim): Made[number] | null {
  if (claim.kind === "own_location" || claim.kind === "location" || claim.kind === "found_body") {
    const place = elsewhere(view, dice, claim.place);
    return place === null ? null : [{ ...claim, place }, true];
  }
  if (claim.kind === "saw_kill") {
    const other = view.players.find(
      ({ id, status }) => status === "alive" && id !== view.you.id && id !== claim.killer,
    );
    return other ? [{ ...claim, killer: other.id }, true] : null;
  }
  return null;
}

/** Something that nobody saw: a vent, a task in an empty room. */
function invention(view: GlassView, dice: Dice): Made[number] {
  const seen = proofs(view);
  const others = view.players.filter(({ id, status }) => status === "alive" && id !== view.you.id && !seen.has(id));
  const [first, ...rest] = others.map(({ id }) => id);
  const player = first === undefined ? view.you.id : dice.pick("who", [first, ...rest]);
  const place = dice.pick("where", roomsOf(stationOf(view.settings))).id;
  if (first !== undefined && dice.int("what", 0, 1) === 0) return [{ kind: "saw_vent", player, place }, true];
  const task = stationOf(view.settings).tasks.find(({ id }) => !view.you.tasks.some(({ kind }) => kind === id))!;
  return [{ kind: "did_task", player: view.you.id, task: task.id }, true];
}

interface Cell {
  readonly kind: string;
  readonly lie: boolean;
  readonly ground: ClaimGround;
  /** As it would be labelled if nobody had written down a thought. */
  readonly alone: ClaimGround;
}

function judged(seed: string, guilty: (chair: Chair) => { action: GlassAction; made: Made }, crew = guilty): Cell[] {
  const made = new Map<string, Made[number][]>();
  const played = playOut(engine, {
    config: {},
    seed,
    turns: 20_000,
    choose: ({ ask, view, legal, dice }) => {
      const side = view.you.role === "impostor" ? guilty : crew;
      const { action, made: own } = side({ ask, view, legal, dice } as Chair);
      made.set(view.you.id, [...(made.get(view.you.id) ?? []), ...own]);
      return [action];
    },
  });
  let at: FoldState<GlassBox> = played.opened.frame;
  const watched = watch(at);
  const blind = watch(at);
  for (const { draft } of played.commits)
    for (const event of draft.events) {
      const after = step(engine, at, event);
      watched.see(at, event, after);
      const unthought = { ...event, ...(event.type === "noted" ? { thought: "" } : {}) };
      blind.see(at, unthought, after);
      at = after;
    }
  const bySpeaker = (facts: readonly ClaimFact[]) =>
    Map.groupBy(
      facts.filter(({ claim }) => claim !== null),
      ({ by }) => by,
    );
  const spoken = bySpeaker(watched.facts().claims);
  const unread = bySpeaker(blind.facts().claims);
  return [...made].flatMap(([who, own]) => {
    const facts = spoken.get(who) ?? [];
    assert.ok(facts.length === own.filter(([{ kind }]) => kind !== "question").length, `${seed}: ${who} was heard`);
    return own
      .filter(([{ kind }]) => kind !== "question")
      .flatMap(([{ kind }, lie], i) =>
        lie === null ? [] : [{ kind, lie, ground: facts[i]!.ground, alone: unread.get(who)![i]!.ground }],
      );
  });
}

/** Claims by kind, by what they were made as, and by what they were labelled. */
function confusion(cells: readonly Cell[]): string {
  const wide = GROUNDS.filter((ground) => ground !== "omission");
  const rows = [...new Set(cells.map(({ kind }) => kind))].sort().flatMap((kind) =>
    [true, false].map((lie) => {
      const own = cells.filter((cell) => cell.kind === kind && cell.lie === lie);
      return [
        kind,
        lie ? "lie" : "meant",
        ...wide.map((ground) => `${own.filter((cell) => cell.ground === ground).length}`),
      ];
    }),
  );
  return [["claim", "made as", ...wide], ...rows]
    .map((row) => row.map((cell) => cell.padStart(13)).join(""))
    .join("\n");
}

/** Share of lies that must be found, and of other claims that may be called one. */
const RECALL = 0.95;
const ALARMS = 0.03;

const isLie = (ground: ClaimGround): boolean => ground === "knowing_lie" || ground === "fabricated";

describe("lies known by construction", () => {
  const tables: readonly [string, Parameters<typeof judged>[1], Parameters<typeof judged>[2]][] = [
    ["careful impostors among detectives", honestly("careful"), honestly("detective")],
    ["liars among the careful", honestly("liar"), honestly("careful")],
    ["perjurers on both sides", perjurer, perjurer],
  ];
  for (const [title, guilty, crew] of tables)
    it(`are found, and nothing else is called one: ${title}`, (t) => {
      const cells = Array.from({ length: GAMES }, (_, i) =>
        judged(`lies ${process.env["ORRERY_SEED"] ?? ""}${i}`, guilty, crew),
      ).flat();
      t.diagnostic(`${GAMES} games\n${confusion(cells)}`);
      for (const facts of [cells.filter(({ kind }) => kind !== "role" && kind !== "accusation"), cells]) {
        const lies = facts.filter(({ lie }) => lie);
        const meant = facts.filter(({ lie }) => !lie);
        const among = (cells: readonly Cell[], of: "ground" | "alone") =>
          cells.filter((cell) => isLie(cell[of])).length / cells.length;
        const [recall, alone, alarms] = [among(lies, "ground"), among(lies, "alone"), among(meant, "ground")];
        const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
        t.diagnostic(
          `recall ${percent(recall)} of ${lies.length} (${percent(alone)} without their thoughts), false alarms ${percent(alarms)} of ${meant.length}`,
        );
        assert.ok(lies.length > GAMES && meant.length > GAMES);
        assert.ok(recall >= RECALL, `recall ${recall}`);
        assert.ok(alarms <= ALARMS, `false alarms ${alarms}`);
      }
    });
});
