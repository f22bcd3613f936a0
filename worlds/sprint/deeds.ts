// Judging answers and offering examples of them, both from the view alone.
import { refuse, type World } from "@orrery/kernel";
import { composePack } from "./bots/engineer.ts";
import { marksOf } from "./bots/rubric.ts";
import { examples } from "./bots/speech.ts";
import { packProblem } from "./pack.ts";
import { turnProblem } from "./rules.ts";
import { PAINTER, PROMPT_ENGINEER } from "./settings.ts";
import type { Label, Sprint, SprintAction, SprintRefusal, SprintView } from "./shape.ts";

export const check: World<Sprint>["check"] = {
  speak: (view, { metadata: { output } }) => turnProblem(view, output),
  forfeit: (view) => (view.kind === "table" && view.asked ? null : refuse("not_asked_now", {})),
  compose(view, { metadata: { team, pack } }): SprintRefusal {
    const brief = view.kind === "engineer" ? view.briefs.find((one) => one.team === team) : undefined;
    if (!brief) return refuse("not_asked_now", {});
    const problem = packProblem(pack, brief.canon);
    if (!problem) return null;
    const { reason, ...data } = problem;
    return { reason, data } as SprintRefusal;
  },
  paint(view, { metadata: { team, picture, hash, media_type } }): SprintRefusal {
    const isWanted = view.kind === "painter" && view.wanted.some((one) => one.team === team && one.picture === picture);
    if (!isWanted) return refuse("no_such_picture", { picture: `${team} ${picture}` });
    return (hash === undefined) === (media_type === undefined) ? null : refuse("picture_incomplete", {});
  },
  score(view, { metadata: { scores } }): SprintRefusal {
    if (view.kind !== "judge" || view.entries.length === 0) return refuse("not_asked_now", {});
    const labels = view.entries.map(({ label }) => label);
    const unknown = Object.keys(scores).find((label) => !labels.includes(label as Label));
    if (unknown !== undefined) return refuse("unknown_label", { label: unknown });
    const missing = labels.find((label) => !Object.hasOwn(scores, label));
    return missing === undefined ? null : refuse("label_missing", { label: missing });
  },
};

/** Example actions; any action that fits its contract and the rules is allowed too. */
export function legal(view: SprintView, actorId: string): SprintAction[] {
  switch (view.kind) {
    case "table":
      return examples(view).map((output) => ({ actorId, type: "speak", metadata: { output, scripted: true } }));
    case "engineer":
      return actorId !== PROMPT_ENGINEER
        ? []
        : view.briefs.map(({ team, canon }) => ({
            actorId,
            type: "compose",
            metadata: { team, pack: composePack(canon), scripted: true },
          }));
    case "painter":
      return actorId !== PAINTER
        ? []
        : view.wanted.map(({ team, picture }) => ({ actorId, type: "paint", metadata: { team, picture } }));
    default:
      return view.entries.length === 0 ? [] : [{ actorId, type: "score", metadata: { scores: marksOf(view.entries) } }];
  }
}
