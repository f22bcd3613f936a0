// Who plays which seat, as people write it: `x=model:clever,*=bot:random`. One grammar for the command line and the server.
import type { AnyWorld } from "@orrery/kernel";
import { nearest } from "@orrery/models/config";
import { Fault } from "../fault.ts";

export type SeatPlayer =
  | { readonly kind: "person" }
  | { readonly kind: "bot"; readonly name: string }
  /** A registered program. */
  | { readonly kind: "agent"; readonly name: string }
  /** `name` null: whichever model the configuration gives the role of a player. */
  | { readonly kind: "model"; readonly name: string | null };

/** By actor; `*` is everybody else. Who is in neither is a person. */
export type Lineup = ReadonlyMap<string, SeatPlayer>;

const KINDS = ["person", "bot", "model", "agent"] as const;
const FORM = "Write for instance x=model:clever,*=bot:random.";

/** Fault `bad_agents`, with the part that is wrong and what would mend it. */
export function parseLineup(text: string): Lineup {
  const lineup = new Map<string, SeatPlayer>();
  for (const part of text.split(",")) {
    const entry = part.trim();
    if (entry === "") throw bad(`A seat is missing in "${text}". ${FORM}`);
    const at = entry.indexOf("=");
    if (at < 1) throw bad(`"${entry}" names no seat. ${FORM}`);
    const seat = entry.slice(0, at).trim();
    if (lineup.has(seat)) throw bad(`The seat "${seat}" is there twice.`);
    lineup.set(seat, parsePlayer(entry.slice(at + 1).trim(), entry));
  }
  return lineup;
}

/** What stands behind the `=`; `entry` is how the whole is quoted where it is wrong. Fault `bad_agents`. */
export function parsePlayer(text: string, entry: string): SeatPlayer {
  const [kind, ...rest] = text.split(":");
  const name = rest.join(":");
  if (kind === "person" && rest.length === 0) return { kind };
  if (kind === "bot" && name !== "") return { kind, name };
  if (kind === "agent" && name !== "") return { kind, name };
  if (kind === "model") return { kind, name: name === "" ? null : name };
  if (kind === "person") throw bad(`"${entry}": a person has no name here. Write ${entry.split(":")[0]}.`);
  if (kind === "bot") throw bad(`"${entry}": which bot? Write for instance ${entry.replace(/:?$/, ":random")}.`);
  if (kind === "agent") throw bad(`"${entry}": which agent? Write for instance ${entry.replace(/:?$/, ":NAME")}.`);
  const near = nearest(kind ?? "", KINDS);
  throw bad(
    `"${entry}": a seat is played by a person, a bot:NAME, a model:NAME or an agent:NAME${near ? `; did you mean "${near}"?` : "."}`,
  );
}

export const playerFor = (lineup: Lineup, actor: string): SeatPlayer =>
  lineup.get(actor) ?? lineup.get("*") ?? { kind: "person" };

/** Which entry of the lineup an actor plays by: those of one entry are a team, and share its budget. */
export const teamOf = (lineup: Lineup, actor: string): string => (lineup.has(actor) ? actor : "*");

/** The lineup in which a world's own staff, such as a game master, plays and people have every other seat; null where it has no staff. */
export const staffLineup = ({ company }: AnyWorld): string | null =>
  company?.staff ? [...company.staff.map((id) => `${id}=bot:${company.bot}`), "*=person"].join(",") : null;

/** Fault `bad_agents` when a seat is named that nobody has. */
export function requireSeats(lineup: Lineup, actors: readonly string[]): void {
  for (const seat of lineup.keys())
    if (seat !== "*" && !actors.includes(seat)) {
      const near = nearest(seat, actors);
      throw bad(
        `Nobody is called "${seat}" here${near ? `; did you mean "${near}"?` : "."} The seats are: ${actors.join(", ")}.`,
      );
    }
}

/** Fault `bad_agents` when there is none of that name. */
export function findByName<T>(kind: string, all: Readonly<Record<string, T>>, name: string): T {
  if (Object.hasOwn(all, name)) return all[name]!;
  const names = Object.keys(all);
  const near = nearest(name, names);
  throw bad(
    `No ${kind} is called "${name}"${near ? `; did you mean "${near}"?` : "."} There are: ${names.join(", ") || "none"}.`,
  );
}

const bad = (message: string): Fault => new Fault("bad_agents", message);
