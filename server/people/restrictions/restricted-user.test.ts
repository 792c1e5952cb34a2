import type { Order } from '@bourse/contract/spot';
import { type OperatorCommand, userId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { say } from '../../ground/texts/index.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const usdt = 3;
const all = '100000';

let venue: RunningVenue;
let ann: Person;
let ben: Person;
let people = 0;

beforeAll(async () => {
  venue = await RunningVenue.open();
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  ben = await venue.person(`ben-${people}`);
});

afterAll(async () => {
  await venue.close();
});

async function restrict(person: Person, before: RestrictionScope, scope: RestrictionScope) {
  const audit = { operator: userId(7), cause: 'incident' } as const;
  const command: OperatorCommand = { type: 'restrict_user', user: userId(person.id), before, scope, ...audit };
  return venue.operate(command);
}

const order = { way: 2, currency_match_id: btcUsdt, number: '0.01', price: '20000' };

describe('a user whose trading is stopped', () => {
  test('has no open orders any more and all funds available', async () => {
    await ann.buy(btcUsdt, '0.01', '20000');
    await ann.post('tx_in/add', { ...order, type: 'stop_market', stop_price: '90000' });
    const { body: kept } = await ben.buy<Order>(btcUsdt, '0.01', '20000');
    await restrict(ann, 'none', 'trading');

    expect(await ann.balance(usdt)).toEqual({ available: all, locked: '0' });
    expect((await ann.get<{ data: unknown[] }>('tx_in/list')).body.data).toMatchObject({ data: [] });
    expect((await ben.post('tx_in/cancel', { id: kept.data.id })).body.code).toBe(1);
  });

  test('is refused in every language, over HTTP, in a batch and over the socket, while others trade', async () => {
    await restrict(ann, 'none', 'trading');
    const refused = { code: 0, error: 'trading_stopped', message: say('en', 'errors.trading_stopped') };

    expect((await ann.buy(btcUsdt, '0.01', '20000')).body).toMatchObject(refused);
    expect((await ann.sell(btcUsdt, '0.01', '20000', { lang: 'ja' })).body).toMatchObject({
      ...refused,
      message: say('ja', 'errors.trading_stopped'),
    });
    const { body: batch } = await ann.post<{ results: Envelope<Order>[] }>('tx_batch/add', { orders: [order, order] });
    expect(batch.data.results).toMatchObject([refused, refused]);
    const client = await venue.socket();
    client.say('login', ann.token);
    await client.message((message) => message.type === 'login');
    expect(await client.ask<Order>('order.add', 'one', order)).toMatchObject(refused);
    await client.close();
    expect((await ben.buy(btcUsdt, '0.01', '20000')).body.code).toBe(1);
    await ben.post('tx_in/cancel_all', {});
  });

  test('can still cancel and move own money, and trades again once it is lifted', async () => {
    await restrict(ann, 'none', 'trading');
    expect((await ann.post('tx_in/cancel_all', {})).body.code).toBe(1);
    const transfer = { currency_id: usdt, from: 'change_account', to: 'lever_account', balance: '5' };
    const moved = await ann.post('account/transfer', transfer);
    expect(moved.body.code).toBe(1);
    await restrict(ann, 'trading', 'none');
    expect((await ann.buy(btcUsdt, '0.01', '20000')).body.code).toBe(1);
    await ann.post('tx_in/cancel_all', {});
  });

  test('has no order accepted after the restriction, also when orders and restriction arrive together', async () => {
    const orders = Array.from({ length: 20 }, async (_, at) => {
      if (at === 10) void restrict(ann, 'none', 'trading');
      return ann.buy<Order>(btcUsdt, '0.001', '20000');
    });
    const answers = (await Promise.all(orders)).map(({ body }) => body);
    const [decision] = await venue.database.query<{ sequence: string }>(
      `select sequence::text from core.settings_log where change = 'user_restricted' and user_id = $1`,
      [ann.id],
    );
    const accepted = answers.filter(({ code }) => code === 1);
    const refused = answers.filter(({ code }) => code !== 1);
    expect(accepted.every((answer) => answer.sequence < Number(decision?.sequence))).toBe(true);
    expect(refused.every(({ error }) => error === 'trading_stopped')).toBe(true);
    expect(await ann.balance(usdt)).toEqual({ available: all, locked: '0' });
  });

  test('stays restricted over a restart, and their settings say so', async () => {
    await restrict(ann, 'none', 'trading');
    await restrict(ben, 'none', 'outflow');
    await venue.stop();
    venue = await RunningVenue.openOn(venue.database);
    const [again, other] = [ann.on(venue), ben.on(venue)];

    expect((await again.buy(btcUsdt, '0.01', '20000')).body).toMatchObject({ error: 'trading_stopped' });
    expect((await again.get('user/info')).body.data).toMatchObject({ restriction: 'trading' });
    expect((await other.get('user/info')).body.data).toMatchObject({ restriction: 'outflow' });
    expect((await other.buy(btcUsdt, '0.01', '20000')).body.code).toBe(1);
    await other.post('tx_in/cancel_all', {});
    await restrict(ann, 'trading', 'none');
    expect((await again.get('user/info')).body.data).toMatchObject({ restriction: 'none' });
  });
});

describe('the log of settings', () => {
  test('has the operator, the cause and the scope before and after', async () => {
    await restrict(ann, 'none', 'outflow');
    await restrict(ann, 'outflow', 'none');
    expect(
      await venue.database.query(
        `select operator::int, cause, change, before, after from core.settings_log where user_id = $1 order by sequence`,
        [ann.id],
      ),
    ).toEqual([
      { operator: 7, cause: 'incident', change: 'user_restricted', before: '"none"', after: '"outflow"' },
      { operator: 7, cause: 'incident', change: 'user_restricted', before: '"outflow"', after: '"none"' },
    ]);
  });
});
