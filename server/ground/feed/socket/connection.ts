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

/** Limits for one client. */
export interface ConnectionLimits {
  readonly subscriptions: number;
  /**
   * Bytes that may be buffered for a client before it is disconnected; each message adds `frameBytes` for its overhead
   * in memory.
   */
  readonly bufferedBytes: number;
  /** The maximum number of calls of the client that may be unanswered at a time. */
  readonly callsInFlight: number;
  /** The maximum number of messages from the client per second. */
  readonly messagesPerSecond: number;
  /** The maximum number of protocol pings and unsolicited pongs per second; no real client sends many. */
  readonly pingsPerSecond: number;
}

export interface ConnectionParts {
  /** The WebSocket: receives messages and sends close frames. */
  readonly socket: WebSocket;
  /** The TCP connection below it: updates are already framed and written here directly. */
  readonly line: Socket;
  readonly address: string;
  readonly language: Language;
  readonly limits: ConnectionLimits;
  /** Enforces the limit on bytes buffered for all clients. */
  readonly backlog: Backlog;
  /** Requests a `flush` at the end of this turn of the event loop. */
  readonly flushSoon: (connection: Connection) => void;
}

const dropGraceMs = 3_000;
/** Long enough for a client to receive the reason of the close. */
const floodGraceMs = 500;
/**
 * Close codes of RFC 6455 and its registry: the server is going away, the client broke a rule, the client should
 * reconnect later.
 */
const goingAway = 1001;
const policyViolation = 1008;
const tryAgainLater = 1013;

/** The maximum number of queued logins of one client. */
const maxLogins = 8;

/** A closed client that sends more than this instead of a close frame is treated as a flood. */
const farewellBytes = 16_384;

/** Memory that a short buffered message takes beyond its bytes. */
const frameBytes = 256;

/** Marks a channel of which the client has received nothing yet, so that it is sent the snapshot. */
const nothing = -1;

/**
 * One client of the socket: its subscriptions, its session, and its outgoing buffer. Everything sent in one turn of the
 * event loop leaves in one write. While bytes of an earlier write are buffered, updates of channels with superseding
 * states are skipped; once the buffer is empty, the client is sent the current state of each of them.
 */
export class Connection implements Listener {
  readonly language: Language;
  readonly subscriptions = new Map<string, Channel>();
  readonly address: string;
  session: Session | null = null;
  callsInFlight = 0;
  /** How many checks for silent clients there have been since this client last sent anything. */
  silentSweeps = 0;
  audience: Audience | null = null;
  sentTick = 0;
  readonly #socket: WebSocket;
  readonly #line: Socket;
  readonly #limits: ConnectionLimits;
  readonly #backlog: Backlog;
  readonly #flushSoon: (connection: Connection) => void;
  /** Frames to be written at the end of this turn. */
  #waiting: Frame[] = [];
  #waitingBytes = 0;
  /** The channels whose updates were skipped, with the last sequence that the client received. */
  readonly #missed = new Map<Channel, number>();
  /** Messages that replace each other, waiting for an empty buffer; the newest by key. */
  #newest: Map<string, Frame> | null = null;
  /** Whether `#missed` has entries; checked in every tick. */
  #isBehind = false;
  #dropped = false;
  #flooded = false;
  #readSinceDrop = 0;
  #second = 0;
  #messages = 0;
  #logins: Promise<void> = Promise.resolve();
  #loginsWaiting = 0;
  #pings = 0;
  #pongsAwaited = 0;
  /** Payload of the latest unanswered ping; one pong answers all pings before it too (RFC 6455, 5.5.3). */
  #pinged: Buffer | null = null;

  constructor({ socket, line, address, language, limits, backlog, flushSoon }: ConnectionParts) {
    this.#socket = socket;
    this.#line = line;
    this.address = address;
    this.language = language;
    this.#limits = limits;
    this.#backlog = backlog;
    this.#flushSoon = flushSoon;
  }

  /** Whether the server closed it. */
  get wasDropped(): boolean {
    return this.#dropped;
  }

  get isOpen(): boolean {
    return !this.#dropped && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Bytes buffered in this process. */
  get bytesWaiting(): number {
    return this.#line.writableLength + this.#waitingBytes;
  }

  /** Whether updates were skipped. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  get isWaiting(): boolean {
    return this.#isBehind || this.#waitingBytes > 0 || this.#newest !== null;
  }

  /** Sends a message that must not be skipped, or disconnects the client if its buffer is full. */
  send(frame: Frame): void {
    if (!this.isOpen) return;
    // The messages of one turn may be long; only after an attempt to write them is the buffer known to be full.
    if (this.bytesWaiting > this.#limits.bufferedBytes) this.flush();
    if (this.bytesWaiting > this.#limits.bufferedBytes) {
      this.drop('slow_reader');
      return;
    }
    const bytes = frame.length + frameBytes;
    if (this.#waiting.push(frame) === 1) this.#flushSoon(this);
    this.#waitingBytes += bytes;
    // With an empty buffer the frame leaves at the end of this turn.
    if (this.#line.writableLength > 0) this.#backlog.note(this, bytes);
  }

  sendText(text: string): void {
    this.send(textFrame(text));
  }

  /**
   * Sends a message that replaces an earlier one with the same key; while the buffer is not empty only the newest is
   * kept.
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
   * Writes the frames collected since the last call if the buffer is empty; otherwise the next tick that finds it empty
   * does.
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
   * Sends a new subscriber the channel's snapshot or the messages after `since`; at once if `atOnce` is set and the
   * buffer is empty, otherwise with a later tick.
   */
  greet(channel: Channel, since: number | null, atOnce: boolean): void {
    if (!atOnce || this.#line.writableLength > 0 || !this.#hasRoom) {
      this.#miss(channel, since ?? nothing);
      return;
    }
    this.forget(channel);
    this.send((since === null ? null : channel.since(since)) ?? channel.greeting);
  }

  sendUpdate(bytes: Frame, channels: readonly Channel[]): void {
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
      // The rest follows with the next tick that finds the buffer empty.
      if (!this.#hasRoom) break;
      this.forget(channel);
      this.send(channel.since(since) ?? channel.greeting);
    }
    this.flush();
  }

  /** Clears the record of skipped updates of a channel. */
  forget(channel: Channel): void {
    this.#missed.delete(channel);
    this.#isBehind = this.#missed.size > 0;
  }

  #miss(channel: Channel, known: number): void {
    this.#missed.set(channel, known);
    this.#isBehind = true;
  }

  /** Counts a message of the client; returns false if it exceeds the limit and the client is disconnected. */
  countMessage(nowMs: number): boolean {
    this.#begin(nowMs);
    this.#messages += 1;
    if (this.#messages <= this.#limits.messagesPerSecond) return true;
    this.drop('too_many_messages');
    return false;
  }

  /**
   * Runs logins one after the other, so that the last one requested wins. A client with too many queued logins is
   * closed and should reconnect later.
   */
  logIn(run: () => Promise<void>): void {
    if (this.#loginsWaiting >= maxLogins) {
      this.closeForRetry();
      return;
    }
    this.#loginsWaiting += 1;
    this.#logins = this.#logins.then(run).finally(() => {
      this.#loginsWaiting -= 1;
    });
  }

  /** Counts and answers protocol pings and pongs, and stops reading from a flooding client. */
  listen(now: () => number): void {
    readInPieces(this.#line, (bytes) => this.#mayRead(bytes));
    this.#socket.on('ping', (data) => {
      if (!this.isOpen || !this.#countPing(now())) return;
      // Answered at the end of this turn, together with all other pings received by then.
      if (this.#pinged === null) this.#flushSoon(this);
      this.#pinged = data;
    });
    this.#socket.on('pong', () => {
      if (!this.isOpen) return;
      // Many solicited pongs may arrive at once from a client that did not read for some time.
      if (this.#pongsAwaited === 0) this.#countPing(now());
      else this.#pongsAwaited -= 1;
      this.#begin(now());
    });
  }

  /** Counts a ping or an unsolicited pong as `countMessage` counts messages. */
  #countPing(nowMs: number): boolean {
    this.#begin(nowMs);
    this.#pings += 1;
    if (this.#pings <= this.#limits.pingsPerSecond) return true;
    this.drop('too_many_messages');
    return false;
  }

  #begin(nowMs: number): void {
    this.silentSweeps = 0;
    const second = Math.floor(nowMs / 1_000);
    if (second === this.#second) return;
    this.#second = second;
    this.#messages = 0;
    this.#pings = 0;
  }

  get hasRoomForSubscription(): boolean {
    return this.subscriptions.size < this.#limits.subscriptions;
  }

  /** Sends a protocol ping; every browser answers it automatically. */
  ping(): void {
    if (!this.isOpen) return;
    this.#pongsAwaited += 1;
    this.#socket.ping();
  }

  /** Sends the reason and closes; a client that does not complete the close handshake is cut off. */
  drop(reason: SocketError): void {
    if (this.#dropped) return;
    if (reason !== 'slow_reader') this.refuse(reason);
    // Sending the reason may have closed the connection already, if the buffer is full.
    if (!this.wasDropped) this.#close(reason === 'server_stopping' ? goingAway : policyViolation, reason);
  }

  /** Closes through no fault of the client, which should reconnect later. */
  closeForRetry(): void {
    if (!this.#dropped) this.#close(tryAgainLater, 'try_again_later');
  }

  #close(code: number, reason: SocketError | 'try_again_later'): void {
    // Messages sent so far, above all answers to calls, precede the close frame even if the buffer is not empty.
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
        // Discards unread data of a flood, which would otherwise be parsed when the socket ends.
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
   * Whether another `bytes` are read from the client: none of a flood, and after a close only the close frame and
   * messages in transit.
   */
  #mayRead(bytes: number): boolean {
    if (this.isOpen) return true;
    if (this.#flooded || !this.#dropped || this.#line.writableEnded) return false;
    this.#readSinceDrop += bytes;
    if (this.#readSinceDrop <= farewellBytes) return true;
    this.#stopReading();
    return false;
  }

  /** Stops reading from a flooding client, even its close frame. */
  #stopReading(): void {
    this.#flooded = true;
    this.#socket.pause();
  }

  /** Disconnects without a close frame: the client has not responded for a long time, or buffers are full. */
  abandon(): void {
    this.#dropped = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#newest = null;
    this.#socket.terminate();
  }

  /** Whether another snapshot fits into the frames of this turn. */
  get #hasRoom(): boolean {
    return this.#waitingBytes <= this.#limits.bufferedBytes / 4;
  }

  /** Records skipped updates; updates that are not superseded later are sent all the same. */
  #spare(channels: readonly Channel[]): void {
    for (const channel of channels) {
      if (this.#missed.has(channel)) continue;
      if (channel.collapses) this.#miss(channel, channel.before);
      else if (channel.update !== null) this.send(channel.update);
    }
  }
}
