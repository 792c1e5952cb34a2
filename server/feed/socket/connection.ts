import type { Socket } from 'node:net';
import type { ErrorMessage } from '@bourse/contract/socket';
import type { Language } from '@bourse/contract/texts';
import type { WebSocket } from 'ws';
import type { Session } from '../../gateway/index.ts';
import type { Audience, Listener } from './audience.ts';
import type { Backlog } from './backlog.ts';
import type { Channel } from './channel.ts';
import { type Frame, frameOf, pongFrame, textFrame } from './frame.ts';
import { readInPieces } from './read-in-pieces.ts';

export type SocketError = ErrorMessage['error'];

/** How much one client may ask of the server. */
export interface ConnectionLimits {
  readonly subscriptions: number;
  /**
   * Bytes that may wait for a reader before it is dropped; each message counts `frameBytes` more, which is what keeping
   * it takes.
   */
  readonly bufferedBytes: number;
  /** Calls of the client that may wait for their answer. */
  readonly callsInFlight: number;
  /** Messages of the client within a second. */
  readonly messagesPerSecond: number;
  /** Of these so many may be pings and pongs of the protocol, which no program sends but now and then. */
  readonly signsPerSecond: number;
}

export interface ConnectionParts {
  /** Hears the client, and says goodbye to it. */
  readonly socket: WebSocket;
  /** The same connection without the protocol: what is told is framed already, and goes out in one write. */
  readonly line: Socket;
  readonly address: string;
  readonly language: Language;
  readonly limits: ConnectionLimits;
  readonly nowMs: number;
  /** Takes part in deciding how much may wait for all clients together. */
  readonly backlog: Backlog;
  /** Asks to be flushed when everything that is under way now has been said. */
  readonly flushSoon: (connection: Connection) => void;
}

const dropGraceMs = 3_000;
/** Long enough for a client to read why it was dropped. */
const floodGraceMs = 500;
/**
 * Close codes of RFC 6455 and its registry: going away, a client that breaks the rules, and one that is to come back.
 */
const goingAway = 1001;
const policyViolation = 1008;
const tryAgainLater = 1013;

/** Logins of one client that may wait for a session to be looked up. */
const maxLogins = 8;

/** Whoever is closed and sends more than this instead of his farewell has not heard of it, and floods. */
const farewellBytes = 16_384;

/** What a short message takes in memory beyond its bytes while it waits. */
const frameBytes = 256;

/** Known up to here is nothing: what a reader gets next is where the channel stands. */
const nothing = -1;

/**
 * One client of the socket: what it listens to, who it is, and whether it keeps up. What it is sent in one turn leaves
 * in one write. While bytes of the last write wait for it, it is spared the updates of channels whose newest state says
 * all; when they have gone, it gets that state, once for each.
 */
export class Connection implements Listener {
  readonly language: Language;
  readonly subscriptions = new Map<string, Channel>();
  readonly address: string;
  session: Session | null = null;
  callsInFlight = 0;
  heardAtMs: number;
  audience: Audience | null = null;
  toldTick = 0;
  readonly #socket: WebSocket;
  readonly #line: Socket;
  readonly #limits: ConnectionLimits;
  readonly #backlog: Backlog;
  readonly #flushSoon: (connection: Connection) => void;
  /** What it is to be sent at the end of this turn. */
  #waiting: Frame[] = [];
  #waitingBytes = 0;
  /** The channels of which it was spared updates, and up to where it knows them. */
  readonly #missed = new Map<Channel, number>();
  /** Of messages that replace each other, those that wait for a free line, by key. */
  #newest: Map<string, Frame> | null = null;
  /** Whether there is any, where every tick can see it at a glance. */
  #isBehind = false;
  #dropped = false;
  #flooded = false;
  #readSinceDrop = 0;
  #second = 0;
  #messages = 0;
  #logins: Promise<void> = Promise.resolve();
  #loginsWaiting = 0;
  #signs = 0;
  #pongsAwaited = 0;
  /** What the last ping held that is not answered yet; pings before it are answered with it (RFC 6455, 5.5.3). */
  #pinged: Buffer | null = null;

  constructor({ socket, line, address, language, limits, nowMs, backlog, flushSoon }: ConnectionParts) {
    this.#socket = socket;
    this.#line = line;
    this.address = address;
    this.language = language;
    this.#limits = limits;
    this.#backlog = backlog;
    this.#flushSoon = flushSoon;
    this.heardAtMs = nowMs;
  }

  /** Whether the server closed it. */
  get wasDropped(): boolean {
    return this.#dropped;
  }

  get isOpen(): boolean {
    return !this.#dropped && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Bytes that wait in this process until the client has read what was sent before. */
  get bytesWaiting(): number {
    return this.#line.writableLength + this.#waitingBytes;
  }

  /** Whether it was spared updates. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  get isWaiting(): boolean {
    return this.#isBehind || this.#waitingBytes > 0 || this.#newest !== null;
  }

  /**
   * Sends what must not be left out, or drops a reader for whom too much is waiting already: memory is never spent on
   * the slow.
   */
  send(frame: Frame): void {
    if (!this.isOpen) return;
    // What one turn has to say may be long; whether it waits shows when it has been tried.
    if (this.bytesWaiting > this.#limits.bufferedBytes) this.flush();
    if (this.bytesWaiting > this.#limits.bufferedBytes) {
      this.drop('slow_reader');
      return;
    }
    const bytes = frame.length + frameBytes;
    if (this.#waiting.push(frame) === 1) this.#flushSoon(this);
    this.#waitingBytes += bytes;
    // What has a free line leaves with this turn.
    if (this.#line.writableLength > 0) this.#backlog.note(this, bytes);
  }

  sendText(text: string): void {
    this.send(textFrame(text));
  }

  /**
   * Sends a message that replaces the one before it with the same key: while the line is busy only the newest waits.
   */
  sendNewest(key: string, frame: Frame): void {
    if (!this.isOpen) return;
    if (this.#line.writableLength === 0 && this.#newest === null) {
      this.send(frame);
      return;
    }
    this.#newest ??= new Map();
    this.#newest.set(key, frame);
  }

  refuse(error: SocketError, params?: string): void {
    this.send(frameOf(params === undefined ? { type: 'error', error } : { type: 'error', error, params }));
  }

  /**
   * Writes what has been sent since the last time, if the line has taken all before it; otherwise it waits until a tick
   * finds the line free.
   */
  flush(): void {
    const pinged = this.#pinged;
    this.#pinged = null;
    if (pinged !== null) this.send(pongFrame(pinged));
    if (this.#line.writableLength === 0) this.#write();
  }

  #write(): void {
    const frames = this.#waiting;
    const bytes = this.#waitingBytes;
    const [first] = frames;
    if (first === undefined) return;
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (!this.isOpen) return;
    if (frames.length === 1) this.#line.write(first);
    else {
      this.#line.cork();
      for (const frame of frames) this.#line.write(frame);
      this.#line.uncork();
    }
    if (this.#line.writableLength > 0) this.#backlog.note(this, bytes);
  }

  /**
   * Tells where a channel stands, or what was missed since a sequence of it: `atOnce`, or with a tick at which the line
   * is free.
   */
  greet(channel: Channel, since: number | null, atOnce: boolean): void {
    if (!atOnce || this.#line.writableLength > 0 || !this.#hasRoom) {
      this.#miss(channel, since ?? nothing);
      return;
    }
    this.forget(channel);
    this.send((since === null ? null : channel.since(since)) ?? channel.greeting);
  }

  tell(bytes: Frame, channels: readonly Channel[]): void {
    if (!this.isOpen) return;
    if (this.#isBehind || this.#line.writableLength > 0) {
      this.#spare(channels);
      return;
    }
    if (this.#waitingBytes > 0) {
      this.send(bytes);
      this.flush();
      return;
    }
    this.#line.write(bytes);
    if (this.#line.writableLength > 0) this.#backlog.note(this, bytes.length);
  }

  catchUp(): void {
    if (this.#line.writableLength > 0 || !this.isOpen) return;
    const newest = this.#newest;
    this.#newest = null;
    for (const frame of newest?.values() ?? []) this.send(frame);
    for (const [channel, since] of this.#missed) {
      // The rest comes with the next tick, if the line is free again by then.
      if (!this.#hasRoom) break;
      this.forget(channel);
      this.send(channel.since(since) ?? channel.greeting);
    }
    this.flush();
  }

  /** What a channel told meanwhile is of no use any more. */
  forget(channel: Channel): void {
    this.#missed.delete(channel);
    this.#isBehind = this.#missed.size > 0;
  }

  #miss(channel: Channel, known: number): void {
    this.#missed.set(channel, known);
    this.#isBehind = true;
  }

  /** Counts a message of the client; false when it was one too many and the client is dropped. */
  hear(nowMs: number): boolean {
    this.#begin(nowMs);
    this.#messages += 1;
    if (this.#messages <= this.#limits.messagesPerSecond) return true;
    this.drop('too_many_messages');
    return false;
  }

  /**
   * Runs a login: one begins when the one before is answered, so that the last one asked for is the one that holds.
   * Whoever lets many wait is to come back later.
   */
  logIn(run: () => Promise<void>): void {
    if (this.#loginsWaiting >= maxLogins) {
      this.sendAway();
      return;
    }
    this.#loginsWaiting += 1;
    this.#logins = this.#logins.then(run).finally(() => {
      this.#loginsWaiting -= 1;
    });
  }

  /** Counts and answers the signs of life of the protocol, and reads nothing more of a flood. */
  listen(now: () => number): void {
    readInPieces(this.#line, (bytes) => this.#mayRead(bytes));
    this.#socket.on('ping', (data) => {
      if (!this.isOpen || !this.#hearSign(now())) return;
      // It is answered at the end of this turn; of all that come by then, the last.
      if (this.#pinged === null) this.#flushSoon(this);
      this.#pinged = data;
    });
    this.#socket.on('pong', () => {
      if (!this.isOpen) return;
      // Of those that were asked for many may come at once, from somebody who has not read for a while.
      if (this.#pongsAwaited === 0) this.#hearSign(now());
      else this.#pongsAwaited -= 1;
      this.#begin(now());
    });
  }

  /** Counts a ping, or a pong that nobody has asked for, as `hear` does a message. */
  #hearSign(nowMs: number): boolean {
    this.#begin(nowMs);
    this.#signs += 1;
    if (this.#signs <= this.#limits.signsPerSecond) return true;
    this.drop('too_many_messages');
    return false;
  }

  #begin(nowMs: number): void {
    this.heardAtMs = nowMs;
    const second = Math.floor(nowMs / 1_000);
    if (second === this.#second) return;
    this.#second = second;
    this.#messages = 0;
    this.#signs = 0;
  }

  get hasRoomForSubscription(): boolean {
    return this.subscriptions.size < this.#limits.subscriptions;
  }

  /** Asks for a sign of life; every browser answers by itself. */
  ping(): void {
    if (!this.isOpen) return;
    this.#pongsAwaited += 1;
    this.#socket.ping();
  }

  /** Says why and closes; a peer that does not take its leave is cut off. */
  drop(reason: SocketError): void {
    if (this.#dropped) return;
    if (reason !== 'slow_reader') this.refuse(reason);
    // Even for that there may be no room.
    if (!this.wasDropped) this.#close(reason === 'server_stopping' ? goingAway : policyViolation, reason);
  }

  /** Closes without a fault of the client: it is to come back in a moment. */
  sendAway(): void {
    if (!this.#dropped) this.#close(tryAgainLater, 'try_again_later');
  }

  #close(code: number, reason: SocketError | 'try_again_later'): void {
    // Before the farewell comes all that was said, answers of calls above all, however busy the line is.
    this.#write();
    this.#dropped = true;
    this.#missed.clear();
    this.#newest = null;
    this.#isBehind = false;
    this.#socket.close(code, reason);
    const isFlood = reason === 'too_many_messages';
    if (isFlood) this.#stopReading();
    const grace = setTimeout(
      () => {
        // What has come of a flood meanwhile would be taken apart at its end.
        if (this.#flooded) this.#line.read();
        this.#socket.terminate();
      },
      isFlood ? floodGraceMs : dropGraceMs,
    );
    grace.unref();
    this.#socket.once('close', () => {
      clearTimeout(grace);
    });
  }

  /**
   * Whether so many bytes more of what it sends are read: nothing of a flood, and of whoever is closed the farewell and
   * what was under way.
   */
  #mayRead(bytes: number): boolean {
    if (this.isOpen) return true;
    if (this.#flooded || !this.#dropped || this.#line.writableEnded) return false;
    this.#readSinceDrop += bytes;
    if (this.#readSinceDrop <= farewellBytes) return true;
    this.#stopReading();
    return false;
  }

  /** Nothing more of a flood is read, not even its farewell. */
  #stopReading(): void {
    this.#flooded = true;
    this.#socket.pause();
  }

  /** Cuts the line without a word: nobody has been there for a while, or there is no room for what waits. */
  abandon(): void {
    this.#dropped = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#newest = null;
    this.#socket.terminate();
  }

  /** Whether where a channel stands fits into what it is sent in this turn. */
  get #hasRoom(): boolean {
    return this.#waitingBytes <= this.#limits.bufferedBytes / 4;
  }

  /** Notes what it does not hear now; what nothing later says again goes out all the same. */
  #spare(channels: readonly Channel[]): void {
    for (const channel of channels) {
      if (this.#missed.has(channel)) continue;
      if (channel.collapses) this.#miss(channel, channel.before);
      else if (channel.update !== null) this.send(channel.update);
    }
  }
}
