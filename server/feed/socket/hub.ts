import { CallMessage, ClientMessage, conforms, depthLevels } from '@bourse/contract';
import type { Language } from '@bourse/contract/messages';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import type { Committed, Core, CoreStatus } from '../../core/index.ts';
import {
  bearerToken,
  envelopeOf,
  networkOf,
  refused,
  type Session,
  type SessionSource,
  type SocketCalls,
} from '../../gateway/index.ts';
import type { Market } from '../listings.ts';
import type { Views } from '../views.ts';
import type { Channel, Pace } from './channel.ts';
import { Connection, type ConnectionLimits, encode, type Frame } from './connection.ts';
import { isPrivateChannel, makeChannel } from './find-channel.ts';
import { changedFees, changedMarkets } from './market-news.ts';
import { orderMessages, orderNews } from './order-messages.ts';

/** How the socket behaves; see `defaultSocketOptions`. */
export interface SocketOptions extends ConnectionLimits {
  readonly socketsPerNetwork: number;
  /** A client that has said nothing for this long is gone. */
  readonly idleMs: number;
  /** Levels of each side of a book that are published. */
  readonly depthLevels: number;
}

export const defaultSocketOptions: SocketOptions = {
  subscriptions: 100,
  bufferedBytes: 1_048_576,
  callsInFlight: 32,
  messagesPerSecond: 100,
  socketsPerNetwork: 200,
  idleMs: 60_000,
  depthLevels,
};

export interface HubParts {
  readonly views: Views;
  readonly sessions: SessionSource;
  /** Tells whether the exchange takes commands, and when that changes. */
  readonly core: Pick<Core, 'status' | 'onStatus'>;
  /** What people who have logged in may ask for. */
  readonly calls: SocketCalls;
  readonly options: SocketOptions;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const fastTickMs = 50;
const fastTicksPerSlowTick = 5;
const sweepEveryMs = 5_000;

/** All clients of the socket: what they listen to, who they are, and the clock that tells them the news. */
export class SocketHub {
  readonly #views: Views;
  readonly #sessions: SessionSource;
  readonly #calls: SocketCalls;
  readonly #options: SocketOptions;
  readonly #now: () => number;
  readonly #status: () => CoreStatus;
  readonly #connections = new Set<Connection>();
  readonly #channels = new Map<string, Channel>();
  readonly #members = new Map<number, Set<Connection>>();
  readonly #networks = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #ticks = 0;
  #dropped = 0;
  #stopped = false;
  #callsInFlight = 0;
  readonly #idle = Promise.withResolvers<void>();

  constructor({ views, sessions, core, calls, options, now }: HubParts) {
    this.#views = views;
    this.#sessions = sessions;
    this.#calls = calls;
    this.#options = options;
    this.#now = now;
    this.#status = () => core.status();
    core.onStatus((status) => {
      const frame = this.#statusFrame(status);
      for (const connection of this.#connections) connection.send(frame);
    });
    views.onCommand((command) => {
      this.#tellOwners(command);
      this.#tellOfMarkets(command);
    });
    sessions.onEnded((session) => {
      this.#endSession(session);
    });
  }

  start(): void {
    this.#timers.push(
      setInterval(() => {
        this.#tick();
      }, fastTickMs),
      setInterval(() => {
        this.#sweep();
      }, sweepEveryMs),
    );
  }

  /** Answers the calls that were taken, tells every client that the server is going, and closes. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#connections) this.#letGo(connection);
    if (this.#callsInFlight === 0) this.#idle.resolve();
    await this.#idle.promise;
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

  hasRoomFor(network: string): boolean {
    return (this.#networks.get(network) ?? 0) < this.#options.socketsPerNetwork;
  }

  /** Takes in a client. */
  connect(socket: WebSocket, address: string, language: Language): void {
    const connection = new Connection(socket, address, language, this.#options, this.#now());
    this.#connections.add(connection);
    const network = networkOf(address);
    this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1);
    socket.on('message', (data, isBinary) => {
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
    if (!connection.isOpen || !connection.hear(this.#now())) return;
    if (text === 'ping') {
      connection.sendText('pong');
      return;
    }
    const message = text === null ? undefined : parsed(text);
    if (isCall(message) && this.#calls.has(message.type)) {
      void this.#call(connection, message);
      return;
    }
    if (!conforms(ClientMessage, message)) {
      connection.refuse('message_invalid');
      return;
    }
    switch (message.type) {
      case 'sub':
        this.#subscribe(connection, message.params);
        return;
      case 'unsub':
        this.#unsubscribe(connection, message.params);
        this.#reply(connection, 'unsub', message.params);
        return;
      case 'login':
        connection.logins = connection.logins.then(() => this.#login(connection, message.params));
    }
  }

  /** Answers a call when what it did is durable. */
  async #call(connection: Connection, message: CallMessage): Promise<void> {
    const { type, id } = message;
    const { address, language } = connection;
    const most = this.#options.callsInFlight;
    if (this.#stopped || connection.callsInFlight >= most) {
      const refusal = this.#stopped ? refused('exchange_closed') : refused('too_many_in_flight', { maximum: most });
      connection.send(encode({ type, id, ...envelopeOf(refusal, language, this.#views.sequence) }));
      return;
    }
    connection.callsInFlight += 1;
    this.#callsInFlight += 1;
    const session = this.#isAlive(connection) ? connection.session : null;
    if (session !== null) this.#sessions.use(session);
    const envelope = await this.#calls.answer(message, { language, address, device: '', userAgent: '' }, session);
    connection.send(encode({ type, id, ...envelope }));
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

  #subscribe(connection: Connection, name: string): void {
    if (isPrivateChannel(name)) {
      this.#reply(connection, 'sub', name);
      return;
    }
    const channel = this.#channels.get(name) ?? makeChannel(name, this.#views, this.#options.depthLevels);
    if (channel === null) {
      connection.refuse('channel_unknown', name);
      return;
    }
    if (!connection.subscriptions.has(name) && !connection.hasRoomForSubscription) {
      connection.refuse('too_many_subscriptions', name);
      return;
    }
    this.#channels.set(name, channel);
    connection.subscriptions.add(name);
    this.#reply(connection, 'sub', name);
    channel.join(connection);
  }

  #unsubscribe(connection: Connection, name: string): void {
    if (!connection.subscriptions.delete(name)) return;
    const channel = this.#channels.get(name);
    channel?.leave(connection);
    if (channel?.isEmpty === true) this.#channels.delete(name);
  }

  async #login(connection: Connection, params: string): Promise<void> {
    const token = bearerToken(params);
    if (token !== null) await this.#recall(token);
    // Memory alone knows whether the session was ended while it was being loaded, and it is asked in the same turn as it is believed.
    const session = token === null ? null : (this.#sessions.known(token) ?? null);
    if (!connection.isOpen) return;
    this.#leaveMembers(connection);
    if (session === null) {
      connection.refuse('session_ended');
      return;
    }
    connection.session = session;
    const own = this.#members.get(session.user);
    if (own === undefined) this.#members.set(session.user, new Set([connection]));
    else own.add(connection);
    this.#reply(connection, 'login', '');
  }

  /** Sees to it that memory knows the session of a token, if there is one. */
  async #recall(token: string): Promise<void> {
    try {
      if (this.#sessions.known(token) === undefined) await this.#sessions.load(token);
    } catch {
      // Without the database nobody new can be recognised; the client asks again when it has reconnected.
    }
  }

  #statusFrame({ open, cancelOnly, reason }: CoreStatus): Frame {
    return encode({ type: 'STATUS', sequence: this.#views.sequence, open, cancel_only: cancelOnly, reason });
  }

  #reply(connection: Connection, type: 'login' | 'sub' | 'unsub', params: string): void {
    connection.send(encode({ type, params, sequence: this.#views.sequence }));
  }

  #tick(): void {
    this.#ticks += 1;
    this.#publish('fast');
    if (this.#ticks % fastTicksPerSlowTick === 0) this.#publish('slow');
  }

  #publish(pace: Pace): void {
    for (const channel of this.#channels.values()) if (channel.pace === pace) channel.publish();
  }

  /** Tells the owners of the orders that a command touched; nobody else learns of it. */
  #tellOwners(command: Committed): void {
    if (this.#members.size === 0) return;
    for (const news of orderNews(command, this.#views, (user) => this.#members.has(user))) {
      const frames = new Map<Language, Frame[]>();
      for (const connection of this.#members.get(news.order.user) ?? []) {
        if (!this.#isAlive(connection)) continue;
        let ready = frames.get(connection.language);
        if (ready === undefined) {
          ready = orderMessages(news, this.#views, connection.language).map(encode);
          frames.set(connection.language, ready);
        }
        for (const frame of ready) connection.send(frame);
      }
    }
  }

  /** Tells everybody, or the one whom it concerns, of the markets that are not what they were: rare, and whoever shows one has to know at once. */
  #tellOfMarkets(command: Committed): void {
    for (const market of changedMarkets(command, this.#views)) {
      const frame = this.#marketFrame(market);
      for (const connection of this.#connections) connection.send(frame);
    }
    for (const { user, markets } of changedFees(command, this.#views)) {
      for (const connection of this.#members.get(user) ?? []) {
        if (!this.#isAlive(connection)) continue;
        for (const market of markets) connection.send(this.#marketFrame(market));
      }
    }
  }

  #marketFrame({ id, symbol, state }: Market): Frame {
    const { sequence } = this.#views;
    return encode({ type: 'MARKET_CHANGED', currency_match_id: id, symbol, sequence, state });
  }

  #isAlive(connection: Connection): boolean {
    return connection.session !== null && this.#sessions.lives(connection.session);
  }

  /** Tells the connections of a session that it has ended, and closes them: nothing more is sent on them, not even what is under way. */
  #endSession(session: Session): void {
    for (const connection of [...(this.#members.get(session.user) ?? [])]) {
      if (connection.session?.tokenHash !== session.tokenHash) continue;
      this.#leaveMembers(connection);
      connection.drop('session_ended');
    }
  }

  #sweep(): void {
    const silentSince = this.#now() - this.#options.idleMs;
    for (const connection of this.#connections) {
      if (connection.heardAtMs < silentSince) connection.abandon();
      else if (connection.session !== null && !this.#isAlive(connection)) this.#endSession(connection.session);
    }
  }

  #leaveMembers(connection: Connection): void {
    if (connection.session === null) return;
    const own = this.#members.get(connection.session.user);
    own?.delete(connection);
    if (own?.size === 0) this.#members.delete(connection.session.user);
    connection.session = null;
  }

  #disconnect(connection: Connection): void {
    const network = networkOf(connection.address);
    if (connection.wasDropped) this.#dropped += 1;
    this.#connections.delete(connection);
    this.#leaveMembers(connection);
    for (const name of [...connection.subscriptions]) this.#unsubscribe(connection, name);
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left === 0) this.#networks.delete(network);
    else this.#networks.set(network, left);
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
