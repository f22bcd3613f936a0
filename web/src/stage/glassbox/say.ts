// What things of the station are called, and a deed in a line. Ids never reach a reader.
import { endedHow, type GlassEvent } from "@orrery/worlds/glassbox";
import { SABOTAGES } from "@orrery/worlds/glassbox/sabotages";
import { STATION_NAMES as SHIPPED_STATIONS, type Station, stationOf } from "@orrery/worlds/glassbox/station";
import { useMemo } from "react";
import { capital, joinNames, type Names } from "../../say.ts";
import type { Action, Line } from "../../shapes.ts";
import { t, type Word } from "../../words.ts";
import { type StationScene, secondsOf } from "./scene.ts";

/** "1:08": minutes and seconds of the game's own clock. */
export function clock(tick: number): string {
  const seconds = Math.floor(secondsOf(tick));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Places, what stands in them, and tasks. */
const namesOn = ({ places, sites, tasks }: Station): Names =>
  new Map([...places, ...sites, ...tasks].map(({ id, name }) => [id, name]));
/** Of all shipped stations, for lines that do not say where they happened: no id means two things. */
const STATION_NAMES: Names = joinNames(...SHIPPED_STATIONS.map((station) => namesOn(stationOf({ station }))));

/** What everything in a scene is called: the things of its station, and the players. */
export const useNames = ({ settings }: StationScene, names: Names): Names =>
  useMemo(() => joinNames(namesOn(stationOf(settings)), names), [settings, names]);

/** What a deed is done to; "" for what needs nothing. */
export function objectOf({ targetId, locationId }: Action, names: Names): string {
  const id = targetId ?? locationId ?? "";
  if (id === "skip") return t("meetingSkip");
  const body = /^body_(.+)$/.exec(id);
  if (body) return t("doReportBody", { who: capital(names.get(body[1]!) ?? body[1]!) });
  const vent = /^vent_(.+)$/.exec(id);
  if (vent) return t("doVent", { room: names.get(vent[1]!) ?? vent[1]! });
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
  const deed = action.type === "move" && action.targetId !== undefined ? "didFollow" : DEEDS[action.type];
  return deed ? t(deed, { who, what }) : [who, action.type, what].join(" ");
}

/** A turn's outcome in full, as no player is told it: killers and victims, ejections, winners. */
export function headline({ events }: Line): string {
  return (events as readonly GlassEvent[]).flatMap((event) => sentenceOf(event) ?? []).join(" ");
}

function sentenceOf(event: GlassEvent): string | null {
  switch (event.type) {
    case "killed": {
      const { by, who, place } = event;
      const where = STATION_NAMES.get(place) ?? place;
      return by === null
        ? t("newsDies", { victim: capital(who), place: where })
        : t("newsKill", { who: capital(by), victim: capital(who), place: where });
    }
    case "vented":
      return event.how === "entered"
        ? t("newsVent", { who: capital(event.who), place: STATION_NAMES.get(event.spot.place) ?? event.spot.place })
        : null;
    case "sabotaged":
      return t("newsSabotage", { who: capital(event.by), deed: SABOTAGES[event.sabotage.system].deed });
    case "meeting_called":
      return calledInWords(event);
    case "tallied":
      return `${verdictInWords(event)}.`;
    case "ended":
      return `${endedHow(event)}.`;
    default:
      return null;
  }
}

export function calledInWords({ by, body }: { by: string; body: string | null }, names: Names = STATION_NAMES): string {
  const who = capital(names.get(by) ?? by);
  return body === null
    ? t("meetingButton", { who })
    : t("meetingReport", { who, body: capital(names.get(body) ?? body) });
}

/** How a vote came out: who had to go, and what they were where that was said. */
export function verdictInWords(
  { ejected, wasImpostor }: { ejected: string | null; wasImpostor: boolean | null },
  names: Names = STATION_NAMES,
): string {
  if (ejected === null) return capital(t("meetingNobody"));
  const who = capital(names.get(ejected) ?? ejected);
  return wasImpostor === null
    ? t("meetingEjected", { who })
    : t(wasImpostor ? "meetingEjectedImpostor" : "meetingEjectedCrew", { who });
}
