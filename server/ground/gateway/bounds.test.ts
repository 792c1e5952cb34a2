import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRates } from './rate-limits.ts';
import { type Person, RunningVenue, type SocketClient } from '../../testing/running-venue.ts';

let venue: RunningVenue;
let ann: Person;
let bob: Person;
let elapsedMs = 0;
/** The requested pauses; the test does not wait for them. */
const pausesMs: number[] = [];

beforeAll(async () => {
  venue = await RunningVenue.open({
    config: { mode: 'demo', simulator: false, trustedProxies: ['127.0.0.1'], publicOrigin: 'https://bourse.example' },
    elapsed: () => elapsedMs,
    later: (then, milliseconds) => {
      pausesMs.push(milliseconds);
      then();
    },
  });
  ann = await venue.person('ann');
  bob = await venue.person('bob');
});

afterAll(async () => {
  await venue.close();
});

/** Attempts a login from a network, without a password. */
async function attempt(network: string) {
  return venue.post('user/login', { account: 'ann@example.com' }, { 'x-forwarded-for': network });
}

const { burst } = defaultRates.password.network;

describe('requests', () => {
  test('are limited by network and class, and the refusal says when to retry', async () => {
    const answers = await Promise.all(Array.from({ length: burst + 5 }, () => attempt('198.51.100.7')));
    const refusals = answers.filter(({ status }) => status === 429);
    expect(refusals).toHaveLength(5);
    const [refusal] = refusals;
    expect(refusal?.body).toMatchObject({
      code: 0,
      data: null,
      error: 'too_many_requests',
      details: { retry_after: 1 },
    });
    expect(refusal?.headers.get('retry-after')).toBe('1');
    expect(refusal?.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await attempt('198.51.100.8')).status).toBe(200);
    expect((await venue.get('market/currency_matches', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
    elapsedMs += 1_000;
    expect((await attempt('198.51.100.7')).status).toBe(200);
    // Repeated requests are refused after a pause, which delays no one else.
    expect((await attempt('198.51.100.7')).status).toBe(429);
    expect(pausesMs).toEqual(Array.from({ length: 6 }, () => 500));
  });

  test('with many entries count as their entries for the network too', async () => {
    const { network, person } = defaultRates.order;
    const from = { 'x-forwarded-for': '198.51.100.40' };
    const orders = Array.from({ length: 20 }, () => ({ way: 2, currency_match_id: 999, number: '1', price: '1' }));
    for (let users = 0; users < network.burst / (person?.burst ?? 0); users += 1) {
      const one = await venue.person(`batches-${users}`);
      for (let sent = 0; sent < (person?.burst ?? 0); sent += orders.length) {
        expect((await one.post('tx_batch/add', { orders }, from)).body).toMatchObject({ code: 1 });
      }
    }
    const late = await venue.person('batches-late');
    expect((await late.post('tx_batch/add', { orders }, from)).status).toBe(429);
    expect((await late.post('tx_batch/add', { orders }, { 'x-forwarded-for': '198.51.100.41' })).status).toBe(200);
  });

  test('from all addresses of a subscriber count towards one network', async () => {
    const answers = await Promise.all(
      Array.from({ length: burst + 5 }, (_, n) => attempt(`[2001:db8:0:1::${n.toString(16)}]:${40_000 + n}`)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await attempt('2001:db8:0:2::1')).status).toBe(200);
  });

  test('are limited for files of the page and unknown addresses too', async () => {
    const max = defaultRates.health.network.burst;
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const looks = await Promise.all(
      Array.from({ length: max + 50 }, async () => (await fetch(`${venue.url}/healthz`, { headers })).status),
    );
    expect(new Set(looks)).toEqual(new Set([200, 429]));
  });

  test('are limited for unknown tokens, while known users are served', async () => {
    const look = (token: string) =>
      venue.get('user/info', { 'x-forwarded-for': '198.51.100.31', authorization: token });
    const answers = await Promise.all(Array.from({ length: 205 }, (_, n) => look(String(n).padEnd(43, 'x'))));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await look(ann.token)).body.code).toBe(1);
  });

  test('are weighted: a long chart counts as many short ones', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.32' };
    const path = 'market/kline?currency_match_id=1&period=1min&from=0&to=90000';
    const max = defaultRates.public.network.burst / 10;
    const answers = await Promise.all(Array.from({ length: max + 1 }, () => venue.get(path, headers)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test('are weighted: ten minutes of index ticks count as sixty short ranges', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.33' };
    const path = 'index/ticks?currency_id=1&from=0&to=600';
    const max = Math.floor(defaultRates.public.network.burst / 60);
    const answers = await Promise.all(Array.from({ length: max + 2 }, () => venue.get(path, headers)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('that read the database for visitors leave sessions of it to users', async () => {
    const locked = new pg.Client({ connectionString: venue.database.settings.url });
    await locked.connect();
    await locked.query('begin; lock table core.index_configurations in access exclusive mode');
    const headers = (n: number) => ({ 'x-forwarded-for': `198.51.100.${100 + n}` });
    const reads = Array.from({ length: 30 }, (_, n) => venue.get('index/rules?currency_id=1', headers(n)));
    expect((await ann.get('tx_history/list?currency_match_id=1&way=1')).body.code).toBe(1);
    await locked.query('rollback');
    await locked.end();
    expect((await Promise.all(reads)).every(({ body }) => body.code === 1)).toBe(true);
  });

  test('are limited per user, by entries and across HTTP and socket; placed orders can still be cancelled', async () => {
    const orders = Array.from({ length: 20 }, () => ({ way: 2, currency_match_id: 1, number: '0.001', price: '1' }));
    const max = defaultRates.order.person?.burst ?? 0;
    const errors: unknown[] = [];
    for (let n = 0; n <= max / 20; n += 1) errors.push((await ann.post('tx_batch/add', { orders })).body.error);
    expect(errors).toEqual([...Array.from({ length: max / 20 }, () => undefined), 'too_many_requests']);

    const socket = await venue.socket();
    socket.say('login', ann.token);
    await socket.message(({ type }) => type === 'login');
    expect(await socket.ask('order.batch', '1', { orders })).toMatchObject({ code: 0, error: 'too_many_requests' });
    expect(await socket.ask('order.cancel_all', '2', { way: 2 })).toMatchObject({ code: 1 });
    await socket.close();
    expect((await bob.post('tx_batch/add', { orders })).body.code).toBe(1);
  });
});

describe('the socket', () => {
  test('accepts connections only from pages of the public origin, whatever the Host header', async () => {
    const open = async (origin: string, host: string) => {
      const socket = await venue.socket({ headers: { origin, host } });
      await socket.close();
    };
    await open('https://bourse.example', 'whatever.example');
    await expect(open('https://evil.example', 'evil.example')).rejects.toThrow('403');
  });

  test("counts towards the network's limits: excess unknown logins and subscriptions have to reconnect later, and no one else is affected", async () => {
    const headers = { 'x-forwarded-for': '198.51.100.21' };
    const crowd = async (rate: 'private' | 'public', ask: (client: SocketClient, n: number) => void) => {
      const many = defaultRates[rate].network.burst / 90 + 1;
      const clients = await Promise.all(Array.from({ length: many }, () => venue.socket({ headers })));
      for (const [at, client] of clients.entries()) for (let n = 0; n < 90; n += 1) ask(client, at * 90 + n);
      const first = await Promise.race(clients.map((client) => client.closing()));
      await Promise.all(clients.map((client) => client.close()));
      return first;
    };
    const goAway = { code: 1013, reason: 'try_again_later' };
    expect(await crowd('private', (client, n) => client.say('login', String(n).padEnd(43, 'x')))).toEqual(goAway);
    const own = await venue.socket({ headers });
    own.say('login', ann.token);
    await own.message(({ type }) => type === 'login');
    await own.close();
    expect(await crowd('public', (client) => client.say('sub', 'DAY_MARKET'))).toEqual(goAway);
    const elsewhere = await venue.socket({ headers: { 'x-forwarded-for': '198.51.100.22' } });
    elsewhere.say('sub', 'DAY_MARKET');
    await elsewhere.message(({ type }) => type === 'DAY_MARKET');
    await elsewhere.close();
  });
});

test('X-Forwarded-For of an untrusted peer is ignored', async () => {
  const plain = await RunningVenue.open({ config: { mode: 'demo', simulator: false }, elapsed: () => 0 });
  try {
    const answers = await Promise.all(
      Array.from({ length: burst + 5 }, (_, n) =>
        plain.post('user/login', {}, { 'x-forwarded-for': `198.51.100.${n}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  } finally {
    await plain.close();
  }
});
