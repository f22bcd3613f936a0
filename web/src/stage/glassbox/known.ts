// Whether one player can know of what a turn brought: its own answer, what all are told, and what it saw. Pure; for the owner who looks through its eyes.
import type { GlassEvent } from "@orrery/worlds/glassbox";
import type { Line } from "../../shapes.ts";

/** What nobody but its doer and its witnesses knows of. */
const isSecret = (event: GlassEvent, eyes: string): boolean => {
  switch (event.type) {
    case "killed":
      return event.by !== eyes && event.who !== eyes && !event.witnesses.includes(eyes);
    case "vented":
      return event.who !== eyes && !event.witnesses.includes(eyes);
    // Everybody notices the sabotage, but not the saboteur.
    case "sabotaged":
    case "doors_closed":
      return event.by !== eyes;
    default:
      return false;
  }
};
const PUBLIC: ReadonlySet<GlassEvent["type"]> = new Set([
  "started",
  "meeting_called",
  "spoke",
  "tallied",
  "resumed",
  "ended",
  "closed",
  "left",
]);

export function knows({ events, actions }: Line, eyes: string): boolean {
  const happened = events as unknown as readonly GlassEvent[];
  if (happened.some((event) => isSecret(event, eyes))) return false;
  return happened.some(({ type }) => PUBLIC.has(type)) || actions.every(({ actorId }) => actorId === eyes);
}
