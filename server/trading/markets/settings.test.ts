import type { MatchGroup } from '@bourse/contract/markets';
import type { Order } from '@bourse/contract/spot';
import { amount, lots, marketId, ticks, userId, venue as venueId, type OperatorCommand } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../ground/database/test-database.ts';
import { type Person, RunningVenue, type SocketClient, type SocketMessage } from '../../testing/running-venue.ts';

const btcUsdt = 1;
const operator = userId(100_500);
const market = marketId(btcUsdt);

let venue: RunningVenue;
let ann: Person;
let ben: Person;
let cid: Person;

beforeAll(async () => {
  venue = await RunningVenue.open();
  ann = await venue.person('ann');
  ben = await venue.person('ben');
  cid = await venue.person('cid');
});

afterAll(async () => {
  await venue.close();
});

/** Submits an operator's command for BTC/USDT and returns the types of the resulting events. */
async function decide(command: object): Promise<string[]> {
  const { events } = await venue.operate({ operator, cause: 'policy', market, ...command } as OperatorCommand);
  return events.map(({ type }) => type);
}

/** A market as a visitor or a given user sees it. */
async function match(asks: Pick<Person, 'get'> = venue, wanted = btcUsdt) {
  const { body } = await asks.get<MatchGroup[]>('market/currency_matches');
  return body.data.flatMap(({ matches }) => matches).find(({ id }) => id === wanted);
}

describe("an operator's decision", () => {
  test('about a market appears in the market list, reaches every socket and applies to the next order', async () => {
    const client = await venue.socket();
    expect(await match()).toMatchObject({ state: 'open', price_step: '0.1', amount_step: '0.00001' });

    expect(await decide({ type: 'change_market_state', state: 'halted' })).toEqual(['market_state_changed']);
    expect(await match()).toMatchObject({ state: 'halted' });
    expect(await client.message(({ type }) => type === 'MARKET_CHANGED')).toMatchObject({
      currency_match_id: btcUsdt,
      symbol: 'BTC/USDT',
      state: 'halted',
    });
    expect((await ann.buy<Order>(btcUsdt, '0.01', '20000')).body).toMatchObject({ code: 0, error: 'market_closed' });
    await decide({ type: 'change_market_state', state: 'open' });

    const settings = { priceStep: ticks(5), quantityStep: lots(1000), minNotional: amount(50_000_000) };
    expect(await decide({ type: 'change_market_settings', settings })).toEqual(['market_settings_changed']);
    expect(await match()).toMatchObject({ state: 'open', price_step: '0.5', amount_step: '0.01', min_notional: '50' });
    expect((await ann.buy<Order>(btcUsdt, '0.01', '20000.1')).body).toMatchObject({
      error: 'price_step',
      details: { step: '0.5' },
    });
    expect((await ann.buy<Order>(btcUsdt, '0.011', '20000')).body).toMatchObject({
      error: 'quantity_step',
      details: { step: '0.01' },
    });
    expect((await ann.buy<Order>(btcUsdt, '0.01', '20')).body).toMatchObject({
      error: 'below_min_notional',
      details: { minimum: '50' },
    });
    const defaults = { priceStep: ticks(1), quantityStep: lots(1), minNotional: amount(5_000_000) };
    await decide({ type: 'change_market_settings', settings: defaults });

    const rates = { makerFeePpm: -200, takerFeePpm: 1500 };
    expect(await decide({ type: 'set_fee_tier', tier: 0, rates })).toEqual(['fee_tier_set']);
    expect(await match()).toMatchObject({ maker_fee_rate: '-0.0002', taker_fee_rate: '0.0015' });
    await client.close();
  });

  test("about a user's fees applies to the next trade; a rebate reaches the maker and both logs", async () => {
    const rates = { makerFeePpm: -500, takerFeePpm: 2000 };
    await venue.operate({
      type: 'set_user_fees',
      user: userId(ann.id),
      market: null,
      rates,
      operator,
      cause: 'agreement',
    });
    const sold = await ann.sell<Order>(btcUsdt, '0.1', '30000');
    const bought = await ben.buy<Order>(btcUsdt, '0.04', '30000');
    expect(bought.body.data).toMatchObject({
      fee: '0.00006',
      fee_currency: 'BTC',
      rebate: '0',
      rebate_currency: 'USDT',
    });
    const open = await ann.get<{ data: Order[] }>('tx_out/list');
    expect(open.body.data.data[0]).toMatchObject({
      id: sold.body.data.id,
      fee: '0',
      rebate: '0.00002',
      rebate_currency: 'BTC',
    });
    expect(await ann.balance(1)).toEqual({ available: '0.90002', locked: '0.06' });
    await ann.post('tx_out/cancel', { id: sold.body.data.id });
    const finished = await ann.get<{ data: Order[] }>('tx_history/list');
    expect(finished.body.data.data[0]).toMatchObject({ status: 'cancelled', fee: '0', rebate: '0.00002' });

    expect(
      await venue.database.query(
        `select user_id, account_type, currency_id, amount, cause from core.account_log where cause = 'rebate' order by user_id`,
      ),
    ).toEqual([
      { user_id: '0', account_type: 102, currency_id: 1, amount: '-2000', cause: 'rebate' },
      { user_id: String(ann.id), account_type: 1, currency_id: 1, amount: '2000', cause: 'rebate' },
    ]);
    expect(await venue.database.query('select taker_fee, maker_fee, rebate from core.trades')).toEqual([
      { taker_fee: '6000', maker_fee: '0', rebate: '2000' },
    ]);
  });

  test('is in the settings log with operator, cause, old and new value, like the set-up of the venue', async () => {
    await venue.operate({ type: 'set_user_fee_tier', user: userId(ben.id), tier: 2, operator, cause: 'policy' });
    const rows = await venue.database.query<{ after: string }>(
      `select operator, cause, change, currency_id, market_id, user_id, tier, before, after from core.settings_log
       where operator <> 0 order by sequence`,
    );
    const entry = { operator: '100500', currency_id: null, market_id: 1, user_id: null, tier: null, cause: 'policy' };
    expect(rows[0]).toEqual({ ...entry, change: 'market_state_changed', before: '"open"', after: '"halted"' });
    expect(rows[4]).toEqual({
      ...entry,
      change: 'fee_tier_set',
      tier: 0,
      before: '{"makerFeePpm":1000,"takerFeePpm":1000}',
      after: '{"makerFeePpm":-200,"takerFeePpm":1500}',
    });
    expect(rows[5]).toMatchObject({ change: 'user_fees_set', market_id: null, user_id: String(ann.id), before: null });
    expect(rows[6]).toMatchObject({ change: 'user_fee_tier_set', user_id: String(ben.id), before: '0', after: '2' });
    const listed = await venue.database.query(
      `select change, cause, count(*)::int from core.settings_log
       where operator = 0 and change like '%listed' group by 1, 2 order by 1`,
    );
    expect(listed).toEqual([
      { change: 'currency_listed', cause: 'setup', count: 14 },
      { change: 'market_listed', cause: 'setup', count: 16 },
    ]);
  });

  test('is not logged when it is refused', async () => {
    const before = await venue.database.query('select count(*) from core.settings_log');
    expect(await decide({ type: 'change_market_settings', settings: { maxOpenOrders: 0 } })).toEqual(['rejected']);
    expect(await venue.database.query('select count(*) from core.settings_log')).toEqual(before);
  });

  test('about a rebate does not change repeated answers to earlier requests', async () => {
    const rates = { makerFeePpm: -500, takerFeePpm: 2000 };
    const agreed = { market: null, rates, operator, cause: 'agreement' } as const;
    await venue.operate({ type: 'set_user_fees', user: userId(cid.id), ...agreed });
    const stop = { currency_match_id: btcUsdt, order_type: 'stop_limit', stop_price: '29000' };
    const orders = [
      { currency_match_id: btcUsdt, number: '0.01', price: '29000' },
      { ...stop, number: '0.01', price: '29500' },
    ];
    const ask = (at: number) => cid.post<Order>('tx_out/add', orders[at], { 'idempotency-key': `rebate-${at}` });
    const first = [(await ask(0)).body.data, (await ask(1)).body.data];
    await ben.buy(btcUsdt, '0.004', '29000');
    await ben.buy(btcUsdt, '0.008', '29500');
    const open = await cid.get<{ data: Order[] }>('tx_out/list');
    expect(open.body.data.data.map(({ rebate }) => rebate)).toEqual(['0.000001']);
    expect([(await ask(0)).body.data, (await ask(1)).body.data]).toEqual(first);
    await cid.post('tx_out/cancel_all', {});
    expect([(await ask(0)).body.data, (await ask(1)).body.data]).toEqual(first);
  });

  test("about a user's fees changes that user's market list, is sent to that user only and applies to the next trade", async () => {
    const dan = await venue.person('dan');
    const user = userId(dan.id);
    const [own, others] = [await venue.socket(), await venue.socket()];
    own.say('login', dan.token);
    await own.message(({ type }) => type === 'login');
    const decided = { operator, cause: 'policy' } as const;
    const shown = async (id: number, asks: Pick<Person, 'get'> = dan) => {
      const found = await match(asks, id);
      return [found?.maker_fee_rate, found?.taker_fee_rate];
    };
    const defaults = [await shown(2), await shown(3)];
    expect(defaults).toEqual([await shown(2, venue), await shown(3, venue)]);

    // A user's tier takes the market's rates for that tier, or else for the next lower tier that the market defines.
    const tier = { type: 'set_fee_tier', market: marketId(2), tier: 3, rates: { makerFeePpm: 100, takerFeePpm: 700 } };
    await venue.operate({ ...tier, ...decided } as OperatorCommand);
    expect(await shown(2)).toEqual(defaults[0]);
    await venue.operate({ type: 'set_user_fee_tier', user, tier: 5, ...decided });
    expect(await shown(2)).toEqual(['0.0001', '0.0007']);
    expect([await shown(3), await shown(2, venue)]).toEqual([defaults[1], defaults[0]]);
    // A user's own rates for all markets override the tier; own rates for one market override both.
    await venue.operate({
      type: 'set_user_fees',
      user,
      market: null,
      rates: { makerFeePpm: -50, takerFeePpm: 500 },
      ...decided,
    });
    await venue.operate({
      type: 'set_user_fees',
      user,
      market: marketId(3),
      rates: { makerFeePpm: 0, takerFeePpm: 300 },
      ...decided,
    });
    expect([await shown(2), await shown(3)]).toEqual([
      ['-0.00005', '0.0005'],
      ['0', '0.0003'],
    ]);
    await ben.sell(2, '1', '2000');
    expect((await dan.buy<Order>(2, '1', '2000')).body.data).toMatchObject({ fee: '0.0005', fee_currency: 'ETH' });

    // A new connection is first sent the changes of the last minute.
    const isNew = ({ sequence }: SocketMessage, { statuses: [first] }: SocketClient): boolean =>
      Number(sequence) > Number(first?.['sequence']);
    const changes = (client: SocketClient) =>
      client.heard.filter((message) => message.type === 'MARKET_CHANGED' && isNew(message, client));
    await own.until(() => changes(own)[1 + 16 + 16]);
    expect(changes(own).at(-1)).toMatchObject({ currency_match_id: 3, state: 'open' });
    await venue.operate({ type: 'set_user_fees', user, market: marketId(3), rates: null, ...decided });
    await venue.operate({ type: 'set_user_fees', user, market: null, rates: null, ...decided });
    expect([await shown(2), await shown(3)]).toEqual([['0.0001', '0.0007'], defaults[1]]);
    await decide({ type: 'change_market_state', state: 'halted' });
    await decide({ type: 'change_market_state', state: 'open' });
    // Other users are only notified of the market's tier; their next notification is the public halt.
    await others.until(() => changes(others)[1]);
    expect(changes(others).slice(0, 2)).toMatchObject([
      { currency_match_id: 2, state: 'open' },
      { currency_match_id: btcUsdt, state: 'halted' },
    ]);
    await own.close();
    await others.close();
  });
});

describe('the set-up of the demo', () => {
  test('updates the settings of markets at a restart, except for markets that an operator changed', async () => {
    const database = await createTestDatabase();
    const first = await RunningVenue.openOn(database);
    const other = marketId(2);
    const drift = { settings: { priceBandPpm: null }, cause: 'setup' } as const;
    await first.operate({ type: 'change_market_settings', market, operator: venueId, ...drift });
    await first.operate({ type: 'change_market_settings', market: other, operator, ...drift });
    await first.stop();

    const second = await RunningVenue.openOn(database);
    const changes = await database.query(
      `select market_id, operator, cause, after::json ->> 'priceBandPpm' as band from core.settings_log
       where change = 'market_settings_changed' order by sequence`,
    );
    expect(changes).toEqual([
      { market_id: 1, operator: '0', cause: 'setup', band: null },
      { market_id: 2, operator: '100500', cause: 'setup', band: null },
      { market_id: 1, operator: '0', cause: 'setup', band: '4000000' },
    ]);
    await second.stop();
    const third = await RunningVenue.openOn(database);
    const decided = `select count(*)::int from core.settings_log where market_id is not null or change = 'currency_listed'`;
    // Currencies, markets, the leverage of each market, the seconds contracts of those in USDT, and the changes above.
    expect(await database.query(decided)).toEqual([{ count: 14 + 16 + 16 + 13 + 3 }]);
    await third.close();
  });
});
