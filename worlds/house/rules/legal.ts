// Everything sensible that a person can do now, by its view alone. What takes free words (say, think) cannot be listed.

import { refusal } from "../attempt/attempt-verbs.ts";
import { placesOf, TARGETS } from "../model/verb.ts";
import type { Named } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { doorsOf, type HouseView } from "../sense/view.ts";
import type { HouseAction, HouseRefusal } from "../shape.ts";
import { check } from "./check.ts";

export function legal(view: HouseView, actorId: string): HouseAction[] {
  if (view.ended || !view.turn || actorId !== view.you.id) return [];
  if (view.ruling)
    return [view.ruling.proposal, refusal(view.ruling.proposal)].map((metadata) => ({
      actorId,
      type: "rule",
      metadata,
    }));
  const tries = [
    ...moves(view, actorId),
    ...looks(view, actorId),
    ...hands(view, actorId),
    ...dealings(view, actorId),
    ...performances(view, actorId),
  ];
  return tries.filter((action) => {
    const judge = check[action.type] as (view: HouseView, action: HouseAction) => HouseRefusal | null;
    return judge(view, action) === null;
  });
}

function moves(view: HouseView, actorId: string): HouseAction[] {
  return [
    ...(view.posed ? [{ actorId, type: "rise" } as const] : []),
    ...view.exits.map(({ direction }) => ({ actorId, type: "go", metadata: { direction } }) as const),
  ];
}

function looks(view: HouseView, actorId: string): HouseAction[] {
  const seen = allSeen(view);
  return [
    { actorId, type: "look" },
    { actorId, type: "inventory" },
    { actorId, type: "smell" },
    { actorId, type: "wait" },
    ...(view.helped ? [{ actorId, type: "hint" } as const] : []),
    ...[...seen, ...view.people, ...doorsOf(view)].map(
      ({ id }) => ({ actorId, type: "examine", targetId: id }) as const,
    ),
    ...seen.map(({ id }) => ({ actorId, type: "search", targetId: id }) as const),
    ...seen.map(({ id }) => ({ actorId, type: "read", targetId: id }) as const),
  ];
}

function hands(view: HouseView, actorId: string): HouseAction[] {
  const seen = allSeen(view);
  const felt = view.remembered.flatMap((one) => (one.felt ? [one.card] : []));
  const things = [...seen, ...felt];
  const shut = [...things, ...doorsOf(view)];
  return [
    ...things.map(({ id }) => ({ actorId, type: "take", targetId: id }) as const),
    ...view.holding
      .filter(({ wearable }) => wearable)
      .flatMap(({ id }) => (["wear", "remove"] as const).map((type) => ({ actorId, type, targetId: id }) as const)),
    ...view.holding.map(({ id }) => ({ actorId, type: "drop", targetId: id }) as const),
    ...view.holding.flatMap(({ id }) =>
      things.flatMap((into) =>
        (["in", "on"] as const).map(
          (how) => ({ actorId, type: "put", targetId: id, locationId: into.id, metadata: { how } }) as const,
        ),
      ),
    ),
    ...shut.map(({ id }) => ({ actorId, type: "open", targetId: id }) as const),
    ...shut.map(({ id }) => ({ actorId, type: "close", targetId: id }) as const),
    ...shut.flatMap(({ id }) =>
      view.holding.flatMap((key) => [
        { actorId, type: "unlock", targetId: id, metadata: { keyId: key.id } } as const,
        { actorId, type: "lock", targetId: id, metadata: { keyId: key.id } } as const,
      ]),
    ),
    ...[...things, ...doorsOf(view)].flatMap(({ id, uses = [] }) =>
      uses.flatMap((how) => [
        { actorId, type: "use", targetId: id, metadata: { how } } as const,
        ...view.holding
          .filter((tool) => tool.id !== id)
          .map((tool) => ({ actorId, type: "use", targetId: id, metadata: { how, with: tool.id } }) as const),
      ]),
    ),
    ...things.flatMap(({ id }) =>
      [true, false].map((on) => ({ actorId, type: "switch", targetId: id, metadata: { on } }) as const),
    ),
  ];
}

/** The author's verbs on targets that show the use. Verbs with a number or words must be typed. */
function performances(view: HouseView, actorId: string): HouseAction[] {
  const near = [...allSeen(view), ...doorsOf(view), ...view.people];
  return Object.keys(view.verbs ?? {})
    .sort()
    .flatMap((verb) => {
      const places = placesOf(view.verbs![verb]!);
      if (places.has("number") || places.has("words")) return [];
      const targets: { targetId?: string }[] = TARGETS.some((one) => places.has(one))
        ? near.flatMap(({ id, verbs }) => (verbs?.includes(verb) ? [{ targetId: id }] : []))
        : [{}];
      const others: { with?: string; to?: string }[] = [
        {},
        ...(places.has("with") ? view.holding.map(({ id }) => ({ with: id })) : []),
        ...(places.has("to") ? view.people.map(({ id }) => ({ to: id })) : []),
      ];
      return targets.flatMap((target) =>
        others
          .filter(({ with: tool }) => tool === undefined || tool !== target.targetId)
          .map((other) => ({ actorId, type: "perform", ...target, metadata: { verb, ...other } }) as const),
      );
    });
}

function dealings(view: HouseView, actorId: string): HouseAction[] {
  const known = [...allSeen(view), ...view.remembered.map(({ card }) => card)];
  const led = new Map(view.led?.map(({ who, by }) => [who.id, by]));
  return view.people.flatMap((person) => [
    ...companyOf(led.get(person.id), view.you.id).map(
      (type) => ({ actorId, type: "bid", metadata: { to: person.id, wanted: { type } } }) as const,
    ),
    ...view.holding.flatMap(({ id }) => [
      { actorId, type: "give", targetId: id, metadata: { to: person.id } } as const,
      { actorId, type: "show", targetId: id, metadata: { to: person.id } } as const,
    ]),
    ...view.topics.flatMap(({ id }) => [
      { actorId, type: "ask", metadata: { to: person.id, about: id } } as const,
      { actorId, type: "tell", metadata: { to: person.id, about: id } } as const,
    ]),
    ...known.map(({ id }) => ({ actorId, type: "request", targetId: id, metadata: { from: person.id } }) as const),
  ]);
}

/** Requests to somebody: to come along; and to a person who already follows or stays, the other two. */
const companyOf = (by: Named | null | undefined, you: string): ("follow" | "wait" | "return")[] =>
  by === undefined ? ["follow"] : by?.id === you ? ["wait", "return"] : ["follow", "return"];
