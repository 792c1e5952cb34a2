import { once } from 'node:events';
import type { KeptMessage } from '@bourse/contract/notify';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { openVenue, type Venue } from '../venue/app.ts';
import { createTestDatabase, type TestDatabase } from '../ground/database/test-database.ts';
import { Front } from '../ground/gateway/front.ts';
import type { VenueOptions } from '../venue/venue-options.ts';
import { differenceOfAnswer, differenceOfMessage } from './documented.ts';

/** An envelope of the wire with the data that the test expects. */
export interface Envelope<Data> {
  readonly code: number;
  readonly message: string;
  readonly data: Data;
  readonly error?: string;
  readonly details?: Readonly<Record<string, string | number>>;
  readonly sequence: number;
  readonly repeated?: true;
  readonly request_id?: string;
}

export interface Reply<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Envelope<Data>;
}

type HeaderValues = Readonly<Record<string, string>>;

/** The ids of the devices of the tests, which survive a restart of the exchange. */
const devicesOf = new WeakMap<TestDatabase, Map<string, string>>();

/** A complete exchange without bots on its own database, reached over HTTP and the socket. */
export class RunningVenue {
  readonly database: TestDatabase;
  readonly url: string;
  readonly logged: string[];
  readonly routes: Venue['routes'];
  readonly operate: Venue['operate'];
  /** Socket messages that differ from the documentation. */
  readonly undocumented: string[] = [];
  readonly #close: () => Promise<void>;
  readonly #deviceIds: Map<string, string>;

  private constructor(database: TestDatabase, url: string, logged: string[], venue: Venue) {
    this.database = database;
    this.url = url;
    this.logged = logged;
    this.routes = venue.routes;
    this.operate = (command) => venue.operate(command);
    this.#close = () => venue.close();
    this.#deviceIds = devicesOf.get(database) ?? new Map<string, string>();
    devicesOf.set(database, this.#deviceIds);
  }

  /** @param options `settings` are the site settings by name */
  static async open(
    options: Partial<VenueOptions> & { database?: never; settings?: Readonly<Record<string, unknown>> } = {},
  ): Promise<RunningVenue> {
    const { settings = {}, ...others } = options;
    const database = await createTestDatabase();
    for (const [name, value] of Object.entries(settings)) {
      await database.query('insert into app.site_settings (name, value) values ($1, $2)', [
        name,
        JSON.stringify(value),
      ]);
    }
    return RunningVenue.openOn(database, others);
  }

  static async openOn(database: TestDatabase, options: Partial<VenueOptions> = {}): Promise<RunningVenue> {
    const logged: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
    const front = new Front();
    const port = await front.listen({ host: '127.0.0.1', port: 0 });
    const venue = await openVenue({
      // A test is one network that makes the requests of many.
      config: { mode: 'demo', simulator: false, rateFactor: 10_000 },
      secret: testSecret,
      log,
      pageFolder: null,
      front,
      // Opening sessions takes more time than the statements of most tests.
      sessionsPerLogin: 4,
      ...options,
      database: database.settings,
    });
    const url = `http://127.0.0.1:${port}`;
    return new RunningVenue(database, url, logged, venue);
  }

  /** Stops the exchange but keeps its database. */
  async stop(): Promise<void> {
    await this.#close();
    if (this.undocumented.length > 0) throw new Error(this.undocumented.join('\n'));
  }

  async close(): Promise<void> {
    try {
      await this.stop();
    } finally {
      await this.database.drop();
    }
  }

  async get<Data>(path: string, headers: HeaderValues = {}): Promise<Reply<Data>> {
    return this.send<Data>('GET', path, undefined, headers);
  }

  async post<Data>(path: string, body: unknown, headers: HeaderValues = {}): Promise<Reply<Data>> {
    return this.send<Data>('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  async send<Data>(
    method: string,
    path: string,
    body: string | undefined,
    headers: HeaderValues,
  ): Promise<Reply<Data>> {
    // Logins from unknown devices need a code; this device becomes known at the registration.
    const { flag = 'test-device' } = headers;
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: { ...headers, flag: this.deviceId(flag) },
      ...(body === undefined ? {} : { body }),
    });
    const answer = await bodyOf<Data>(response);
    // A device that the body names is not replaced.
    if (body?.includes('"device_id"') !== true) this.#keepDeviceId(flag, answer.data);
    const difference = differenceOfAnswer(method, path, answer);
    if (difference !== null) throw new Error(difference);
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** The id that the server has issued to a device of the tests, which keeps it as a browser does. */
  deviceId(device: string): string {
    return this.#deviceIds.get(device) ?? device;
  }

  #keepDeviceId(device: string, data: unknown): void {
    if (typeof data !== 'object' || data === null || !('device_id' in data)) return;
    if (typeof data.device_id === 'string' && data.device_id !== '') this.#deviceIds.set(device, data.device_id);
  }

  /** Registers a user with a unique address and logs them in. */
  async person(name: string): Promise<Person> {
    const account = `${name}@example.com`;
    const registered = await this.post<{ id: number; device_id: string }>('user/register', application({ account }));
    if (registered.body.code !== 1) throw new Error(registered.body.message);
    // Of people who register at once, each gets an id.
    const flag = registered.body.data.device_id;
    const login = await this.post<{ token: string }>('user/login', { account, password: testPassword }, { flag });
    return new Person(this, account, registered.body.data.id, login.body.data.token);
  }

  /** The kept messages of a demo to an address, newest first. */
  async outbox(to: string): Promise<KeptMessage[]> {
    const { body } = await this.get<KeptMessage[]>(`demo/outbox?to=${encodeURIComponent(to)}`);
    return body.data;
  }

  async socket(options: { headers?: HeaderValues; query?: string } = {}): Promise<SocketClient> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/ws${options.query ?? ''}`, {
      headers: { ...options.headers },
    });
    const client = new SocketClient(socket, this.undocumented);
    await once(socket, 'open');
    return client;
  }
}

/** Wraps a file in an envelope, so that all answers have the same type. */
async function bodyOf<Data>(response: Response): Promise<Envelope<Data>> {
  if (response.headers.get('content-type')?.startsWith('application/json') === true) {
    return (await response.json()) as Envelope<Data>;
  }
  return { code: 1, message: '', data: (await response.text()) as Data, sequence: 0 };
}

/** Constant, because restarted exchanges must use the same secret. */
export const testSecret = Buffer.alloc(32, 7);

export const testPassword = 'Tq8zkw2p';

/** A valid registration, with changes. */
export function application(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    account: 'ann@example.com',
    password: testPassword,
    re_password: testPassword,
    invite_code: 'BOURSE',
    type: 'email',
    ...changes,
  };
}

/** A user with a live session. */
export class Person {
  readonly account: string;
  readonly id: number;
  readonly token: string;
  readonly #venue: RunningVenue;

  constructor(venue: RunningVenue, account: string, id: number, token: string) {
    this.#venue = venue;
    this.account = account;
    this.id = id;
    this.token = token;
  }

  /** Returns this user as a client of the restarted exchange. */
  on(venue: RunningVenue): Person {
    return new Person(venue, this.account, this.id, this.token);
  }

  async get<Data>(path: string, headers: HeaderValues = {}): Promise<Reply<Data>> {
    return this.#venue.get<Data>(path, { authorization: this.token, ...headers });
  }

  async post<Data>(path: string, body: unknown, headers: HeaderValues = {}): Promise<Reply<Data>> {
    return this.#venue.post<Data>(path, body, { authorization: this.token, ...headers });
  }

  async buy<Data>(currency_match_id: number, number: string, price: string, headers: HeaderValues = {}) {
    return this.post<Data>('tx_in/add', { currency_match_id, number, price }, headers);
  }

  async sell<Data>(currency_match_id: number, number: string, price: string, headers: HeaderValues = {}) {
    return this.post<Data>('tx_out/add', { currency_match_id, number, price }, headers);
  }

  /** Available and locked units of a currency, in wire format. */
  async balance(currency: number): Promise<{ available: string; locked: string }> {
    const { body } = await this.get<{ balance: string; lock_balance: string }>(
      `account/detail?currency_id=${currency}`,
    );
    return { available: body.data.balance, locked: body.data.lock_balance };
  }
}

export type SocketMessage = Readonly<Record<string, unknown>> & { readonly type: string };

/** A socket client that keeps all received messages. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly heard: SocketMessage[] = [];
  readonly texts: string[] = [];
  /** Status messages, which arrive without a request and are kept separately. */
  readonly statuses: SocketMessage[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly #wake: (() => void)[] = [];

  constructor(socket: WebSocket, undocumented: string[] = []) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      const message = text === 'pong' ? null : (JSON.parse(text) as SocketMessage);
      const difference = message === null ? null : differenceOfMessage(message);
      if (difference !== null) undocumented.push(difference);
      if (message?.type === 'STATUS') this.statuses.push(message);
      else this.texts.push(text);
      if (message !== null && message.type !== 'STATUS') this.heard.push(message);
      this.#tell();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#tell();
    });
  }

  /** @param known the run of the server and the last sequence that the client has received */
  say(type: 'login' | 'sub' | 'unsub', params: string, known: { from?: number; run?: string } = {}): void {
    this.socket.send(JSON.stringify({ type, params, ...known }));
  }

  /** Makes a call; `id` identifies its answer. */
  call(type: string, id: string, params: unknown, key?: string): void {
    this.socket.send(JSON.stringify({ type, id, params, ...(key === undefined ? {} : { key }) }));
  }

  /** Makes a call and waits for its answer. */
  async ask<Data>(type: string, id: string, params: unknown, key?: string): Promise<Envelope<Data>> {
    const from = this.heard.length;
    this.call(type, id, params, key);
    const answer = await this.message((message) => message['id'] === id, from);
    if (!isEnvelope<Data>(answer)) throw new Error(`not an answer: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The first matching message, received already or in the future; `from` skips messages before that index. */
  async message(fits: (message: SocketMessage) => boolean, from = 0): Promise<SocketMessage> {
    return this.until(() => this.heard.slice(from).find(fits));
  }

  /** Waits until `look` returns a value. */
  async until<Found>(look: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (this.closed !== null) throw new Error(`the socket was closed: ${this.closed.reason}`);
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  async closing(): Promise<{ code: number; reason: string }> {
    while (this.closed === null) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.closed;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closing();
  }

  #tell(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

function isEnvelope<Data>(message: SocketMessage): message is SocketMessage & Envelope<Data> {
  return typeof message['code'] === 'number' && typeof message['sequence'] === 'number';
}
