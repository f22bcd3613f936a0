// Turns as server-sent events. All who follow the same branch with the same eyes share one source and one buffer per event.
import type { ServerResponse } from "node:http";
import { Fault, type Orrery, StoreFault, type StreamEvent } from "@orrery/runtime";
import { closing } from "./problems.ts";

export interface StreamKey {
  readonly run: string;
  readonly branch: string;
  readonly as: string | undefined;
}
export interface StreamOptions {
  /** A comment this often tells both ends that the other is there. */
  readonly heartbeatMs: number;
  /** Bytes that may wait for one client before it is dropped; it resumes by its last id. */
  readonly bufferMax: number;
  /** Newest events of a channel that a returning client is served from memory. */
  readonly keep: number;
  readonly onBug: (error: unknown) => void;
  /** Events, without ids, for a client that begins to follow. */
  readonly greet?: (key: StreamKey) => readonly (readonly [event: string, data: unknown])[];
}
/** A seat that follows. It is asked from time to time whether it still may. */
export interface StreamSeat {
  readonly seat: string;
  readonly isStanding: () => Promise<boolean>;
}
export interface Streams {
  /** Rejects, nothing written, when there is no such run, branch or actor, and once closed. Resolves when the client is served. */
  follow(
    key: StreamKey,
    after: string | undefined,
    response: ServerResponse,
    headers: Record<string, string>,
    holder?: StreamSeat | null,
  ): Promise<void>;
  /** Looks again at all who follow by this seat, and drops those who may no longer. */
  endSeat(seat: string): Promise<void>;
  /** How many streams a seat holds open. */
  held(seat: string): number;
  /** Says something beside the turns to all who follow there now. It has no id, and is not said again to who comes later. */
  tell(key: StreamKey, event: string, data: unknown): void;
  /** Whether anybody follows there now. */
  has(key: StreamKey): boolean;
  /** How many clients and sources there are. */
  count(): { clients: number; channels: number };
  close(): void;
}

interface Sent {
  readonly id: string;
  readonly frame: Buffer;
}
/** One source. `recent` holds what came since `base`, in order, so that joining at a known id leaves no gap. */
interface Channel {
  readonly name: string;
  /** Those who hear what is told once and kept nowhere. */
  readonly listeners: Set<ServerResponse>;
  readonly clients: Set<ServerResponse>;
  readonly stop: AbortController;
  readonly recent: Sent[];
  base: string;
  /** How many came before those in `recent`. */
  dropped: number;
  ready: Promise<void>;
  /** Those who opened it and have not left; clients are those of them who have caught up. */
  users: number;
}

const BEAT = Buffer.from(":\n\n");
const HELLO = "retry: 1000\n:\n\n";
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

export function openStreams(orrery: Orrery, options: StreamOptions): Streams {
  const { heartbeatMs, bufferMax, keep, onBug } = options;
  const channels = new Map<string, Channel>();
  const everyone = new Set<ServerResponse>();
  const holders = new Map<ServerResponse, StreamSeat>();
  let closed = false;
  const beat = setInterval(() => {
    for (const response of everyone) write(response, BEAT);
    void dropOver(() => true).catch(onBug);
  }, heartbeatMs);
  beat.unref();

  async function dropOver(which: (holder: StreamSeat) => boolean): Promise<void> {
    for (const [response, holder] of [...holders])
      if (which(holder) && !(await holder.isStanding())) response.destroy();
  }

  function write(response: ServerResponse, frame: Buffer | string): void {
    if (isOver(response)) return;
    response.write(frame);
    if (response.writableLength > bufferMax) response.destroy();
  }

  /** Finds or opens the source, and holds it until `leave`. */
  function take(key: StreamKey): Channel {
    const name = nameOf(key);
    let channel = channels.get(name);
    if (!channel) {
      channel = newChannel(name);
      channel.ready = open(channel, key);
      channels.set(name, channel);
    }
    channel.users++;
    return channel;
  }

  function leave(channel: Channel): void {
    if (--channel.users === 0) stop(channel);
  }

  function stop(channel: Channel): void {
    channel.stop.abort();
    if (channels.get(channel.name) === channel) channels.delete(channel.name);
  }

  /** The source begins where the branch stood when it was looked at, so nothing falls between looking and following. */
  async function open(channel: Channel, key: StreamKey): Promise<void> {
    const { head } = await orrery.show(key.run, { branch: key.branch, as: key.as });
    channel.base = head.id;
    void pump(channel, orrery.follow(key.run, { ...key, after: head.id, signal: channel.stop.signal }));
  }

  async function pump(channel: Channel, source: AsyncIterable<StreamEvent>): Promise<void> {
    try {
      for await (const event of source) {
        const sent = { id: event.id, frame: frameOf(event) };
        channel.recent.push(sent);
        if (channel.recent.length > keep) {
          channel.base = channel.recent.shift()!.id;
          channel.dropped++;
        }
        for (const response of channel.clients) write(response, sent.frame);
      }
    } catch (error) {
      if (!channel.stop.signal.aborted) onBug(error);
    }
    stop(channel);
    for (const response of channel.clients) response.destroy();
  }

  return {
    async follow(key, after, response, headers, holder = null) {
      if (isOver(response)) return;
      const channel = take(key);
      response.once("close", () => {
        everyone.delete(response);
        holders.delete(response);
        channel.listeners.delete(response);
        channel.clients.delete(response);
        leave(channel);
      });
      // Counted from here on, so that many at once do not pass the limit.
      if (holder) holders.set(response, holder);
      await channel.ready;
      if (closed) throw closing();
      if (isOver(response)) return;
      // Without chunks the body ends with the connection, and a prepared buffer goes out in one write instead of three.
      response.removeHeader("transfer-encoding");
      response.writeHead(200, { ...headers, ...HEADERS });
      response.write(HELLO);
      everyone.add(response);
      // From here on, and not only once it has caught up: nobody tells it again.
      channel.listeners.add(response);
      for (const [event, data] of options.greet?.(key) ?? []) response.write(plainFrame(event, data));
      try {
        await catchUp(orrery, key, after, channel, response);
      } catch (error) {
        endWithProblem(response, error, onBug);
      }
    },
    tell(key, event, data) {
      const channel = channels.get(nameOf(key));
      if (!channel) return;
      const frame = plainFrame(event, data);
      for (const response of channel.listeners) write(response, frame);
    },
    held: (seat) => [...holders.values()].filter((holder) => holder.seat === seat).length,
    endSeat: (seat) => dropOver((holder) => holder.seat === seat),
    has: (key) => (channels.get(nameOf(key))?.listeners.size ?? 0) > 0,
    count: () => ({ clients: everyone.size, channels: channels.size }),
    close() {
      closed = true;
      clearInterval(beat);
      // Who has not read what it was sent goes on from there by its last id; it is not waited for.
      for (const response of everyone) response.writableNeedDrain ? response.destroy() : response.end();
      for (const channel of channels.values()) channel.stop.abort();
    },
  };
}

const newChannel = (name: string): Channel => ({
  name,
  users: 0,
  listeners: new Set(),
  clients: new Set(),
  stop: new AbortController(),
  recent: [],
  base: "",
  dropped: 0,
  ready: Promise.resolve(),
});

/** Where in all that a channel ever sent an id's successor stands; null when it no longer (or not yet) knows that id. */
function placeAfter(channel: Channel, id: string): number | null {
  const at = channel.recent.findLastIndex((sent) => sent.id === id);
  return at >= 0 ? channel.dropped + at + 1 : channel.base === id ? channel.dropped : null;
}

/** Sends what was missed, at the client's own pace, and joins in the moment in which nothing is missing. */
async function catchUp(
  orrery: Orrery,
  key: StreamKey,
  after: string | undefined,
  channel: Channel,
  response: ServerResponse,
) {
  let last = after;
  let next = last === undefined ? channel.dropped + channel.recent.length : placeAfter(channel, last);
  for (;;) {
    if (next === null || next < channel.dropped) {
      last = await replay(orrery, key, last!, channel, response);
      next = last === undefined ? null : placeAfter(channel, last);
      if (next === null) return;
    }
    const sent = channel.recent[next - channel.dropped];
    if (!sent) return void channel.clients.add(response);
    last = sent.id;
    next++;
    if (!response.write(sent.frame)) await whenDrained(response);
    if (isOver(response)) return;
  }
}

/** Older turns come from the history, until it meets what the channel remembers: the id where it did. */
async function replay(orrery: Orrery, key: StreamKey, after: string, channel: Channel, response: ServerResponse) {
  const stop = new AbortController();
  const end = () => stop.abort();
  response.once("close", end);
  try {
    for await (const event of orrery.follow(key.run, { ...key, after, signal: stop.signal })) {
      if (isOver(response)) return undefined;
      if (!response.write(frameOf(event))) await whenDrained(response);
      if (isOver(response)) return undefined;
      if (placeAfter(channel, event.id) !== null) return event.id;
    }
    return undefined;
  } finally {
    response.off("close", end);
    stop.abort();
  }
}

/** An event as its bytes on the wire; a rollback carries the head that the branch now has. */
function frameOf(event: StreamEvent): Buffer {
  const data = event.type === "turn" ? event.line : { head: event.head };
  return Buffer.from(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** The headers are out: what is wrong can only be said in the stream itself. */
function endWithProblem(response: ServerResponse, error: unknown, onBug: (error: unknown) => void): void {
  const known = error instanceof Fault || error instanceof StoreFault;
  if (!known) onBug(error);
  const detail = known ? error.message : "The stream broke. Load the page again.";
  response.end(plainFrame("problem", { detail }));
}

const plainFrame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const nameOf = ({ run, branch, as }: StreamKey): string => JSON.stringify([run, branch, as ?? null]);

const isOver = ({ writableEnded, destroyed }: ServerResponse): boolean => writableEnded || destroyed;

const whenDrained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
