import { type Channel, code as answerCode, needsSession, type Policy, readCall } from '@bourse/contract';
import { channels } from '@bourse/contract/capabilities';
import { publicIds } from '@bourse/contract/documentation';
import { userId } from '@bourse/engine';
import fastify from 'fastify';
import Type, { type TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DeclaredRoute,
  reportPolicy,
  done,
  Gateway,
  multipliedRates,
  RateLimits,
  RoutePolicies,
  type Session,
} from '../ground/gateway/index.ts';
import { bankAccountOf } from '../testing/bank-account.ts';
import { beAgent } from '../testing/agent-account.ts';
import { Chance } from '../testing/attack/chance.ts';
import { declaredCalls, declaredSocketCalls } from '../testing/attack/declared.ts';
import { jsonText } from '../testing/attack/json.ts';
import { plausible } from '../testing/attack/shots.ts';
import { ManualTime } from '../ground/core/testing/manual-time.ts';
import { documentsOf } from '../testing/submitted-documents.ts';
import { imageOf } from '../testing/uploads.ts';
import { areAbsent, errorsOf } from '../testing/absent.ts';
import { digestOf } from '../testing/digest.ts';
import { naming, refusedToOwner, type Things } from '../testing/own-inputs.ts';
import {
  adFor,
  agentRequestOf,
  alertOf,
  deviceOf,
  depositOf,
  withdrawalAddressOf,
  feedbackOf,
  leverOf,
  passkeyOf,
  withdrawalFor,
} from '../testing/own-things.ts';
import { type Envelope, type Person, RunningVenue, type SocketClient, testPassword } from '../testing/running-venue.ts';

const day = 86_400_000;

/** Every kind of caller. The resources that calls name belong to Ann. */
const callers = ['visitor', 'owner', 'another user', 'seller', 'agent', 'expired session', 'revoked session'] as const;
type Caller = (typeof callers)[number];

let venue: RunningVenue;
let ann: Person;
let tokens: Readonly<Record<Caller, string | null>>;
let things: Things;
let nowMs = Date.UTC(2026, 0, 1);
/** The time of the next index price; the exchange's own time does not pass. */
let nextTickMs = 0;

/** An image of Ann, which no call of these tests uses up. */
let anImage: string | undefined;
let aFeedback: number | null = null;

beforeAll(async () => {
  const time = new ManualTime(Date.now());
  venue = await RunningVenue.open({ now: () => nowMs, time: { time } });
  nextTickMs = time.wallMs();
  const eve = await venue.person('eve');
  nowMs += 40 * day;
  ann = await venue.person('ann');
  const bob = await venue.person('bob');
  const sam = await venue.person('sam');
  await venue.database.query('update app.users set is_seller = true where id = $1', [sam.id]);
  const gus = await venue.person('gus');
  await beAgent(venue.database, gus.id);
  const rick = await venue.person('rick');
  await loggedInAgain(rick);
  const again = await loggedInAgain(rick);
  await venue.post('user/revoke_other_sessions', {}, { authorization: again });
  tokens = {
    visitor: null,
    owner: ann.token,
    'another user': bob.token,
    seller: sam.token,
    agent: gus.token,
    'expired session': eve.token,
    'revoked session': rick.token,
  };
  things = await thingsOfAnn();
});

afterAll(async () => {
  await venue.close();
});

describe('every route of the exchange', () => {
  test('declares its access, rate class and whether it moves money, and the routes are exactly those of the contract', () => {
    const served = new Set(apiRoutes().map(({ method, url }) => `${method} ${url}`));
    expect(declaredCalls.length).toBeGreaterThan(40);
    expect(served).toEqual(new Set(declaredCalls.map(({ method, path }) => `${method} /api/${path}`)));
    for (const { method, policy } of apiRoutes()) if (policy.movesMoney) expect(method).toBe('POST');
  });

  test('that takes an id is declared to check its owner', () => {
    const members = [...declaredCalls, ...declaredSocketCalls].filter(needsSession);
    expect(members.length).toBeGreaterThan(30);
    const naming = members.filter(({ input }) => fieldsOf(input).some((field) => ['id', 'ids'].includes(field)));
    expect(naming.length).toBeGreaterThan(10);
    const others = naming.filter(({ access }) => access !== 'owner');
    const names = others.map((call) => ('path' in call ? call.path : call.type));
    expect(names.filter((name) => !['id', 'ids'].some((field) => publicIds.has(`${name} ${field}`)))).toEqual([]);
  });

  test.each(callers)('admits exactly the callers that its policy allows: %s', async (caller) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    const [before, annBefore] = [await digestOf(venue.database), await stateOfAnn()];
    for (const route of apiRoutes().filter(leavesSessionsAlone)) {
      const name = `${route.method} ${route.url}`;
      expected[name] = verdictFor(caller, route.policy);
      found[name] = verdictOf(await call(caller, route.method, route.url, {}));
    }
    expect(found).toEqual(expected);
    if (caller !== 'owner') expect(await stateOfAnn()).toEqual(annBefore);
    if (isStranger(caller)) expect(await digestOf(venue.database)).toEqual(before);
  });

  test.each(callers.filter(isStranger))('refuses valid input without a session: %s', async (caller) => {
    const before = await digestOf(venue.database);
    for (const { input, method, path } of declaredCalls.filter(needsSession)) {
      const { code } = await call(caller, method, `/api/${path}`, meant(input, path));
      expect({ path, code }).toEqual({ path, code: answerCode.sessionEnded });
    }
    expect(await digestOf(venue.database)).toEqual(before);
  });

  test('that is a second address of a call admits the same callers to the same objects', async () => {
    const calls = declaredCalls.filter(({ earlier }) => earlier !== undefined);
    expect(calls.length).toBe(3);
    for (const { earlier, path } of calls) {
      const { url = '', methods = [] } = earlier ?? {};
      expect(venue.routes.filter((route) => route.url === url && route.method !== 'HEAD')).toHaveLength(methods.length);
      const everything = await digestOf(venue.database);
      for (const method of methods) {
        for (const caller of callers.filter((name) => name !== 'owner')) {
          const answer = await call(caller, method, url, inputNaming(path));
          const { code, error } = answer;
          const expected = isStranger(caller) ? [answerCode.sessionEnded, 'session_ended'] : [0, 'user_unknown'];
          expect({ url, method, caller, answer: [code, error] }).toEqual({ url, method, caller, answer: expected });
        }
      }
      expect(await digestOf(venue.database)).toEqual(everything);
    }
  });

  test('outside the API is public and answers all callers alike', async () => {
    const others = venue.routes.filter(
      ({ method, url }) => method === 'GET' && !apiRoutes().some((route) => route.url === url) && !isEarlier(url),
    );
    expect(others.length).toBeGreaterThan(5);
    for (const { policy, url } of others) {
      expect({ url, open: !needsSession(policy) }).toEqual({ url, open: true });
      const statuses = await Promise.all(
        callers.map(async (caller) => {
          const token = tokens[caller];
          const headers = token === null ? {} : { authorization: token };
          return (await fetch(venue.url + url.replaceAll('*', 'x'), { headers })).status;
        }),
      );
      expect({ url, kinds: new Set(statuses).size }).toEqual({ url, kinds: 1 });
    }
    // A HEAD route has the policy of its GET route.
    for (const { policy, url } of venue.routes.filter(({ method }) => method === 'HEAD')) {
      expect(venue.routes).toContainEqual({ method: 'GET', url, policy });
    }
  });
});

describe('a resource of a user', () => {
  test('cannot be found or changed by other callers, only by its owner', async () => {
    for (const { method, url } of apiRoutes().filter(({ policy }) => policy.access === 'owner')) {
      const input = inputNaming(url.slice('/api/'.length));
      const [before, everything] = [await stateOfAnn(), await digestOf(venue.database)];
      for (const caller of ['another user', 'seller', 'agent'] as const) {
        expect({ url, caller, absent: areAbsent(await call(caller, method, url, input)) }).toEqual({
          url,
          caller,
          absent: true,
        });
      }
      for (const caller of ['visitor', 'expired session', 'revoked session'] as const) {
        expect((await call(caller, method, url, input)).code).toBe(answerCode.sessionEnded);
      }
      expect(await digestOf(venue.database)).toEqual(everything);
      expect(await stateOfAnn()).toEqual(before);
      const refusal = refusedToOwner[url.slice('/api/'.length)];
      const errors = refusal === undefined ? [] : [refusal];
      expect({ url, errors: errorsOf(await call('owner', method, url, input)) }).toEqual({ url, errors });
      if (method === 'GET' || refusal !== undefined) continue;
      expect(await stateOfAnn()).not.toEqual(before);
      things = await thingsOfAnn();
    }
  });

  test('is protected over the socket as well', async () => {
    const calls = declaredSocketCalls;
    expect(calls.length).toBeGreaterThan(5);
    const sockets = new Map<Caller, SocketClient>();
    for (const caller of callers) sockets.set(caller, await socketOf(caller));
    let asked = 0;
    for (const { type, access, input: schema } of calls) {
      const input = access === 'owner' ? inputNaming(type) : {};
      const [before, everything] = [await stateOfAnn(), await digestOf(venue.database)];
      for (const caller of callers.filter((name) => name !== 'owner')) {
        const sent = access !== 'owner' && isStranger(caller) ? meant(schema, type) : input;
        const answer = await sockets.get(caller)?.ask<unknown>(type, String((asked += 1)), sent);
        if (answer === undefined) throw new Error('the socket is missing');
        if (isStranger(caller))
          expect({ type, caller, code: answer.code }).toEqual({ type, caller, code: answerCode.sessionEnded });
        else if (access === 'owner')
          expect({ type, caller, absent: areAbsent(answer) }).toEqual({ type, caller, absent: true });
      }
      expect(await digestOf(venue.database)).toEqual(everything);
      expect(await stateOfAnn()).toEqual(before);
      if (access !== 'owner') continue;
      const own = await sockets.get('owner')?.ask<unknown>(type, 'own', input);
      expect({ type, errors: own === undefined ? ['none'] : errorsOf(own) }).toEqual({ type, errors: [] });
      things = await thingsOfAnn();
    }
    for (const socket of sockets.values()) await socket.close();
  });

  test.each(['tx_history/orders.csv', 'tx_history/trades.csv'])('is missing from another user’s %s', async (path) => {
    const price = '29999.7';
    const kim = await venue.person(path.includes('orders') ? 'kim' : 'kit');
    await kim.sell(1, '0.001', price);
    await ann.buy(1, '0.001', price);
    const file = async (caller: Caller): Promise<string> => {
      const token = tokens[caller];
      const headers = token === null ? {} : { authorization: token };
      return (await fetch(`${venue.url}/api/${path}`, { headers })).text();
    };
    const rows = (text: string): string[] => text.split('\n').filter((line) => line.includes(price));
    expect(rows(await file('owner')).length).toBeGreaterThan(0);
    for (const caller of callers.filter((name) => name !== 'owner')) expect(rows(await file(caller))).toEqual([]);
  });

  test('is never sent to other users over channels, while public channels answer every caller', async () => {
    const names = [...channels.values()];
    const others = await Promise.all(callers.filter((caller) => caller !== 'owner').map(socketOf));
    const own = await socketOf('owner');
    const forAll = names.filter(({ access, begins }) => begins === 'sub' && access === 'visitor').map(filledIn);
    const forOwner = names.filter(needsSession).map(({ name }) => name);
    expect([forAll.length, forOwner.length]).toEqual([6, 14]);
    for (const socket of others) for (const channel of names) socket.say('sub', filledIn(channel));
    await ann.buy(1, '0.01', '18000');
    await own.message(({ type }) => type === 'TX_SUBMIT');
    // Messages arrive in order, so anything sent before these answers has been received.
    for (const socket of others) {
      for (const name of forAll) await socket.message(({ params, type }) => type === 'sub' && params === name);
      const from = socket.heard.length;
      socket.say('sub', 'DAY_MARKET');
      await socket.message(({ type }) => type === 'sub', from);
      expect(socket.heard.filter(({ type }) => forOwner.includes(type))).toEqual([]);
    }
    await Promise.all([...others, own].map((socket) => socket.close()));
  });
});

describe('a server', () => {
  test('does not start with a route that declares no policy', async () => {
    const app = fastify();
    const policies = new RoutePolicies(app);
    expect(() => app.get('/undeclared', () => 'open')).toThrow('GET /undeclared declares no policy.');
    expect(policies.routes).toEqual([]);
    await app.close();
  });

  test('reads seller status on each call, and refuses a caller whose session ends in the meantime', async () => {
    const app = fastify();
    const live = new Map([['a'.repeat(20), session(1)]]);
    let sellers = [1];
    let duringTheQuestion = (): void => undefined;
    const gateway = new Gateway(app, {
      sequence: () => 0,
      limits: new RateLimits(multipliedRates(1), () => 0),
      standing: {
        isSeller: (user) => {
          duringTheQuestion();
          return Promise.resolve(sellers.includes(user));
        },
        isAgent: () => Promise.resolve(false),
      },
      sessions: {
        known: (token) => live.get(token),
        stillKnown: (before) => [...live.values()].find((one) => one === before),
        lives: () => true,
        use: () => undefined,
        load: () => Promise.resolve(null),
        onEnded: () => undefined,
      },
    });
    const shop = readCall({ access: 'seller', rate: 'private' }, 'shop', Type.Object({}), Type.Object({}));
    gateway.member(shop, () => done({}));
    const error = async (): Promise<unknown> => {
      const reply = await app.inject({ url: '/api/shop', headers: { authorization: 'a'.repeat(20) } });
      return reply.json<Envelope<unknown>>().error;
    };
    expect(await error()).toBeUndefined();
    sellers = [];
    expect(await error()).toBe('forbidden');
    sellers = [1];
    duringTheQuestion = () => live.clear();
    expect(await error()).toBe('session_ended');
    await app.close();
  });
});

/** Whether the caller has no live session. */
function isStranger(caller: Caller): boolean {
  return caller === 'visitor' || caller.endsWith('session');
}

function fieldsOf(schema: object): string[] {
  return 'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
}

/** Valid input for a call, including ids of Ann's resources. */
function meant(schema: TSchema, name: string): Record<string, unknown> {
  const ground = { inviteCode: 'BOURSE', expendable: ann.account, expendableDevice: 'id', bystandersOrder: things.buy };
  const input = plausible({ chance: new Chance(name.length), ground, person: null }).input(schema, name);
  return JSON.parse(jsonText(input)) as Record<string, unknown>;
}

function filledIn({ name }: Channel): string {
  return name.replace('{symbol}', 'BTC/USDT').replace('{period}', '5min');
}

function session(user: number): Session {
  return { tokenHash: 'hash', user: userId(user), expiresAtMs: Infinity };
}

/** Whether a route is a second address of a call, which has its policy. */
function isEarlier(url: string): boolean {
  const call = declaredCalls.find(({ earlier }) => earlier?.url === url);
  if (call === undefined) return false;
  const { access, movesMoney, rate } = call;
  for (const route of venue.routes.filter((one) => one.url === url))
    expect(route.policy).toEqual({ access, movesMoney, rate });
  return true;
}

/** The routes of calls. Reports of outside programs are none: their signature says who sends them. */
function apiRoutes(): DeclaredRoute[] {
  return venue.routes.filter(
    ({ method, url, policy }) =>
      method !== 'HEAD' && url.startsWith('/api/') && !url.startsWith('/api/docs') && policy !== reportPolicy,
  );
}

/** Calls that end the caller's own session have separate tests. */
function leavesSessionsAlone({ url }: DeclaredRoute): boolean {
  return !['/api/user/logout', '/api/user/revoke_other_sessions', '/api/user/freeze'].includes(url);
}

/**
 * The expected result of a call with empty input: a missing session, a missing right, or any other answer, which means
 * that the caller was admitted.
 */
function verdictFor(caller: Caller, policy: Policy): string {
  if (!needsSession(policy)) return 'let in';
  if (isStranger(caller)) return 'session_ended';
  if (policy.access === 'seller') return caller === 'seller' ? 'let in' : 'forbidden';
  if (policy.access === 'agent') return caller === 'agent' ? 'let in' : 'forbidden';
  return 'let in';
}

function verdictOf({ error }: Envelope<unknown>): string {
  if (error === 'session_ended' || error === 'forbidden') return error;
  return error === 'server_error' ? error : 'let in';
}

async function call(caller: Caller, method: string, url: string, input: object): Promise<Envelope<unknown>> {
  const token = tokens[caller];
  const headers = token === null ? {} : { authorization: token };
  const path = url.startsWith('/api/') ? url.slice('/api/'.length) : `..${url}`;
  const { body, status } = await (method === 'GET'
    ? venue.get<unknown>(`${path}?${new URLSearchParams({ ...input })}`, headers)
    : venue.post<unknown>(path, input, headers));
  expect({ url, status }).toEqual({ url, status: 200 });
  return body;
}

function inputNaming(what: string): Readonly<Record<string, unknown>> {
  const input = naming[what];
  if (input === undefined)
    throw new Error(`${what} is declared to name a resource of its caller, but has no input here`);
  return input(things);
}

async function socketOf(caller: Caller): Promise<SocketClient> {
  const socket = await venue.socket();
  const token = tokens[caller];
  if (token !== null) {
    socket.say('login', token);
    await socket.message(({ type }) => type === 'login' || type === 'error');
  }
  return socket;
}

async function loggedInAgain(person: Person): Promise<string> {
  const { body } = await venue.post<{ token: string }>('user/login', {
    account: person.account,
    password: testPassword,
  });
  return body.data.token;
}

/** Everything that Ann can read about her resources. */
async function stateOfAnn(): Promise<unknown[]> {
  const reads = [
    'tx_in/list',
    'tx_out/list',
    'tx_history/list',
    'account/list',
    'user/info',
    'user/devices',
    'storage_currency/my_locks',
    'pay_method/list',
    'alerts/list',
    'draw_address/list',
    'user_real/center',
    `feedback/info?id=${things.feedback}`,
    'wallet/withdrawals',
    'transfer/list',
    'shop/ads',
    'user/agent_requests',
  ];
  const state = await Promise.all(reads.map(async (path) => (await ann.get<unknown>(path)).body.data));
  for (const status of [1, 6]) state.push((await ann.post<unknown>('lever/my_trade', { status })).body.data);
  return [...state, (await sessionsOfAnn()).map(({ id }) => id)];
}

async function sessionsOfAnn(): Promise<{ id: number; current: unknown }[]> {
  return (await ann.get<{ id: number; current: unknown }[]>('user/sessions')).body.data;
}

/**
 * Creates an order on each side, a deposit, an alert, a device, a passkey and a second session for Ann, regardless of
 * earlier changes.
 */
async function thingsOfAnn(): Promise<Things> {
  await ann.post('tx_in/cancel_all', {});
  await ann.post('tx_out/cancel_all', {});
  // She has no passkey while she logs in, because the login would require it.
  await venue.database.query('delete from app.passkeys where user_id = $1', [ann.id]);
  if ((await sessionsOfAnn()).length < 2) await loggedInAgain(ann);
  const buy = await ann.buy<{ id: number }>(1, '0.03', '20000');
  const sell = await ann.sell<{ id: number }>(1, '0.03', '30000');
  const other = (await sessionsOfAnn()).at(1);
  if (other === undefined) throw new Error('ann has one session only');
  const deposit = await depositOf(ann);
  const payMethod = await bankAccountOf(venue, ann, nowMs);
  anImage ??= await imageOf(venue, ann.token);
  const orders = { buy: buy.body.data.id, sell: sell.body.data.id };
  const [alert, passkey, device] = [await alertOf(ann), await passkeyOf(venue, ann), await deviceOf(venue, ann)];
  aFeedback ??= await feedbackOf(ann);
  const documents = await documentsOf(venue, ann, nowMs);
  const withdrawal = await withdrawalFor(venue, ann);
  const agentRequest = await agentRequestOf(venue, ann);
  const withdrawalAddress = await withdrawalAddressOf(venue, ann);
  const lever = await leverOf(venue, ann, () => (nextTickMs += 100));
  const kept = {
    agentRequest,
    withdrawalAddress,
    documents,
    deposit,
    payMethod,
    image: anImage,
    feedback: aFeedback,
    withdrawal,
  };
  return {
    ...orders,
    ...kept,
    ...lever,
    ad: await adFor(venue, ann),
    user: ann.id,
    session: other.id,
    passkey,
    alert,
    device,
  };
}
