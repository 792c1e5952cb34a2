import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { conforms } from '@bourse/contract';
import { depthLevels } from '@bourse/contract/markets';
import { CallMessage, ClientMessage } from '@bourse/contract/socket';
import type { Language } from '@bourse/contract/texts';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import type { Core, CoreStatus } from '../../core/index.ts';
import {
  bearerToken,
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
import type { Channel } from './channel.ts';
import { Connection, type ConnectionLimits } from './connection.ts';
import { FanOut } from './fan-out.ts';
import { type Frame, frameOf, joined, textFrame } from './frame.ts';
import { Members } from './members.ts';
import { type Notice, type NoticeSource, NoticeSources } from './notices.ts';
import { Pace } from './pace.ts';
import { isForMembers, isPrivateChannel, type PublicChannel, PublicChannels } from './public-channels.ts';

/** How the socket behaves; see `defaultSocketOptions`. */
export interface SocketOptions extends ConnectionLimits {
  readonly socketsPerNetwork: number;
  /** Bytes that may wait for all clients together; a message that is the same for many counts for each of them. */
  readonly bufferedBytesOfAll: number;
  /** A client that has said nothing for this long, nor answered a ping, is gone. */
  readonly idleMs: number;
  /** A client that has said nothing for this long is pinged. */
  readonly pingAfterMs: number;
  /** How often it is looked who is silent. */
  readonly sweepEveryMs: number;
  /** How long a server that stops waits for the answers to calls. */
  readonly answersMs: number;
  /** How long what a client missed is kept for it when nobody else listens. */
  readonly resumeMs: number;
  /** Levels of each side of a book that are published. */
  readonly depthLevels: number;
}

export const defaultSocketOptions: SocketOptions = {
  subscriptions: 100,
  bufferedBytes: 1_048_576,
  bufferedBytesOfAll: 268_435_456,
  callsInFlight: 32,
  messagesPerSecond: 100,
  signsPerSecond: 10,
  socketsPerNetwork: 200,
  idleMs: 60_000,
  pingAfterMs: 20_000,
  sweepEveryMs: 5_000,
  answersMs: 20_000,
  resumeMs: 60_000,
  depthLevels,
};

export interface HubParts {
  readonly views: Views;
  readonly sessions: SessionSource;
  /** Tells whether the exchange takes commands, and when that changes. */
  readonly core: Pick<Core, 'status' | 'onStatus'>;
  /** What people who have logged in may ask for. */
  readonly calls: SocketCalls;
  /** What one may subscribe to. */
  readonly channels: readonly PublicChannel[];
  /** What comes by itself. */
  readonly notices: readonly NoticeSource[];
  readonly options: SocketOptions;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** A channel's snapshot may be long: of hundreds of requests at once, the rest are answered at the next tick. */
const greetedInTick = 100;

/** A client as it comes in. */
export interface Newcomer {
  readonly socket: WebSocket;
  /** The connection below the socket. */
  readonly line: Socket;
  readonly address: string;
  readonly language: Language;
}

/** All clients of the socket: what they listen to, who they are, and the clock that sends them updates. */
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
  readonly #fanOut = new FanOut({ now: () => performance.now(), later: (goOn) => void setImmediate(goOn) });
  readonly #pace = new Pace(performance.now());
  readonly #backlog: Backlog;
  readonly #members: Members<Connection>;
  readonly #publicChannels: PublicChannels;
  readonly #notices: NoticeSources;
  /** Sequences of this run of the server mean nothing to another: what its clients missed, only it knows. */
  readonly #run = randomBytes(6).toString('base64url');
  /** Clients that are sent something at the end of this turn. */
  #talking: Connection[] = [];
  readonly #places: NetworkPlaces;
  #sweeper: NodeJS.Timeout | null = null;
  #ticker: NodeJS.Timeout | null = null;
  /** Newcomers to channels that were greeted since the last tick. */
  #greeted = 0;
  #dropped = 0;
  #stopped = false;
  #callsInFlight = 0;
  readonly #idle = Promise.withResolvers<void>();

  constructor({ views, sessions, core, calls, channels, notices, options, now }: HubParts) {
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

  /** Answers the calls that were taken, tells every client that the server is going, and closes. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#sweeper !== null) clearInterval(this.#sweeper);
    if (this.#ticker !== null) clearTimeout(this.#ticker);
    for (const connection of this.#connections) this.#letGo(connection);
    if (this.#callsInFlight === 0) this.#idle.resolve();
    const patience = setTimeout(() => this.#idle.resolve(), this.#options.answersMs);
    await this.#idle.promise;
    clearTimeout(patience);
  }

  /** Clients that are connected. */
  get sockets(): number {
    return this.#connections.size;
  }

  /** What they listen to, in all. */
  get subscriptions(): number {
    let sum = 0;
    for (const { subscriptions } of this.#connections) sum += subscriptions.size;
    return sum;
  }

  /** Clients that the server has closed, because they did not keep up or broke a rule. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Clients that are spared updates because they have not taken what they were sent. */
  get behind(): number {
    let sum = 0;
    for (const { isBehind } of this.#connections) if (isBehind) sum += 1;
    return sum;
  }

  /** Bytes that wait in this process for clients to read them. */
  get bytesWaiting(): number {
    return this.#backlog.bytes;
  }

  /** How many may wait. */
  get maxBytesWaiting(): number {
    return this.#options.bufferedBytesOfAll;
  }

  /** Clients that were cut off because more was waiting for all of them together. */
  get cutOff(): number {
    return this.#backlog.cutOff;
  }

  hasRoomFor(network: string): boolean {
    return this.#places.hasRoomFor(network);
  }

  /** Takes in a client. */
  connect(newcomer: Newcomer): void {
    const { socket } = newcomer;
    const flushSoon = (talking: Connection): void => this.#flushSoon(talking);
    const parts = { limits: this.#options, nowMs: this.#now(), backlog: this.#backlog, flushSoon };
    const connection = new Connection({ ...newcomer, ...parts });
    this.#connections.add(connection);
    this.#places.take(networkOf(newcomer.address));
    connection.listen(this.#now);
    socket.on('message', (data, isBinary) => {
      if (!connection.isOpen || !connection.hear(this.#now())) return;
      this.#hear(connection, isBinary || !Buffer.isBuffer(data) ? null : data.toString());
    });
    // What is wrong with a line shows in its close; nothing else can be done about it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#disconnect(connection);
    });
    connection.send(this.#statusFrame(this.#status()));
    if (this.#stopped) connection.drop('server_stopping');
  }

  #hear(connection: Connection, text: string | null): void {
    if (text === 'ping') return connection.sendText('pong');
    const message = text === null ? undefined : parsed(text);
    if (isCall(message) && this.#calls.has(message.type)) return void this.#call(connection, message);
    if (!conforms(ClientMessage, message)) return connection.refuse('message_invalid');
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

  /** Answers a call when what it did is durable. */
  async #call(connection: Connection, message: CallMessage): Promise<void> {
    const { type, id } = message;
    const { address, language } = connection;
    const most = this.#options.callsInFlight;
    if (this.#stopped || connection.callsInFlight >= most) {
      const refusal = this.#stopped ? refused('exchange_closed') : refused('too_many_in_flight', { maximum: most });
      connection.send(frameOf({ type, id, ...refusalOf(refusal, language, this.#views.sequence) }));
      return;
    }
    connection.callsInFlight += 1;
    this.#callsInFlight += 1;
    const session = this.#isAlive(connection) ? connection.session : null;
    if (session !== null) this.#sessions.use(session);
    const envelope = await this.#calls.answer(message, { language, address, device: '', userAgent: '' }, session);
    connection.send(frameOf({ type, id, ...envelope }));
    this.#answered(connection);
  }

  #answered(connection: Connection): void {
    connection.callsInFlight -= 1;
    this.#callsInFlight -= 1;
    if (this.#stopped) this.#letGo(connection);
  }

  /** A server that stops has told this client all that it was waiting for, or not yet. */
  #letGo(connection: Connection): void {
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
      connection.sendAway();
      return;
    }
    this.#fanOut.hurry(connection);
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
    this.#fanOut.hurry(connection);
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
      connection.sendAway();
      return;
    }
    // The session may have ended while it was being loaded: read it from memory in the same turn as it is used.
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
  }

  /** The sequence up to which a client has a channel; null when it names none, or one of another server run. */
  #sinceOf({ from, run }: ClientMessage): number | null {
    return from === undefined || run !== this.#run ? null : from;
  }

  /**
   * Sees to it that memory knows the session of a token, if there is one. False when that cannot be told now, because
   * the database is away or too many have asked from this address: that is not the end of a session.
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

  /** Answers a message; `resumed` says whether what follows is what was missed, where that was asked. */
  #reply(connection: Connection, { type, params, from }: ClientMessage, resumed = false): void {
    const { sequence } = this.#views;
    const run = this.#run;
    if (type === 'unsub') connection.send(frameOf({ type, params, sequence }));
    else connection.send(frameOf({ type, params, sequence, run, ...(from === undefined ? {} : { resumed }) }));
  }

  /** What one turn has to say to a client leaves in one write. */
  #flushSoon(connection: Connection): void {
    if (this.#talking.push(connection) > 1) return;
    setImmediate(() => {
      const talking = this.#talking;
      this.#talking = [];
      for (const each of talking) each.flush();
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
    if (notice.user !== null) {
      this.#members.notify(notice.user, notice);
      return;
    }
    const frames = new Map<Language, Frame>();
    for (const connection of this.#connections) {
      const { language } = connection;
      const frame = frames.get(language) ?? joined(notice.write(language).map(frameOf));
      frames.set(language, frame);
      connection.send(frame);
    }
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
    const { idleMs, pingAfterMs, resumeMs } = this.#options;
    for (const connection of this.#connections) {
      const silentMs = nowMs - connection.heardAtMs;
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

/** What a text says, or undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
