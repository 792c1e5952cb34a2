import type { Alert, NoticePage, NoticePreferences } from '@bourse/contract/alerts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const btcusdt = 1;

let venue: RunningVenue;
let time: ManualTime;
let ann: Person;
let maker: Person;
let taker: Person;
let people = 0;
/** Every test trades above the prices of the ones before. */
let base = 30_000;

beforeAll(async () => {
  time = new ManualTime(Date.UTC(2026, 0, 2));
  venue = await RunningVenue.open({ time: { time } });
  [maker, taker] = [await venue.person('maker'), await venue.person('taker')];
});

beforeEach(async () => {
  people += 1;
  base += 100;
  ann = await venue.person(`ann-${people}`);
  await trade(base);
});

afterAll(async () => {
  await venue.close();
});

async function trade(price: number): Promise<void> {
  expect((await maker.sell(btcusdt, '0.001', `${price}`)).body.code).toBe(1);
  expect((await taker.buy(btcusdt, '0.001', `${price}`)).body.code).toBe(1);
}

async function add(price: number, more: object = {}, person = ann): Promise<Envelope<Alert>> {
  const wanted = { currency_match_id: btcusdt, direction: 'above', price: `${price}`, ...more };
  return (await person.post<Alert>('alerts/add', wanted)).body;
}

async function alertsOf(person = ann): Promise<Alert[]> {
  return (await person.get<Alert[]>('alerts/list')).body.data;
}

async function notices(query = '', person = ann): Promise<NoticePage> {
  return (await person.get<NoticePage>(`notices/list${query}`)).body.data;
}

async function listening(person = ann) {
  const socket = await venue.socket();
  socket.say('login', person.token);
  await socket.message(({ type }) => type === 'login');
  return socket;
}

describe('a price alert', () => {
  test('fires with a notice over the socket, a row in the list and a mail, and is gone', async () => {
    const socket = await listening();
    expect(await add(base + 10)).toMatchObject({ data: { symbol: 'BTC/USDT', armed: 1, repeat: 0, fired_at: null } });
    await trade(base + 15);
    const notice = await socket.message(({ type }) => type === 'NOTICE');
    const figures = { market: 'BTC/USDT', target: `${base + 10}`, price: `${base + 15}` };
    expect(notice).toEqual({ type: 'NOTICE', n: 1, template: 'price_above', figures });
    expect(await notices()).toMatchObject({
      unread: 1,
      next: null,
      data: [{ n: 1, template: 'price_above', figures }],
    });
    expect(await alertsOf()).toEqual([]);
    const [mail] = await venue.outbox(ann.account);
    expect(mail?.subject).toBe(`Bourse: BTC/USDT has risen to ${base + 10}`);
    await socket.close();
  });

  test('fires once when several trades reach it at the same time', async () => {
    const socket = await listening();
    await add(base + 10);
    await add(base - 10, { direction: 'below' });
    await maker.sell(btcusdt, '0.001', `${base + 11}`);
    await maker.sell(btcusdt, '0.001', `${base + 12}`);
    // One order trades at two prices beyond the alert; further orders are committed together with it.
    await Promise.all([11, 12, 13].map((step) => taker.buy(btcusdt, '0.002', `${base + step}`)));
    await taker.post('tx_in/cancel_all', {});
    await trade(base - 20);
    await socket.message((message) => message['template'] === 'price_below');
    expect((await notices()).data.map(({ template }) => template)).toEqual(['price_below', 'price_above']);
    await socket.close();
  });

  test('that repeats fires again after a minute, once the price has crossed back', async () => {
    const socket = await listening();
    await add(base + 10, { repeat: 1 });
    await trade(base + 10);
    await socket.message((message) => message['n'] === 1);
    expect(await alertsOf()).toMatchObject([{ armed: 0, repeat: 1 }]);
    await trade(base);
    await trade(base + 10);
    time.pass(60_000);
    await trade(base + 10);
    await trade(base);
    expect(await alertsOf()).toMatchObject([{ armed: 1 }]);
    await trade(base + 11);
    expect(await socket.message((message) => message['n'] === 2)).toMatchObject({ figures: { price: `${base + 11}` } });
    expect(await notices()).toMatchObject({ unread: 2 });
    await socket.close();
  });

  test.each<[string, object, string]>([
    ['at a price that was reached', {}, 'alert_price_reached'],
    ['without a price', { price: '' }, 'price_required'],
    ['of an unknown market', { currency_match_id: 999 }, 'market_unknown'],
    ['at a price with too many decimals', { price: '1.123456789' }, 'price_precision'],
  ])('%s is refused', async (_name, more, error) => {
    expect((await add(base, more)).error).toBe(error);
  });

  test('at the same price is refused, and more than 50 are', async () => {
    await add(base + 1_000);
    expect((await add(base + 1_000)).error).toBe('alert_exists');
    const answers = await Promise.all(Array.from({ length: 52 }, (_, n) => add(base + 1_001 + n)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(49);
    expect(answers.find(({ code }) => code === 0)).toMatchObject({
      error: 'too_many_alerts',
      details: { maximum: 50 },
    });
    expect(await alertsOf()).toHaveLength(50);
    for (const { id } of await alertsOf()) await ann.post('alerts/remove', { id });
  });

  test('of another user cannot be removed or seen', async () => {
    const ben = await venue.person(`ben-${people}`);
    const { data } = await add(base + 10);
    expect((await ben.post('alerts/remove', { id: data.id })).body.error).toBe('alert_unknown');
    expect(await alertsOf(ben)).toEqual([]);
    expect((await ann.post('alerts/remove', { id: data.id })).body.code).toBe(1);
    expect((await ann.post('alerts/remove', { id: data.id })).body.error).toBe('alert_unknown');
  });
});

describe('notices', () => {
  test('are paged, and read up to a number', async () => {
    const socket = await listening();
    for (const step of [1, 2, 3]) await add(base + step);
    await trade(base + 3);
    await socket.message((message) => message['n'] === 3);
    const first = await notices('?limit=2');
    expect([first.data.map(({ n }) => n), first.next, first.unread]).toEqual([[3, 2], 2, 3]);
    expect((await notices('?limit=2&before=2')).data.map(({ n }) => n)).toEqual([1]);
    expect((await ann.post('notices/read', { n: 2 })).body.data).toEqual({ unread: 1 });
    expect((await ann.post('notices/read', { n: 1 })).body.data).toEqual({ unread: 1 });
    expect((await notices()).data.map(({ read }) => read)).toEqual([0, 1, 1]);
    expect((await ann.post('notices/read', { n: 999_999_999_999 })).body.data).toEqual({ unread: 0 });
    await socket.close();
  });

  test('are delivered in the ways that the user has chosen', async () => {
    const ben = await venue.person(`ben-${people}`);
    const ways = { mail: false, page: true, sound: false };
    const defaults = (await ann.get<NoticePreferences>('notify/preferences')).body.data;
    const wanted = { ...defaults, alerts: ways };
    expect((await ann.post<NoticePreferences>('notify/save_preferences', wanted)).body.data).toEqual(wanted);
    await ben.post('notify/save_preferences', { ...defaults, alerts: { ...ways, page: false } });
    const socket = await listening();
    await add(base + 1, {}, ben);
    await add(base + 1);
    await trade(base + 1);
    await socket.message(({ type }) => type === 'NOTICE');
    expect([(await notices()).unread, (await notices('', ben)).unread]).toEqual([1, 0]);
    for (const { account } of [ann, ben]) {
      expect((await venue.outbox(account)).filter(({ subject }) => subject.includes('BTC/USDT'))).toEqual([]);
    }
    await socket.close();
  });

  test('are mailed at most 20 times an hour', async () => {
    const socket = await listening();
    for (let step = 1; step <= 22; step += 1) await add(base + step);
    await trade(base + 22);
    await socket.message((message) => message['n'] === 22);
    const mails = (await venue.outbox(ann.account)).filter(({ subject }) => subject.includes('BTC/USDT'));
    expect(mails).toHaveLength(20);
    await socket.close();
  });
});

test('after a restart, only alerts whose trades were not recorded fire', async () => {
  const socket = await listening();
  await add(base + 5);
  await add(base + 6);
  await add(base + 7, { repeat: 1 });
  await add(base + 50);
  const [lost] = await venue.database.query<{ id: string; price: string; sequence: string }>(
    'select id, price, sequence from app.price_alerts where user_id = $1 order by id limit 1',
    [ann.id],
  );
  await trade(base + 10);
  await socket.message((message) => message['n'] === 3);
  await venue.stop();
  // As after a crash before the first of the three was recorded.
  await venue.database.query(
    `insert into app.price_alerts (id, user_id, market_id, direction, price, repeat, created_at, sequence)
     overriding system value values ($1, $2, $3, 'above', $4, false, 0, $5)`,
    [lost?.id, ann.id, btcusdt, lost?.price, lost?.sequence],
  );
  await venue.database.query('update app.price_alert_progress set sequence = $1', [lost?.sequence]);

  venue = await RunningVenue.openOn(venue.database, { time: { time } });
  [ann, maker, taker] = [ann.on(venue), maker.on(venue), taker.on(venue)];
  const { data } = await notices();
  expect(data.map(({ figures, n }) => [n, figures['target']])).toEqual([
    [4, `${base + 5}`],
    [3, `${base + 7}`],
    [2, `${base + 6}`],
    [1, `${base + 5}`],
  ]);
  expect((await alertsOf()).map(({ armed, price }) => [price, armed])).toEqual([
    [`${base + 50}`, 1],
    [`${base + 7}`, 0],
  ]);
});
