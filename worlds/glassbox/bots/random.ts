// Any of the things that may be done, each kind as likely: the floor that every other bot must stand above.
import type { Claim, GlassAction } from "../shape.ts";
import { answer, type BotMove, type Chair, can, idle } from "./answer.ts";

export function randomly({ view, dice }: Chair): GlassAction {
  const { available_actions: all, you, players } = view;
  const any = (
    type: "interact" | "kill" | "sabotage" | "fake_task" | "vote",
    targets: readonly string[],
  ): BotMove[] => {
    const [first, ...rest] = targets;
    return can(view, type) && first !== undefined ? [{ type, target: dice.pick(type, [first, ...rest]) }] : [];
  };
  const [place, ...places] = all.available_moves;
  const [mate, ...mates] = all.available_follows;
  const moves: BotMove[] = [
    ...(can(view, "move") && place !== undefined
      ? [{ type: "move" as const, to: dice.pick("to", [place, ...places]) }]
      : []),
    ...(can(view, "move") && mate !== undefined
      ? [{ type: "follow" as const, who: dice.pick("who", [mate, ...mates]) }]
      : []),
    ...any("interact", all.available_interactions),
    ...any("kill", all.available_kills),
    ...any("sabotage", all.available_sabotages),
    ...any("fake_task", all.available_fakes),
    ...any("vote", all.available_votes),
  ];
  if (can(view, "speak")) {
    const others = players.filter(({ id, status }) => status === "alive" && id !== you.id);
    const [first, ...rest] = others;
    const claims: Claim[] =
      first && dice.int("accuse", 1, 4) === 1
        ? [{ kind: "accusation", player: dice.pick("whom", [first, ...rest]).id }]
        : [];
    return answer(view, { type: "speak", text: claims.length > 0 ? "I have a feeling." : "", claims });
  }
  const [one, ...more] = moves;
  // Half of the time what it does goes on, or nothing would ever be finished.
  if (!one || (can(view, "wait") && dice.int("go on", 1, 2) === 1)) return answer(view, idle(view));
  return answer(view, dice.pick("move", [one, ...more]));
}
