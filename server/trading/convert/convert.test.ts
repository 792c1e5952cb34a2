import type { Conversion, ConvertQuote, ConvertSetting } from '@bourse/contract/convert';
import { accountType, amount, currencyId, userId, venue as theVenue } from '@bourse/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualTime } from '../../ground/core/testing/manual-time.ts';
import { reportPrices } from '../../testing/index-prices.ts';
import { type Envelope, type Person, RunningVenue } from '../../testing/running-venue.ts';

const [btc, eth, usdt, bnb] = [1, 2, 3, 4];
const setup = { operator: theVenue, cause: 'policy' } as const;
const spreads = [btc, eth, usdt].map((currency) => ({ currency: currencyId(currency), spreadPpm: 2_000 }));
const settings = { reference: currencyId(usdt), currencies: spreads, tolerancePpm: 5_000 };

let time: ManualTime;
let venue: RunningVenue;
let ann: Person;
let people = 0;

beforeAll(async () => {
  time = new ManualTime(Date.UTC(2026, 0, 2));
  venue = await RunningVenue.open({ time: { time }, now: () => time.wallMs() });
});

beforeEach(async () => {
  people += 1;
  ann = await venue.person(`ann-${people}`);
  await observe(60_000);
});

afterAll(async () => {
  await venue.close();
});

/** Sets the price of BTC in USDT; ETH has a twentieth of it. */
async function observe(price: number): Promise<void> {
  time.pass(100);
  await reportPrices(venue, { [btc]: price, [eth]: price / 20 }, time.wallMs());
}

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

const toBitcoin = { currency_id: usdt, targetCurrency: btc, number: '600' };

async function quote(fields: Fields = {}, person = ann): Promise<Envelope<ConvertQuote>> {
  const query = new URLSearchParams(
    Object.entries({ ...toBitcoin, ...fields }).map(([name, value]) => [name, String(value)]),
  );
  return (await person.get<ConvertQuote>(`account/convert_quote?${query}`)).body;
}

async function convert(fields: Fields = {}, headers: Headers = {}, person = ann): Promise<Envelope<Conversion>> {
  return (await person.post<Conversion>('account/convert', { ...toBitcoin, ...fields }, headers)).body;
}

/** Available amounts of USDT and BTC. */
async function balances(person = ann): Promise<string[]> {
  const [dollars, coins] = [await person.balance(usdt), await person.balance(btc)];
  return [dollars.available, coins.available];
}

/** The balances with which a user of the demo begins. */
const before = ['100000', '1'];
const after = ['99400', '1.00998'];

describe('a quote', () => {
  test('has the yield after the spread, and can be accepted for ten seconds', async () => {
    const { data } = await quote();
    expect(data.quote_id).toMatch(/^[A-Za-z0-9_-]{40,400}$/);
    expect(data).toEqual({
      quote_id: data.quote_id,
      currency_id: usdt,
      currency_code: 'USDT',
      target_currency_id: btc,
      target_currency_code: 'BTC',
      number: '600',
      received: '0.00998',
      price: '0.000016633333',
      index_price: '0.000016666666',
      spread: '0.002',
      spread_amount: '0.00002',
      expires_at: time.wallMs() + 10_000,
    });
    const sold = { currency_id: btc, targetCurrency: 'ETH', number: '0.5' };
    expect((await quote(sold)).data).toMatchObject({ received: '9.98', index_price: '20', spread_amount: '0.02' });
  });

  test('converts at its price although the price has risen or has fallen a little', async () => {
    const { quote_id } = (await quote()).data;
    await observe(59_000);
    expect((await convert({ quote_id })).data).toMatchObject({ number: '600', received: '0.00998' });
    expect(await balances()).toEqual(after);
    await observe(60_000);
    const second = (await quote()).data;
    await observe(60_200);
    expect((await convert({ quote_id: second.quote_id })).data).toMatchObject({ received: '0.00994684' });
  });

  test('is refused when the price has moved by more than the tolerance', async () => {
    const { quote_id } = (await quote()).data;
    await observe(60_400);
    expect(await convert({ quote_id })).toMatchObject({
      error: 'convert_price_moved',
      details: { received: '0.0099139', currency: 'BTC' },
    });
    expect(await balances()).toEqual(before);
  });

  test('converts once, whatever the idempotency keys are, and the repeated answer is the first', async () => {
    const { quote_id } = (await quote()).data;
    const answers = await Promise.all([
      convert({ quote_id }, { 'idempotency-key': 'a' }),
      convert({ quote_id }, { 'idempotency-key': 'b' }),
      convert({ quote_id }),
    ]);
    expect(answers.map(({ data }) => data)).toEqual(answers.map(() => answers[0].data));
    expect(answers.filter(({ repeated }) => repeated === true)).toHaveLength(2);
    expect(await balances()).toEqual(after);
    time.pass(60_000);
    await observe(90_000);
    expect(await convert({ quote_id })).toMatchObject({ repeated: true, data: answers[0].data });
    expect(await balances()).toEqual(after);
  });

  test('expires shortly after its shown end', async () => {
    const { quote_id, expires_at } = (await quote()).data;
    time.pass(expires_at - time.wallMs());
    await observe(60_000);
    expect((await convert({ quote_id })).code).toBe(1);
    const late = (await quote()).data;
    time.pass(12_001);
    await observe(60_000);
    expect((await convert({ quote_id: late.quote_id })).error).toBe('quote_expired');
    expect(await balances()).toEqual(after);
  });

  test('is accepted only by its user, with its currencies and amount, and unchanged', async () => {
    const bob = await venue.person(`bob-${people}`);
    const { quote_id } = (await quote()).data;
    // Not the last characters, whose lowest bits mean nothing.
    const changed = `${quote_id.slice(0, 9)}${quote_id[9] === 'A' ? 'B' : 'A'}${quote_id.slice(10)}`;
    const refused = await Promise.all([
      convert({ quote_id }, {}, bob),
      convert({ quote_id, number: '600.000001' }),
      convert({ quote_id, targetCurrency: eth }),
      convert({ quote_id, currency_id: btc, targetCurrency: usdt }),
      convert({ quote_id: changed }),
      convert({ quote_id: 'x' }),
    ]);
    expect(refused.map(({ error }) => error)).toEqual(refused.map(() => 'quote_invalid'));
    expect([await balances(), await balances(bob)]).toEqual([before, before]);
  });

  test('survives a restart between quote, conversion and its repetition', async () => {
    const { quote_id } = (await quote()).data;
    await restart();
    const done = await convert({ quote_id });
    expect(done.data).toMatchObject({ received: '0.00998' });
    await restart();
    expect(await convert({ quote_id })).toMatchObject({ repeated: true, data: done.data });
    expect(await balances()).toEqual(after);
  });
});

async function restart(): Promise<void> {
  await venue.stop();
  venue = await RunningVenue.openOn(venue.database, { time: { time }, now: () => time.wallMs() });
  ann = ann.on(venue);
}

describe('a conversion without a quote', () => {
  test('yields the present price, once for each key even when the price has changed', async () => {
    const key = { 'idempotency-key': 'convert-1' };
    const first = await convert({ currency_protocol_id: 7 }, key);
    expect(first).toMatchObject({ message: 'Conversion completed.', data: { received: '0.00998' } });
    await observe(30_000);
    expect(await convert({ currency_protocol_id: 7 }, key)).toMatchObject({ repeated: true, data: first.data });
    expect((await convert({ number: '1' }, key)).error).toBe('idempotency_key_reused');
    expect(await balances()).toEqual(after);
    expect((await convert()).data).toMatchObject({ received: '0.01996' });
  });

  test('exchanges with the treasury and is listed in the account log', async () => {
    const treasury = async (): Promise<number[]> => {
      const rows = await venue.database.query<{ currency_id: number; sum: string }>(
        `select currency_id, sum(amount)::text as sum from core.account_log
         where user_id = 0 and account_type = ${accountType.treasury} and currency_id in (1, 3)
         group by currency_id order by currency_id`,
      );
      return rows.map(({ sum }) => Number(sum));
    };
    const [coins = 0, dollars = 0] = await treasury();
    const { data } = await convert();
    expect(await treasury()).toEqual([coins - 998_000, dollars + 600_000_000]);
    const { body } = await ann.get<{ data: object[] }>('account_log/change?cause=convert');
    expect(body.data.data).toMatchObject([
      { currency_code: 'BTC', amount: '0.00998', cause_id: data.id },
      { currency_code: 'USDT', amount: '-600', cause_id: data.id },
    ]);
  });

  test.each([
    [{ currency_id: 999 }, 'currency_unknown'],
    [{ targetCurrency: 'XYZ' }, 'currency_unknown'],
    [{ targetCurrency: usdt }, 'currencies_alike'],
    [{ targetCurrency: bnb }, 'currency_not_convertible'],
    [{ currency_id: bnb, number: '1' }, 'currency_not_convertible'],
    [{ number: '' }, 'quantity_required'],
    [{ number: '0' }, 'quantity_required'],
    [{ number: '1e3' }, 'invalid_request'],
    [{ number: '0.0000001' }, 'quantity_precision'],
    [{ number: '99999999999' }, 'amount_too_large'],
    [{ number: '0.000001' }, 'convert_too_small'],
    [{ number: '900000000' }, 'convert_treasury_short'],
  ])('is refused like its quote: %o', async (fields, error) => {
    expect((await quote(fields)).error).toBe(error);
    const refused = error === 'convert_treasury_short' ? 'insufficient_balance' : error;
    expect((await convert(fields)).error).toBe(refused);
    expect(await balances()).toEqual(before);
  });

  test('is refused without the balance, and while the trading of the user is stopped', async () => {
    expect(await convert({ number: '100000.01' })).toMatchObject({
      error: 'insufficient_balance',
      details: { available: '100000', needed: '100000.01', currency: 'USDT' },
    });
    const restriction = { type: 'restrict_user', user: userId(ann.id), ...setup } as const;
    await venue.operate({ ...restriction, before: 'none', scope: 'trading' });
    expect((await convert()).error).toBe('trading_stopped');
    expect(await balances()).toEqual(before);
  });

  test('is refused when the treasury does not have enough', async () => {
    const id = userId(ann.id);
    const rich = { user: id, accountType: accountType.change, currency: currencyId(usdt), source: 'test', n: people };
    await venue.operate({ type: 'credit', ...rich, amount: amount(15_000_000_000_000) });
    const large = await convert({ number: '15000000' });
    expect(large).toMatchObject({ error: 'convert_treasury_short', details: { currency: 'BTC' } });
  });

  test('is refused without a live price', async () => {
    time.pass(3_001);
    await venue.operate({ type: 'clock' });
    const unavailable = { error: 'convert_price_unavailable', details: { currency: 'BTC' } };
    expect(await quote()).toMatchObject(unavailable);
    expect(await convert()).toMatchObject(unavailable);
    const { body } = await venue.get<ConvertSetting>('account/convert_setting');
    expect(body.data.currencies.map(({ is_priced: priced }) => priced)).toEqual([0, 0, 1]);
  });
});

describe('the settings of conversions', () => {
  test('offer BTC, ETH and USDT in a demo, whose treasury is funded once', async () => {
    const { body } = await venue.get<ConvertSetting>('account/convert_setting');
    expect(body.data).toMatchObject({ tolerance: '0.005', quote_ms: 10_000 });
    expect(body.data.currencies).toEqual(
      [
        [btc, 'BTC', 8],
        [eth, 'ETH', 8],
        [usdt, 'USDT', 6],
      ].map(([id, code, decimals]) => ({ id, code, decimals, spread: '0.002', is_priced: 1 })),
    );
    const funded = await venue.database.query<{ amount: string }>(
      `select amount from core.venue_transfers where source = 'demo_convert' order by n`,
    );
    expect(funded.map((row) => row.amount)).toEqual(['20000000000', '400000000000', '10000000000000']);
  });

  test('follow a decision at once, and a restart does not change them back', async () => {
    const closed = { ...settings, currencies: spreads.slice(1), tolerancePpm: 0 };
    await venue.operate({ type: 'configure_convert', ...closed, ...setup });
    expect((await quote()).error).toBe('currency_not_convertible');
    await restart();
    const { body } = await venue.get<ConvertSetting>('account/convert_setting');
    expect(body.data.currencies.map(({ code }) => code)).toEqual(['ETH', 'USDT']);
    await venue.operate({ type: 'configure_convert', ...settings, ...setup });
    expect((await quote()).code).toBe(1);
  });
});
