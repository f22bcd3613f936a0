// The commands about minds and causes: what is remembered, who knows a thing, why it is so.
import type { Explained } from "@orrery/runtime";
import { withOrrery } from "./database.ts";
import { answer } from "./print.ts";
import { type Flags, WrongUse, wholeNumber } from "./words.ts";

export async function recall(run: string, flags: Flags): Promise<boolean> {
  const { as, query, about, branch, near } = flags;
  if (as === undefined) throw new WrongUse("recall needs --as ACTOR: memories are somebody's.");
  const k = wholeNumber(flags.k, "--k");
  const at = wholeNumber(flags.at, "--at");
  return withOrrery(flags, async (orrery) => {
    const cue = { as, query, about: about === undefined ? [] : [about], k, branch, at, near };
    const found = await orrery.recall(run, cue);
    answer(
      flags,
      found,
      () =>
        found.map(({ turn, text, why }) => `turn ${turn}: ${text}\n    ${why.join("; ")}`).join("\n\n") ||
        "Nothing that fits is remembered. Ask for something else, or for nothing in particular.",
    );
    return true;
  });
}

export async function knows([run, thing]: readonly string[], flags: Flags): Promise<boolean> {
  const { as, branch } = flags;
  const at = wholeNumber(flags.at, "--at");
  return withOrrery(flags, async (orrery) => {
    const found = await orrery.knows(run!, thing!, { as, branch, at });
    answer(flags, found, () => {
      const known = found.knowers.map(({ name, ways }) => {
        const each = ways.map(
          ({ turn, words, text }) => `  turn ${turn}: ${words}${text === null ? "" : `. ${oneLine(text)}`}`,
        );
        return `${name}\n${each.join("\n")}`;
      });
      const others = found.others.map(({ name }) => name).join(", ");
      return [
        `Of ${found.thing.name} (${found.thing.id}):`,
        ...(known.length === 0 ? ["Nobody knows of it."] : known),
        ...(others === "" || known.length === 0 ? [] : [`Who know nothing of it: ${others}.`]),
      ].join("\n");
    });
    return true;
  });
}

export async function whySo(run: string, of: string, flags: Flags): Promise<boolean> {
  const at = wholeNumber(flags.at, "--at");
  return withOrrery(flags, async (orrery) => {
    const because = await orrery.whySo(run, of, { branch: flags.branch, at });
    answer(flags, because, () => because.settings.map(({ words }) => words).join("\n"));
    return true;
  });
}

export async function why([run, turn]: readonly string[], flags: Flags): Promise<boolean> {
  return withOrrery(flags, async (orrery) => {
    const found = await orrery.why(run!, turn!, { branch: flags.branch });
    answer(flags, found, () => inWords(found));
    return true;
  });
}

/** Without the narration's length and the record's: what was done and what came of it, a line for each. */
function inWords({
  turn,
  rawText,
  actions,
  settled,
  god,
  changes,
  rolls,
  answers,
  names,
  narration,
}: Explained): string {
  const name = (id: unknown): string =>
    typeof id !== "string" ? JSON.stringify(id) : Object.hasOwn(names, id) ? names[id]! : id;
  const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type).join(", ");
  const value = (it: unknown) =>
    it === undefined ? "nothing" : oneLine(typeof it === "string" ? name(it) : JSON.stringify(it));
  const done = actions.map(({ action, success, reason, message, events }) => {
    const { actorId, type, targetId, locationId, metadata = {} } = action;
    const parts = [...[targetId, locationId].filter((id) => id !== undefined), ...Object.values(metadata)].map(name);
    const what = `${name(actorId)}: ${[type, ...parts].join(", ")}.`;
    if (success) return `${what} Done: ${types(events)}.`;
    return `${what} ${events.length > 0 ? `In vain (${reason}; ${types(events)})` : `Refused (${reason})`}: ${message}`;
  });
  const heard = answers.flatMap(({ actor, by, cause, reading }) => {
    const { problem = null } = (reading ?? {}) as { problem?: { reason: string; message: string } | null };
    return [
      ...(by === "fallback"
        ? [`Nobody answered for ${name(actor)}${cause ? ` (${cause})` : ""}: what was agreed on was done.`]
        : []),
      ...(problem ? [`Not understood (${problem.reason}): ${problem.message}`] : []),
    ];
  });
  return [
    rawText === "" ? `Turn ${turn}.` : `Turn ${turn}, at the words “${oneLine(rawText)}”.`,
    ...done,
    ...heard,
    ...rolls.map(
      ({ who, purpose, low, high, value }) => `Rolled ${value} of ${low} to ${high}, for “${purpose}” of ${name(who)}.`,
    ),
    ...(settled.length > 0 ? [`Then, by the world's own rules: ${types(settled)}.`] : []),
    ...(god.length > 0 ? [`By a god's hand: ${types(god)}.`] : []),
    ...changes.map(({ path, before, after }) => `${path.join(".")} became ${value(after)} (it was ${value(before)}).`),
    ...(narration === "" ? [] : [`Told as: ${oneLine(narration)}`]),
  ].join("\n");
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 160 ? line : `${line.slice(0, 160).toWellFormed()}…`;
};
