// What a seat may do, as a list: every choice that is offered, every plain deed with what is at hand, and an example of what takes words.

import { diceOf } from "@orrery/kernel";
import { passing } from "./gm/scripted.ts";
import { playerChecks } from "./play/check.ts";
import { GM, type TableAction } from "./shape.ts";
import type { Learning, TableView } from "./view/types.ts";

/** Dice that always fall on the first face: for examples, which must not depend on chance. */
const FIRST = diceOf(
  () => "",
  (_purpose, low) => low,
  () => FIRST,
);

export function legal(view: TableView, who: string): readonly TableAction[] {
  if (view.role === "gm") return deskActions(view);
  if (!view.you || view.over || view.phase !== "player") return [];
  if (!view.yours && (view.combat || view.helpless !== null)) return [];
  return candidates(view, who).filter(
    (action) =>
      (playerChecks[action.type as keyof typeof playerChecks] as (view: TableView, action: TableAction) => unknown)(
        view,
        action,
      ) === null,
  );
}

function deskActions(view: TableView): TableAction[] {
  if (view.phase === "ruling")
    return [
      { actorId: GM, type: "allow", metadata: { what: "It is done, and nothing comes of it.", minutes: 0 } },
      { actorId: GM, type: "deny", metadata: { why: "That cannot be done here." } },
      {
        actorId: GM,
        type: "set_dc",
        metadata: { skill: "perception", dc: 12, what: "tries it", yes: "It succeeds.", no: "It fails." },
      },
    ];
  return view.phase === "narration" ? [{ actorId: GM, type: "narrate", metadata: passing(view, FIRST) }] : [];
}

/** As much as may be learnt, the first of the list. */
const learning = (what: "cantrips" | "spells", { count, from }: Learning) =>
  count === 0 ? {} : { [what]: from.slice(0, count).map(({ id }) => id) };

function candidates(view: TableView, actorId: string): TableAction[] {
  const you = view.you!;
  const foes = view.here.map(({ id }) => id);
  const friends = [you, ...view.companions].map(({ id }) => id);
  const on = (spell: { readonly on: string }): readonly (string | undefined)[] =>
    spell.on === "foe" || spell.on === "foes"
      ? foes
      : spell.on === "friend" || spell.on === "friends"
        ? friends
        : [undefined];
  const withTarget = <T extends object>(action: T, targetId: string | undefined): T & { targetId?: string } =>
    targetId === undefined ? action : { ...action, targetId };
  return [
    ...view.choices.map(({ key }): TableAction => ({ actorId, type: "choose", metadata: { key } })),
    ...(view.combat
      ? foes
      : view.here.filter(({ disposition }) => disposition === "hostile").map(({ id }) => id)
    ).flatMap((targetId): TableAction[] => [
      { actorId, type: "attack", targetId, metadata: {} },
      ...you.attacks.map(({ item }): TableAction => ({ actorId, type: "attack", targetId, metadata: { with: item } })),
    ]),
    ...you.spells.flatMap((spell) =>
      on(spell).map(
        (target): TableAction => withTarget({ actorId, type: "cast" as const, metadata: { spell: spell.id } }, target),
      ),
    ),
    ...view.here.map(({ id }): TableAction => ({ actorId, type: "talk", targetId: id, metadata: {} })),
    ...view.ways.map(({ to }): TableAction => ({ actorId, type: "travel", locationId: to, metadata: {} })),
    { actorId, type: "rest", metadata: { length: "short" } },
    { actorId, type: "rest", metadata: { length: "long" } },
    { actorId, type: "think", metadata: {} },
    { actorId, type: "look", metadata: {} },
    { actorId, type: "check", metadata: { skill: "perception" } },
    { actorId, type: "check", metadata: { skill: "stealth" } },
    ...you.items.flatMap(({ id, worn }): TableAction[] => [
      { actorId, type: "use", targetId: id, metadata: {} },
      { actorId, type: "wear", targetId: id, metadata: { off: worn } },
      ...view.companions.map((one): TableAction => ({ actorId, type: "give", targetId: id, metadata: { to: one.id } })),
    ]),
    ...view.lying.map(({ id }): TableAction => ({ actorId, type: "take", targetId: id, metadata: {} })),
    ...view.here.flatMap(({ id, wares }) =>
      wares.map(({ kind }): TableAction => ({ actorId, type: "buy", targetId: kind, metadata: { from: id } })),
    ),
    ...(["dodge", "dash", "disengage", "hide", "stand", "flee"] as const).map(
      (kind): TableAction => ({ actorId, type: "maneuver", metadata: { kind } }),
    ),
    ...view.companions.flatMap(({ id }) =>
      (["help", "stabilise"] as const).map(
        (kind): TableAction => ({ actorId, type: "maneuver", targetId: id, metadata: { kind } }),
      ),
    ),
    ...foes.flatMap((targetId) =>
      (["grapple", "shove"] as const).map(
        (kind): TableAction => ({ actorId, type: "maneuver", targetId, metadata: { kind } }),
      ),
    ),
    ...(
      [
        "second_wind",
        "action_surge",
        "rage",
        "reckless",
        "turn_undead",
        "preserve_life",
        "arcane_recovery",
        "cunning_dash",
        "cunning_disengage",
        "cunning_hide",
        "patient_defence",
        "step_of_the_wind",
        "divine_sense",
        "make_slot",
        "sacred_weapon",
        "lay_on_hands",
      ] as const
    ).map((feature): TableAction => ({ actorId, type: "feature", metadata: { feature } })),
    ...foes.map((targetId): TableAction => ({ actorId, type: "feature", targetId, metadata: { feature: "flurry" } })),
    ...view.companions.map(
      ({ id }): TableAction => ({
        actorId,
        type: "feature",
        targetId: id,
        metadata: { feature: "bardic_inspiration" },
      }),
    ),
    { actorId, type: "end_turn", metadata: {} },
    ...(you.levelUp
      ? [
          {
            actorId,
            type: "level_up",
            metadata: {
              hp: "fixed" as const,
              ...(you.levelUp.raises ? { raise: ["dexterity" as const, "constitution" as const] } : {}),
              ...learning("cantrips", you.levelUp.cantrips),
              ...learning("spells", you.levelUp.spells),
            },
          } as TableAction,
        ]
      : []),
    { actorId, type: "say", metadata: { text: "I take a closer look around." } },
    { actorId, type: "ask_gm", metadata: { text: "Why is my armour class what it is?" } },
  ];
}
