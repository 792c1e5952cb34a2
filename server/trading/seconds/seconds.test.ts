import { evidenceFrom, isProven, recompute, settlementSpan, strikeSpan, windowFrom } from '@bourse/contract/rules';
import type { IndexTick } from '@bourse/contract/index-price';
import type { MatchGroup } from '@bourse/contract/markets';
import type { MicroCurrency, MicroEvidence, MicroFigures, MicroOption, MicroOrder } from '@bourse/contract/seconds';
import { createHash } from 'node:crypto';
import {
  type ConfigureIndex,
  currencyId,
  indexPrice,
  marketId,
  parseDecimal,
  userId,
  venue as theVenue,
} from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btcusdt, btc, usdt] = [1, 1, 3];
const setup = { operator: theVenue, cause: 'setup' } as const;

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  time = new ManualTime(Date.now());
  venue = await RunningVenue.open({ time: { time } });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await payIn('1000');
  await price(60_000);
});

afterAll(async () => {
  await venue.close();
});

/** Lets half a second pass and reports the index of BTC. */
async function price(usd: number): Promise<void> {
  time.pass(500);
  await reportPrices(venue, { 1: usd }, time.wallMs());
}

/** Reports this price so many times, each after half a second. */
async function prices(usd: number, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await price(usd);
}

async function payIn(balance: string, person = ann): Promise<void> {
  await person.post('account/transfer', { currency_id: usdt, balance, from: 'change_account', to: 'micro_account' });
}

type Fields = Readonly<Record<string, unknown>>;

/** Buys a contract of 10 USDT that wins if BTC rises within 30 seconds, with changes. */
async function submit(changes: Fields = {}, headers: Readonly<Record<string, string>> = {}, person = ann) {
  const order = { match_id: btcusdt, currency_id: usdt, type: 1, seconds: 30, number: '10', ...changes };
  return (await person.post<MicroOrder>('microtrade/submit', order, headers)).body;
}

/** Buys a contract and lets it end at this price, 60 000 being the strike price, from the first source on. */
async function played(end: number, changes: Fields = {}): Promise<MicroOrder> {
  await price(60_000);
  const { data } = await submit(changes);
  await prices(60_000, 10);
  await prices(end, 50);
  return the(data.id, 3);
}

async function the(id: number, status: number): Promise<MicroOrder> {
  const found = (await list(`?status=${status}`)).data.find((one) => one.id === id);
  if (found === undefined) throw new Error(`contract ${id} is not in list ${status}`);
  return found;
}

interface Page {
  readonly total: number;
  readonly per_page: number;
  readonly data: readonly MicroOrder[];
}

async function list(query: string, person = ann): Promise<Page> {
  return (await person.get<Page>(`microtrade/lists${query}`)).body.data;
}

async function evidenceOf(id: number): Promise<Envelope<MicroEvidence>> {
  return (await venue.get<MicroEvidence>(`microtrade/evidence?id=${id}`)).body;
}

/** The sources of the rule in force. */
async function sourcesOf(currency: number): Promise<string[]> {
  const { body } = await venue.get<{ sources: string[]; currency_id: number }[]>('index/list');
  return body.data.find(({ currency_id: id }) => id === currency)?.sources ?? [];
}

/** A rule of the index of BTC. */
function ruleOf(changes: Partial<ConfigureIndex> & Pick<ConfigureIndex, 'sources'>): ConfigureIndex {
  return {
    type: 'configure_index',
    asset: currencyId(btc),
    decimals: 8,
    minSources: 1,
    maxDeviationPpm: 5000,
    stalenessMs: 3000,
    ...setup,
    ...changes,
  };
}

async function balance(person = ann): Promise<string[]> {
  const { body } = await person.get<{ balance: string; lock_balance: string }>(
    `account/detail?currency_id=${usdt}&account_type_id=4`,
  );
  return [body.data.balance, body.data.lock_balance];
}

describe('what is offered', () => {
  test('has durations with payouts, and the percentage of wins that breaks even', async () => {
    const { body } = await venue.get<MicroOption[]>('microtrade/seconds');
    expect(body.data.map(({ seconds, profit_ratio: ratio, break_even: even }) => [seconds, ratio, even])).toEqual([
      [30, '0.8', '55.56'],
      [60, '0.85', '54.06'],
      [120, '0.88', '53.2'],
      [180, '0.9', '52.64'],
      [300, '0.92', '52.09'],
    ]);
  });

  test('has currencies with stakes, the own balance, and the room for more', async () => {
    await submit({ number: 500 });
    const { body } = await ann.get<MicroCurrency[]>('microtrade/payable_currencies');
    expect(body.data).toMatchObject([{ id: usdt, code: 'USDT', micro_account: { balance: '500' }, room: '4500' }]);
    expect(body.data[0]?.micro_numbers.map(({ number }) => number)).toEqual([
      '10',
      '20',
      '50',
      '100',
      '200',
      '500',
      '1000',
    ]);
  });

  test('is marked in the list of markets: the pairs in USDT', async () => {
    const { body } = await venue.get<MatchGroup[]>('market/currency_matches');
    const matches = body.data.flatMap((group) => group.matches);
    expect(matches.filter((one) => one.open_microtrade === 1).every((one) => one.quote_currency_id === usdt)).toBe(
      true,
    );
    expect(matches.filter((one) => one.open_microtrade === 1)).toHaveLength(13);
  });
});

describe('a contract', () => {
  test('is bought, struck, settled and paid, and listed in each state', async () => {
    const { data: bought } = await submit();
    expect(bought).toMatchObject({
      symbol_name: 'BTC/USDT',
      type: 1,
      seconds: 30,
      number: '10',
      payout: '8',
      status: 1,
      open_price: null,
      remain_milli_seconds: 30_000,
      break_even: '55.56',
      result: null,
    });
    expect(bought.end_at - bought.settlement_from).toBe(5000);
    expect(await balance()).toEqual(['990', '10']);

    await prices(60_000, 2);
    expect(await the(bought.id, 1)).toMatchObject({ open_price: '60000', remain_milli_seconds: 29_000 });
    await prices(60_000.5, 58);
    expect(await the(bought.id, 3)).toMatchObject({
      status: 3,
      result: 'win',
      end_price: '60000.5',
      fact_profits: '8',
      remain_milli_seconds: 0,
    });
    expect(await balance()).toEqual(['1008', '0']);
  });

  test('that loses costs the stake, and one that ends at its strike price nothing', async () => {
    expect(await played(59_999)).toMatchObject({ result: 'loss', fact_profits: '-10' });
    expect(await balance()).toEqual(['990', '0']);
    expect(await played(60_000)).toMatchObject({ result: 'tie', fact_profits: '0' });
    expect(await balance()).toEqual(['990', '0']);
    expect(await played(59_999, { type: 2 })).toMatchObject({ result: 'win', fact_profits: '8' });
  });

  test('returns the stake with a reason when the index is silent', async () => {
    const { data } = await submit();
    await prices(60_000, 10);
    time.pass(60_000);
    await price(61_000);
    expect(await the(data.id, 3)).toMatchObject({ result: 'void', void_reason: 'index_interrupted', end_price: null });
    expect(await balance()).toEqual(['1000', '0']);
  });

  test('with one idempotency key is bought once', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await submit({}, key);
    const again = await submit({}, key);
    expect(again.data.id).toBe(first.data.id);
    expect((await submit({ type: 2 }, key)).error).toBe('idempotency_key_reused');
    expect((await list('?status=1')).total).toBe(1);
    expect(await balance()).toEqual(['990', '10']);
  });

  test('of another user is not in the own list', async () => {
    await submit();
    const bea = await venue.person(`bea-${people}`);
    expect(await list('', bea)).toMatchObject({ total: 0, data: [] });
  });

  test('is notified when it is bought, struck and closed', async () => {
    const socket = await venue.socket();
    socket.say('login', ann.token);
    await socket.message(({ type }) => type === 'login');
    const { data } = await submit();
    await prices(60_000, 10);
    await prices(60_001, 50);
    await socket.message(({ type }) => type === 'MICRO_CLOSED');
    const about = socket.heard.filter(({ type }) => type === 'MICRO_CHANGED' || type === 'MICRO_CLOSED');
    expect(about).toMatchObject([
      { type: 'MICRO_CHANGED', order: { id: data.id, open_price: null } },
      { type: 'MICRO_CHANGED', order: { id: data.id, open_price: '60000' } },
      { type: 'MICRO_CLOSED', order: { id: data.id, result: 'win' } },
    ]);
    await socket.close();
  });
});

describe('a purchase is refused', () => {
  test.each([
    [{ match_id: 999 }, 'market_unknown'],
    [{ currency_id: 999 }, 'currency_unknown'],
    [{ currency_id: btc }, 'micro_currency_not_offered'],
    [{ seconds: 31 }, 'micro_seconds_not_offered'],
    [{ number: '11' }, 'micro_number_not_offered'],
    [{ number: '10.0000001' }, 'micro_number_not_offered'],
    [{ number: '99999999999999999999' }, 'micro_number_not_offered'],
    [{ number: '0' }, 'micro_number_not_offered'],
    [{ number: '-10' }, 'invalid_request'],
    [{ number: 'ten' }, 'invalid_request'],
    [{ type: 3 }, 'invalid_request'],
    [{ type: 'up' }, 'invalid_request'],
    [{ match_id: 15 }, 'micro_closed'],
    [{ version: 2 }, 'terms_changed'],
  ])('for %j with %s', async (changes, error) => {
    expect((await submit(changes)).error).toBe(error);
    expect(await balance()).toEqual(['1000', '0']);
  });

  test('without a balance', async () => {
    await payIn('0');
    const bea = await venue.person(`bea-${people}`);
    expect(await submit({}, {}, bea)).toMatchObject({
      error: 'insufficient_balance',
      details: { available: '0', needed: '10', currency: 'USDT' },
    });
  });

  test('beyond the cap of a user', async () => {
    await payIn('9000');
    for (let n = 0; n < 5; n += 1) expect((await submit({ number: 1000 })).data.status).toBe(1);
    expect(await submit()).toMatchObject({ error: 'micro_user_cap', details: { room: '0', currency: 'USDT' } });
  });

  test('while the index has no price', async () => {
    time.pass(60_000);
    expect(await submit()).toMatchObject({ error: 'micro_index_unavailable', details: { symbol: 'BTC/USDT' } });
  });

  test('to a user whose trading is stopped', async () => {
    const user = userId(ann.id);
    await venue.operate({ type: 'restrict_user', user, before: 'none', scope: 'trading', ...setup });
    expect((await submit()).error).toBe('trading_stopped');
  });

  test('while a new rule of the index waits for open contracts, which it does not affect', async () => {
    const { data } = await submit();
    await prices(60_000, 10);
    const sources = await sourcesOf(btc);
    await venue.operate(ruleOf({ sources: ['elsewhere'] }));
    expect((await submit()).error).toBe('micro_index_changing');
    await prices(60_001, 50);
    expect(await the(data.id, 3)).toMatchObject({ result: 'win' });
    await venue.operate(ruleOf({ sources }));
  });

  test('no longer once the rule that waits is withdrawn by the rule in force', async () => {
    await prices(60_000, 1);
    await submit();
    const sources = await sourcesOf(btc);
    await venue.operate(ruleOf({ sources, maxDeviationPpm: 6000 }));
    expect((await submit()).error).toBe('micro_index_changing');
    await venue.operate(ruleOf({ sources }));
    expect((await submit()).error).toBeUndefined();
    await prices(60_000, 70);
  });
});

describe('the evidence of a contract', () => {
  test('proves the result by the published rule, from the public ticks, to anyone', async () => {
    const { id, end_at: end, created_at: start } = await played(60_010);
    const { data } = await evidenceOf(id);
    const evidence = evidenceFrom(data.canonical);

    expect(createHash('sha256').update(data.canonical).digest('hex')).toBe(data.sha256);
    expect(data.canonical).not.toContain(String(ann.id));
    expect(isProven(evidence)).toBe(true);
    expect(data.windows.settlement.readings.filter(({ dropped }) => dropped)).toHaveLength(12);

    const query = `?currency_id=${btc}&from=${Math.floor(start / 1000) - 5}&to=${Math.ceil(end / 1000)}`;
    const ticks = (await venue.get<IndexTick[]>(`index/ticks${query}`)).body.data;
    const readings = ticks
      .filter((tick) => tick.source !== null || tick.price === null)
      .map(({ sequence, time: timeMs, price: text }) => {
        return { sequence, timeMs, price: text === null ? null : parseDecimal(text, data.terms.price_decimals) };
      });
    const { terms } = evidence;
    const strike = windowFrom(readings, strikeSpan(terms));
    const settlement = windowFrom(readings, settlementSpan(terms));
    expect(strike).toEqual(evidence.strike);
    expect(settlement).toEqual(evidence.settlement);
    expect(recompute({ terms, strike, settlement })).toEqual(evidence.stated);
  });

  test('has the ticks of every source of the index, also of one that is left out', async () => {
    const before = await sourcesOf(btc);
    const sources = [...before, 'far', 'near'].toSorted();
    const observe = async (usd: number) => {
      await price(usd);
      for (const [source, at] of [
        ['near', usd + 2],
        ['far', usd * 2],
      ] as const) {
        const prices = [{ asset: currencyId(btc), price: indexPrice(at * 10 ** 8) }];
        await venue.operate({ type: 'index_ticks', source, observedAtMs: time.wallMs(), prices });
      }
    };
    await venue.operate(ruleOf({ sources }));
    await observe(60_000);
    const { data: bought } = await submit();
    for (let n = 0; n < 10; n += 1) await observe(60_000);
    for (let n = 0; n < 50; n += 1) await observe(60_010);
    const { created_at: start, end_at: end } = await the(bought.id, 3);
    const { data } = await evidenceOf(bought.id);
    await venue.operate(ruleOf({ sources: before }));

    const evidence = evidenceFrom(data.canonical);
    expect(isProven(evidence)).toBe(true);
    expect(data.windows.settlement.readings).toHaveLength(50);
    const query = `?currency_id=${btc}&from=${Math.floor(start / 1000) - 5}&to=${Math.ceil(end / 1000)}`;
    const ticks = (await venue.get<IndexTick[]>(`index/ticks${query}`)).body.data;
    const bySequence = new Map(ticks.map((tick) => [tick.sequence, tick]));
    const counted = evidence.settlement.readings.map(({ sequence }) => bySequence.get(sequence));
    for (const source of sources) expect(counted.filter((tick) => tick?.source === source)).toHaveLength(10);
    for (const tick of counted) expect(tick?.left_out).toEqual([{ source: 'far', reason: 'deviating' }]);
  });

  test('does not exist before the end, or for an unknown contract', async () => {
    const { data } = await submit();
    expect((await evidenceOf(data.id)).error).toBe('contract_unknown');
    expect((await evidenceOf(999_999)).error).toBe('contract_unknown');
  });
});

describe('two contracts of a user that end in one command', () => {
  test('have a result, a message and entries in the log of balances each', async () => {
    const socket = await venue.socket();
    socket.say('login', ann.token);
    await socket.message(({ type }) => type === 'login');
    const [up, down] = [(await submit()).data, (await submit({ type: 2 })).data];
    expect(await balance()).toEqual(['980', '20']);
    await prices(60_000, 10);
    await prices(60_001, 50);

    expect(await the(up.id, 3)).toMatchObject({ result: 'win', fact_profits: '8', open_price: '60000' });
    expect(await the(down.id, 3)).toMatchObject({ result: 'loss', fact_profits: '-10', open_price: '60000' });
    expect((await list('?status=1')).total).toBe(0);
    expect(await balance()).toEqual(['998', '0']);
    const closed = await socket.until(() => {
      const found = socket.heard.filter(({ type }) => type === 'MICRO_CLOSED');
      return found.length >= 2 ? found : undefined;
    });
    const sequence = closed[0]?.['sequence'];
    expect(closed).toMatchObject([
      { sequence, order: { id: up.id, result: 'win' } },
      { sequence, order: { id: down.id, result: 'loss' } },
    ]);
    await socket.close();

    const rows = await venue.database.query<{ contract: string }>(
      `select contract from core.seconds_contracts where sequence = ${Number(sequence)} order by contract`,
    );
    expect(rows.map(({ contract }) => Number(contract))).toEqual([up.id, down.id]);
    const legs = await venue.database.query<{ leg: number; amount: string; cause: string; cause_id: string }>(
      `select leg, amount, cause, cause_id from core.account_log
        where sequence = ${Number(sequence)} and user_id = ${ann.id} order by leg`,
    );
    expect(legs.map(({ amount, cause, cause_id: id }) => [cause, Number(id), Number(amount)])).toEqual([
      ['seconds', up.id, 8_000_000],
      ['seconds', down.id, -10_000_000],
    ]);
  });
});

describe('lists', () => {
  test('are paged by ten, newest first, and filtered by market and state', async () => {
    for (let n = 0; n < 12; n += 1) await submit();
    const first = await list('');
    expect(first).toMatchObject({ total: 12, per_page: 10 });
    const ids = [...first.data, ...(await list('?page=2')).data].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(ids).toHaveLength(12);
    expect((await list('?match_id=2')).total).toBe(0);
    expect((await list('?status=3')).total).toBe(0);
    expect((await ann.get('microtrade/lists?status=2')).body.error).toBe('invalid_request');
    expect((await ann.get('microtrade/lists?match_id=999')).body.error).toBe('market_unknown');
  });
});

test('the figures count all results, and the house has what it must be able to pay', async () => {
  const read = async () => (await venue.get<MicroFigures>('microtrade/figures')).body.data;
  const of = ({ results }: MicroFigures) => results.find((one) => one.match_id === btcusdt && one.seconds === 60);
  const voidsIn = ({ days }: MicroFigures) => days.reduce((sum, day) => sum + day.too_few_ticks, 0);
  const before = await read();
  expect(of(before)).toBeUndefined();
  for (const type of [1, 2]) await submit({ type, seconds: 60, number: type === 1 ? 100 : 10 });
  await prices(60_000, 10);
  await prices(60_001, 110);
  await submit({ seconds: 60, number: 50 });
  time.pass(1000);
  await price(60_000);
  await submit();
  const after = await read();

  expect(of(after)).toMatchObject({ wins: 1, losses: 1, ties: 0, voids: 1, win_rate: '50', void_rate: '33.33' });
  // A win of 100 at 85 %, and a loss of 10; the void contract counts for neither.
  expect(of(after)).toMatchObject({ staked: '110', paid_out: '185', house_result: '-75' });
  expect(of(after)).toMatchObject({ currency_code: 'USDT', profit_ratio: '0.85', break_even: '54.06' });
  expect(voidsIn(after)).toBe(voidsIn(before) + 1);
  expect(Number(after.currencies[0]?.reserved)).toBeGreaterThanOrEqual(8);
  expect(Number(after.currencies[0]?.staked)).toBeGreaterThanOrEqual(10);
});

test('the figures count contracts by the ratio under which they were bought, also after a restart', async () => {
  const read = async () => (await venue.get<MicroFigures>('microtrade/figures')).body.data;
  const options = (ratioPpm: number) => ({
    ...({ type: 'configure_seconds', feePpm: 0, ...setup } as const),
    options: [
      { seconds: 30, ratioPpm: 800_000 },
      { seconds: 90, ratioPpm },
    ],
  });
  for (const ratioPpm of [500_000, 900_000]) {
    await venue.operate(options(ratioPpm));
    await submit({ seconds: 90 });
    await prices(60_000, 10);
    await prices(60_001, 170);
  }
  const found = await read();
  const rows = found.results.filter(({ seconds }) => seconds === 90);
  expect(rows).toMatchObject([
    { profit_ratio: '0.5', break_even: '66.67', wins: 1, staked: '10', paid_out: '15', house_result: '-5' },
    { profit_ratio: '0.9', break_even: '52.64', wins: 1, staked: '10', paid_out: '19', house_result: '-9' },
  ]);
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database, { time: { time } });
  const { results, days } = await read();
  expect({ results, days }).toEqual({ results: found.results, days: found.days });
});

test('closing a market affects no open contract', async () => {
  const { data } = await submit();
  await venue.operate({ type: 'configure_seconds_market', market: marketId(btcusdt), state: 'closed', ...setup });
  expect((await submit()).error).toBe('micro_closed');
  await prices(60_000, 10);
  await prices(60_001, 50);
  expect(await the(data.id, 3)).toMatchObject({ result: 'win' });
  await venue.operate({ type: 'configure_seconds_market', market: marketId(btcusdt), state: 'open', ...setup });
});
