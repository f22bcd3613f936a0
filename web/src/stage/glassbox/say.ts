// What things of the station are called, and a deed in a line. Ids never reach a reader.
import { PLACES, SITES, TASK_KINDS } from "@orrery/worlds/glassbox/map";
import { capital, type Names } from "../../say.ts";
import type { Action } from "../../wire.ts";
import { t, type Word } from "../../words.ts";

/** Places, what stands in them, tasks and systems. */
export const STATION_NAMES: Names = new Map([
  ...PLACES.map(({ id, name }) => [id, name] as const),
  ...SITES.map(({ id, name }) => [id, name] as const),
  ...TASK_KINDS.map(({ id, name }) => [id, name] as const),
]);

/** What a deed is done to; "" for what needs nothing. */
export function objectOf({ targetId, locationId }: Action, names: Names): string {
  const id = targetId ?? locationId ?? "";
  if (id === "skip") return t("meetingSkip");
  const body = /^body_(.+)$/.exec(id);
  if (body) return t("doReportBody", { who: capital(names.get(body[1]!) ?? body[1]!) });
  const doors = /^doors_(.+)$/.exec(id);
  if (doors) return t("doShutDoors", { room: names.get(doors[1]!) ?? doors[1]! });
  return capital(names.get(id) ?? id);
}

const DEEDS: Readonly<Record<string, Word>> = {
  move: "didMove",
  wait: "didWait",
  interact: "didInteract",
  kill: "didKill",
  sabotage: "didSabotage",
  fake_task: "didFake",
  configure_triggers: "didConfigure",
  vote: "didVote",
  reflect: "didReflect",
};

/** A deed in a line of the timeline. */
export function deedInWords(action: Action): string {
  const who = capital(action.actorId);
  const what = objectOf(action, STATION_NAMES);
  if (action.type === "speak") {
    const text = String(action.metadata?.["text"] ?? "");
    return text === "" ? t("didSayNothing", { who }) : t("didSay", { who, text });
  }
  const deed = DEEDS[action.type];
  return deed ? t(deed, { who, what }) : [who, action.type, what].join(" ");
}
