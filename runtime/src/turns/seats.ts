// Seats: tokens that make a browser one actor of one run on chosen branches, and ids that say nothing about how many turns others had.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type SeatRow, type Store, StoreFault } from "@orrery/store";
import { Fault } from "../fault.ts";
import { type Outside, sha256 } from "../ids.ts";

const SETTING = "seat_key";
const LABEL_MAX = 200;
const BRANCHES_MAX = 100;

/** What the owner may say of a seat. Absent: as it was. */
export interface SeatTerms {
  /** Branches that it may open; the first is the one that it is shown unasked. At least one. */
  readonly branches?: readonly string[] | undefined;
  /** Its holder, in the owner's words. */
  readonly label?: string | undefined;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt?: number | null | undefined;
}

/** A place in a run as one seat's id tells it, to us alone. */
interface SeatPlace {
  /** Depth on the line. */
  readonly turn: number;
  /** How many turns the seat had noticed by then. */
  readonly count: number;
}

/** What a signature is for. `token`: a seat. */
type TokenKind = "token" | "lobby";

export class Seats {
  readonly #key: Buffer;
  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** With the installation's own key, made at the first use. Store fault `corrupt` for a key that is damaged. */
  static async open(store: Store, { bytes }: Outside): Promise<Seats> {
    const known = await store.setting(SETTING);
    // Keys of older files have no sum yet.
    if (known !== null && !KEY.test(known)) return new Seats(keyFrom(known));
    const kept = withSum(known ?? bytes(32));
    await store.setSetting(SETTING, kept).catch((error: unknown) => {
      // Where nothing can be written nobody is invited either.
      if (!(error instanceof StoreFault && error.code === "read_only")) throw error;
    });
    return new Seats(keyFrom(kept));
  }

  /** `run.id.signature`, each part safe in a URL. Of a seat, or of a lobby: neither opens what the other does. */
  token({ run, id }: Pick<SeatRow, "run" | "id">, kind: TokenKind = "token"): string {
    return `${run}.${id}.${this.#sign(kind, `${run}.${id}`)}`;
  }

  /** Which seat or lobby a token is for; null when it is none of ours. Whether that still stands is in its row. */
  read(token: string, kind: TokenKind = "token"): { run: string; id: string } | null {
    const [run, id, signature, more] = token.split(".");
    if (!run || !id || !signature || more !== undefined) return null;
    const wanted = Buffer.from(this.#sign(kind, `${run}.${id}`));
    const given = Buffer.from(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? { run, id } : null;
  }

  /** A turn's id as one seat is given it: one cipher block under the seat's own key. */
  hide(run: string, actor: string, id: string, { turn, count }: SeatPlace): string {
    const block = Buffer.alloc(16);
    block.writeUInt32BE(turn, 0);
    block.writeUInt32BE(count, 4);
    createHmac("sha256", this.#key).update(`${run}\n${actor}\n${id}`).digest().copy(block, 8, 0, 8);
    const cipher = createCipheriv("aes-256-ecb", this.#seatKey(run, actor), null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]).toString("base64url");
  }

  /** The place behind a seat's id; null when it is none of this seat. `idAt` tells the id of the turn at a depth. */
  async find(
    run: string,
    actor: string,
    hidden: string,
    idAt: (turn: number) => Promise<string | null>,
  ): Promise<SeatPlace | null> {
    const bytes = Buffer.from(hidden, "base64url");
    if (bytes.length !== 16) return null;
    const decipher = createDecipheriv("aes-256-ecb", this.#seatKey(run, actor), null).setAutoPadding(false);
    const block = Buffer.concat([decipher.update(bytes), decipher.final()]);
    const place = { turn: block.readUInt32BE(0), count: block.readUInt32BE(4) };
    const id = await idAt(place.turn);
    return id !== null && this.hide(run, actor, id, place) === hidden ? place : null;
  }

  #seatKey(run: string, actor: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.#key, run, `seat ${actor}`, 32));
  }
  #sign(kind: TokenKind, text: string): string {
    return createHmac("sha256", this.#key).update(`${kind} ${text}`).digest("base64url");
  }
}

const KEY = /^[0-9a-f]{64}$/;
const withSum = (key: string): string => `${key}.${sha256(key).slice(0, 16)}`;

/** A damaged key would void every seat, or sign with fewer bits than it should. */
function keyFrom(kept: string): Buffer {
  const key = kept.slice(0, 64);
  if (!KEY.test(key) || withSum(key) !== kept)
    throw new StoreFault(
      "corrupt",
      "The key that seats are signed with is damaged. Restore a backup of the database; runs can be exported from this one.",
    );
  return Buffer.from(key, "hex");
}

/** What is wrong with the seat's key as it is stored; null when nothing is, or there is none yet. */
export async function seatKeyProblem(store: Store): Promise<string | null> {
  const kept = await store.setting(SETTING);
  try {
    if (kept !== null && !KEY.test(kept)) keyFrom(kept);
    return null;
  } catch (error) {
    if (error instanceof StoreFault) return error.message;
    throw error;
  }
}

/** A seat under new terms. Faults `bad_name`, `unknown_branch`. */
export async function withTerms(store: Store, seat: SeatRow, terms: SeatTerms): Promise<SeatRow> {
  const { branches = seat.branches, label = seat.label, expiresAt = seat.expiresAt } = terms;
  if (label.length > LABEL_MAX) throw new Fault("bad_name", `A seat's label may have ${LABEL_MAX} characters.`);
  if (branches.length === 0 || branches.length > BRANCHES_MAX || new Set(branches).size < branches.length)
    throw new Fault("bad_name", `A seat opens 1 to ${BRANCHES_MAX} branches, each named once. Revoke it to close it.`);
  const known = (await store.branches(seat.run)).map(({ name }) => name);
  const unknown = branches.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Fault("unknown_branch", `This run has no branch "${unknown}". It has: ${known.join(", ")}.`);
  return { ...seat, branches: [...branches], label, expiresAt };
}

/** Fault `seat_over` once a seat was revoked, or its time is over. */
export function requireStanding({ revokedAt, expiresAt }: Pick<SeatRow, "revokedAt" | "expiresAt">, now: number): void {
  if (revokedAt !== null)
    throw new Fault("seat_over", "This invitation was withdrawn. Ask the owner of the run for a new one.");
  if (expiresAt !== null && expiresAt <= now)
    throw new Fault("seat_over", "This invitation has expired. Ask the owner of the run for a new one.");
}
