import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { conforms } from '@bourse/contract';
import { CallMessage, ClientMessage, socketTiming } from '@bourse/contract/socket';
import type { Language } from '@bourse/contract/texts';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import type { Core, CoreStatus } from '../../core/index.ts';
import {
  bearerToken,
  inexactNumberIn,
  refusalOf,
  networkOf,
  NetworkPlaces,
  refused,
  type Session,
  type SessionSource,
  type SocketCalls,
} from '../../gateway/index.ts';
import type { Views } from '../views.ts';
import { Audiences } from './audience.ts';
import { Backlog } from './backlog.ts';
import type { Changes } from './changes.ts';
import type { Channel } from './channel.ts';
import { Connection } from './connection.ts';
import { FanOut } from './fan-out.ts';
import { type Frame, frameOf, textFrame } from './frame.ts';
import { Members } from './members.ts';
import { type Notice, type NoticeSource, NoticeSources, sendToAll } from './notices.ts';
import type { SocketOptions } from './options.ts';
import { Pace } from './pace.ts';
import type { PrivateMessages } from './private-messages.ts';
import { parsed } from './parse-message.ts';
import { isForMembers, isPrivateChannel, type PublicChannel, PublicChannels } from './public-channels.ts';
import { RecentNotices } from './recent-notices.ts';

export interface HubParts {
  readonly views: Views;
  readonly sessions: SessionSource;
  /** Reports whether the exchange accepts commands, and changes of that. */
  readonly core: Pick<Core, 'status' | 'onStatus'>;
  /** The calls that clients may make after a login. */
  readonly calls: SocketCalls;
  /** The channels that clients may subscribe to. */
  readonly channels: readonly PublicChannel[];
  /** The sources of messages that are sent without a subscription. */
  readonly notices: readonly NoticeSource[];
  readonly privately: PrivateMessages;
  readonly changes: Changes;
  readonly options: SocketOptions;
  /** The time of a monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Snapshots sent at once between two ticks, since they may be long; further ones wait for the next tick. */
const greetedInTick = 100;

/** A client that has just connected. */
export interface NewConnection {
  readonly socket: WebSocket;
  /** The TCP connection below the WebSocket. */
  readonly line: Socket;
  readonly address: string;
  readonly language: Language;
}

/** All clients of the socket with their subscriptions and sessions, and the ticks that send them updates. */
export class SocketHub {
  readonly #views: Views;
  readonly #sessions: SessionSource;
  readonly #calls: SocketCalls;
  readonly #options: SocketOptions;
  readonly #now: () => number;
  readonly #status: () => CoreStatus;
  readonly #connections = new Set<Connection>();
  readonly #channels = new Map<string, Channel>();
  readonly #audiences = new Audiences();
  readonly #fanOut = new FanOut({ now: () => performance.now(), later: (resume) => void setImmediate(resume) });
  readonly #pace = new Pace(performance.now());
  readonly #backlog: Backlog;
  readonly #members: Members<Connection>;
  readonly #publicChannels: PublicChannels;
  readonly #notices: NoticeSources;
  readonly #recent = new RecentNotices(socketTiming.changesKept);
  /** Identifies this run of the server: its sequences cannot be resumed on another run. */
  readonly #run = randomBytes(6).toString('base64url');
  /** Clients to be flushed at the end of this turn. */
  #toFlush: Connection[] = [];
  readonly #places: NetworkPlaces;
  #sweeper: NodeJS.Timeout | null = null;
  #ticker: NodeJS.Timeout | null = null;
  /** Snapshots sent since the last tick. */
  #greeted = 0;
  #dropped = 0;
  #stopped = false;
  #callsInFlight = 0;
  readonly #idle = Promise.withResolvers<void>();

  constructor({ views, sessions, core, calls, channels, notices, privately, changes, options, now }: HubParts) {
    this.#views = views;
    this.#sessions = sessions;
    this.#calls = calls;
    this.#options = options;
    this.#places = new NetworkPlaces(options.socketsPerNetwork);
    this.#now = now;
    this.#members = new Members(views, (connection) => this.#isAlive(connection));
    this.#publicChannels = new PublicChannels(views, options.depthLevels, channels);
    this.#notices = new NoticeSources(views, notices);
    this.#backlog = new Backlog(options.bufferedBytesOfAll);
    this.#status = () => core.status();
    core.onStatus((status) => {
      const frame = this.#statusFrame(status);
      for (const connection of this.#connections) connection.send(frame);
    });
    views.onCommand((command) => {
      for (const notice of this.#notices.of(command, this.#members.listens)) this.#notify(notice);
    });
    privately.onSaid((user, message) => this.#members.say(user, message));
    changes.onReported((notice) => this.#notify(notice));
    sessions.onEnded((session) => {
      this.#endSession(session);
    });
  }

  start(): void {
    this.#sweeper = setInterval(() => {
      this.#sweep();
    }, this.#options.sweepEveryMs);
    this.#rest();
  }

  /** Answers the calls in flight, sends every client the reason, and closes all connections. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    if (this.#ticker !== null) clearTimeout(this.#ticker);
    for (const connection of this.#connections) this.#closeIfAnswered(connection);
    if (this.#callsInFlight === 0) this.#idle.resolve();
    const patience = setTimeout(() => this.#idle.resolve(), this.#options.answersMs);
    await this.#idle.promise;
    clearTimeout(patience);
  }

  /** The number of connected clients. */
  get sockets(): number {
    return this.#connections.size;
  }

  get subscriptions(): number {
    let sum = 0;
    for (const { subscriptions } of this.#connections) sum += subscriptions.size;
    return sum;
  }

  /** The number of clients disconnected by the server because they were too slow or broke a rule. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of clients whose updates are being skipped because they have not read earlier ones. */
  get behind(): number {
    let sum = 0;
    for (const { isBehind } of this.#connections) if (isBehind) sum += 1;
    return sum;
  }

  /** Bytes buffered in this process for all clients. */
  get bytesWaiting(): number {
    return this.#backlog.bytes;
  }

  /** The limit of `bytesWaiting`. */
  get maxBytesWaiting(): number {
    return this.#options.bufferedBytesOfAll;
  }

  /** The number of clients disconnected because the buffers of all clients exceeded `maxBytesWaiting`. */
  get cutOff(): number {
    return this.#backlog.cutOff;
  }

  hasRoomFor(network: string): boolean {
    return this.#places.hasRoomFor(network);
  }

  /** Adds a client. */
  connect(client: NewConnection): void {
    const { socket } = client;
    const flushSoon = (one: Connection): void => this.#flushSoon(one);
    const parts = { limits: this.#options, nowMs: this.#now(), backlog: this.#backlog, flushSoon };
    const connection = new Connection({ ...client, ...parts });
    this.#connections.add(connection);
    this.#places.take(networkOf(client.address));
    connection.listen(this.#now);
    socket.on('message', (data, isBinary) => {
      if (!connection.isOpen || !connection.countMessage(this.#now())) return;
      this.#receive(connection, isBinary || !Buffer.isBuffer(data) ? null : data.toString());
    });
    // Errors are followed by the close event, which is handled below.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#disconnect(connection);
    });
    connection.send(this.#statusFrame(this.#status()));
    for (const notice of this.#recent.of(null, this.#now())) sendToAll([connection], notice);
    if (this.#stopped) connection.drop('server_stopping');
  }

  #receive(connection: Connection, text: string | null): void {
    if (text === 'ping') return connection.sendText('pong');
    const message = text === null ? undefined : parsed(text);
    const inexact = text === null ? null : inexactNumberIn(text);
    if (isCall(message) && this.#calls.has(message.type)) return void this.#call(connection, message, inexact);
    if (inexact !== null || !conforms(ClientMessage, message)) return connection.refuse('message_invalid');
    switch (message.type) {
      case 'sub':
        return this.#subscribe(connection, message);
      case 'unsub':
        this.#unsubscribe(connection, message.params);
        this.#reply(connection, message);
        return;
      case 'login':
        connection.logIn(() => this.#login(connection, message));
    }
  }

  /** Answers a call when its effect is durable. */
  async #call(connection: Connection, message: CallMessage, inexact: string | null): Promise<void> {
    const { type, id } = message;
    const { address, language } = connection;
    const max = this.#options.callsInFlight;
    if (this.#stopped || connection.callsInFlight >= max) {
      const refusal = this.#stopped ? refused('exchange_closed') : refused('too_many_in_flight', { maximum: max });
      connection.send(frameOf({ type, id, ...refusalOf(refusal, language, this.#views.sequence) }));
      return;
    }
    connection.callsInFlight += 1;
    this.#callsInFlight += 1;
    const session = this.#isAlive(connection) ? connection.session : null;
    if (session !== null) this.#sessions.use(session);
    const envelope = await this.#calls.answer(
      message,
      { language, address, device: '', userAgent: '' },
      session,
      inexact,
    );
    connection.send(frameOf({ type, id, ...envelope }));
    this.#answered(connection);
  }

  #answered(connection: Connection): void {
    connection.callsInFlight -= 1;
    this.#callsInFlight -= 1;
    if (this.#stopped) this.#closeIfAnswered(connection);
  }

  /** Closes a client of a stopping server once all its calls are answered. */
  #closeIfAnswered(connection: Connection): void {
    if (connection.callsInFlight === 0) connection.drop('server_stopping');
    if (this.#callsInFlight === 0) this.#idle.resolve();
  }

  #subscribe(connection: Connection, message: ClientMessage): void {
    const name = message.params;
    if (isPrivateChannel(name)) {
      this.#reply(connection, message);
      return;
    }
    if (isForMembers(name) && !this.#isAlive(connection)) {
      connection.refuse('session_ended', name);
      return;
    }
    const known = this.#channels.get(name);
    const channel = known ?? this.#publicChannels.open(name);
    if (channel === null) {
      connection.refuse('channel_unknown', name);
      return;
    }
    if (!connection.subscriptions.has(name) && !connection.hasRoomForSubscription) {
      connection.refuse('too_many_subscriptions', name);
      return;
    }
    if (this.#calls.takeOfNetwork('public', connection.address) > 0) {
      connection.closeForRetry();
      return;
    }
    this.#fanOut.sendNow(connection);
    if (known === undefined) {
      this.#channels.set(name, channel);
      channel.begin();
    }
    if (!connection.subscriptions.has(name)) {
      connection.subscriptions.set(name, channel);
      channel.readers += 1;
      this.#audiences.place(connection);
    }
    const since = this.#sinceOf(message);
    const resumes = since !== null && channel.since(since) !== null;
    this.#reply(connection, message, resumes);
    this.#greeted += 1;
    connection.greet(channel, resumes ? since : null, this.#greeted <= greetedInTick);
  }

  #unsubscribe(connection: Connection, name: string): void {
    const channel = connection.subscriptions.get(name);
    if (channel === undefined) return;
    this.#fanOut.sendNow(connection);
    connection.subscriptions.delete(name);
    connection.forget(channel);
    this.#audiences.place(connection);
    this.#leave(channel);
  }

  #leave(channel: Channel): void {
    channel.readers -= 1;
    channel.emptySinceMs = this.#now();
  }

  async #login(connection: Connection, message: ClientMessage): Promise<void> {
    const token = bearerToken(message.params);
    if (token !== null && !(await this.#recall(token, connection.address))) {
      connection.closeForRetry();
      return;
    }
    // The session may have ended while it was being loaded, so it is read from memory in the same turn in which it is
    // used.
    const session = token === null ? null : (this.#sessions.known(token) ?? null);
    if (!connection.isOpen) return;
    this.#leaveMembers(connection);
    if (session === null) {
      connection.refuse('session_ended');
      return;
    }
    const since = this.#sinceOf(message);
    const missed = since === null ? null : this.#members.missed(session.user, connection.language, since);
    connection.session = session;
    this.#members.join(session.user, connection);
    this.#reply(connection, { ...message, params: '' }, missed !== null);
    for (const text of missed ?? []) connection.send(textFrame(text));
    for (const notice of this.#recent.of(session.user, this.#now())) sendToAll([connection], notice);
  }

  /** The sequence from which a client resumes; null if it names none or another server run. */
  #sinceOf({ from, run }: ClientMessage): number | null {
    return from === undefined || run !== this.#run ? null : from;
  }

  /**
   * Loads the session of a token into memory, if there is one. Returns false if that is impossible now, because the
   * database is unavailable or the address made too many requests; the session has not ended in that case.
   */
  async #recall(token: string, address: string): Promise<boolean> {
    if (this.#sessions.known(token) !== undefined) return true;
    if (this.#calls.takeOfNetwork('private', address) > 0) return false;
    try {
      return await this.#calls.lookUp(address, () => this.#sessions.load(token));
    } catch {
      return false;
    }
  }

  #statusFrame({ open, cancelOnly, reason }: CoreStatus): Frame {
    return frameOf({ type: 'STATUS', sequence: this.#views.sequence, open, cancel_only: cancelOnly, reason });
  }

  /** Answers a message; `resumed` says whether the messages that follow continue from the requested sequence. */
  #reply(connection: Connection, { type, params, from }: ClientMessage, resumed = false): void {
    const { sequence } = this.#views;
    const run = this.#run;
    if (type === 'unsub') connection.send(frameOf({ type, params, sequence }));
    else connection.send(frameOf({ type, params, sequence, run, ...(from === undefined ? {} : { resumed }) }));
  }

  /** Collects what is sent to a client in one turn of the event loop into one write. */
  #flushSoon(connection: Connection): void {
    if (this.#toFlush.push(connection) > 1) return;
    setImmediate(() => {
      const toFlush = this.#toFlush;
      this.#toFlush = [];
      for (const each of toFlush) each.flush();
    });
  }

  #rest(): void {
    this.#ticker = setTimeout(() => this.#tick(), this.#pace.restMs(performance.now()));
  }

  #tick(): void {
    const beganMs = performance.now();
    const isSlowDue = this.#pace.begin(beganMs);
    this.#greeted = 0;
    this.#members.publish();
    for (const channel of this.#channels.values()) {
      if (channel.pace === 'fast' || isSlowDue) channel.publish();
      else channel.rest();
    }
    const publishedMs = performance.now() - beganMs;
    this.#fanOut.begin(this.#audiences, this.#connections, (spentMs) => {
      this.#pace.end(performance.now(), publishedMs + spentMs);
      if (!this.#stopped) this.#rest();
    });
  }

  #notify(notice: Notice): void {
    this.#recent.keep(notice, this.#now());
    if (notice.user === null) sendToAll(this.#connections, notice);
    else this.#members.notify(notice.user, notice);
  }

  #isAlive(connection: Connection): boolean {
    return connection.session !== null && this.#sessions.lives(connection.session);
  }

  /** Notifies the connections of an ended session and closes them; nothing more is sent, not even queued messages. */
  #endSession(session: Session): void {
    for (const connection of this.#members.connectionsOf(session.user)) {
      if (connection.session?.tokenHash !== session.tokenHash) continue;
      this.#leaveMembers(connection);
      connection.drop('session_ended');
    }
  }

  #sweep(): void {
    const nowMs = this.#now();
    const { idleMs, pingAfterMs, resumeMs, sweepEveryMs } = this.#options;
    for (const connection of this.#connections) {
      // Time in which the server was blocked does not count: it has not read the answers yet.
      const silentMs = connection.silentSweeps * sweepEveryMs;
      connection.silentSweeps += 1;
      if (silentMs > idleMs) connection.abandon();
      else if (connection.session !== null && !this.#isAlive(connection)) this.#endSession(connection.session);
      else if (silentMs > pingAfterMs) connection.ping();
    }
    for (const [name, channel] of this.#channels) {
      if (channel.readers > 0 || nowMs - channel.emptySinceMs <= resumeMs) continue;
      channel.end();
      this.#channels.delete(name);
    }
    this.#members.sweep(nowMs - resumeMs);
    this.#recent.sweep(nowMs);
  }

  #leaveMembers(connection: Connection): void {
    if (connection.session === null) return;
    this.#members.leave(connection.session.user, connection, this.#now());
    connection.session = null;
  }

  #disconnect(connection: Connection): void {
    if (connection.wasDropped) this.#dropped += 1;
    this.#connections.delete(connection);
    this.#backlog.forget(connection);
    this.#leaveMembers(connection);
    this.#audiences.remove(connection);
    for (const channel of connection.subscriptions.values()) this.#leave(channel);
    connection.subscriptions.clear();
    this.#places.leave(networkOf(connection.address));
  }
}

const callMessage = Compile(CallMessage);

function isCall(value: unknown): value is CallMessage {
  return callMessage.Check(value);
}

declare module '../../parts.ts' {
  interface Parts {
    /** The open sockets. */
    readonly hub: SocketHub;
  }
}
