// Seats: tokens that make a browser one actor of one run, and ids that say nothing about how many turns others had.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Store } from "@orrery/store";
import type { Outside } from "./ids.ts";

const SETTING = "seat_key";

/** A place in a run as one seat's id tells it, to us alone. */
export interface SeatPlace {
  /** Depth on the line. */
  readonly turn: number;
  /** How many turns the seat had noticed by then. */
  readonly count: number;
}

export class Seats {
  readonly #key: Buffer;
  private constructor(key: Buffer) {
    this.#key = key;
  }

  /** With the installation's own key, made at the first use. */
  static async open(store: Store, { bytes }: Outside): Promise<Seats> {
    const known = await store.setting(SETTING);
    if (known) return new Seats(Buffer.from(known, "hex"));
    await store.setSetting(SETTING, bytes(32));
    return new Seats(Buffer.from((await store.setting(SETTING))!, "hex"));
  }

  /** `run.actor.signature`, each part safe in a URL. */
  token(run: string, actor: string): string {
    const name = Buffer.from(actor).toString("base64url");
    return `${run}.${name}.${this.#sign(`${run}.${name}`)}`;
  }

  /** Whose token it is; null when it is none of ours. */
  read(token: string): { run: string; actor: string } | null {
    const [run, name, signature, more] = token.split(".");
    if (!run || !name || !signature || more !== undefined) return null;
    const wanted = Buffer.from(this.#sign(`${run}.${name}`));
    const given = Buffer.from(signature);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    return { run, actor: Buffer.from(name, "base64url").toString() };
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
  #sign(text: string): string {
    return createHmac("sha256", this.#key).update(`token ${text}`).digest("base64url");
  }
}
