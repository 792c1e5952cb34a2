import { beforeEach, describe, expect, it } from 'vitest';
import { currencyId, userId, venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { posting } from '../ledger/posting.ts';
import { amount, indexPrice } from '../money.ts';
import { indexOf, tick } from '../testing/indices.ts';
import { capital } from '../testing/movements.ts';
import { alice, btc, openExchange, openingMs, rejectionOf, setup, typesOf, usdt } from '../testing/test-exchange.ts';
import { convertedUnits, hasMoved } from './rate.ts';
import type { Event } from '../event.ts';
import type { UserId } from '../identifiers.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import type { ConfigureConvert, Convert } from './commands.ts';

const { change, treasury } = accountType;
const dime = currencyId(3);
/** One bitcoin, which is worth 50 000 USDT less the spread of 0.2 %. */
const whole = 100_000_000;
const worth = 49_900_000_000;

let tested: TestExchange;

beforeEach(() => {
  tested = openExchange();
  tested.apply({ type: 'list_currency', currency: dime, code: 'DIME', decimals: 1, ...setup });
  tested.apply(indexOf({ sources: ['first'], minSources: 1 }));
  observe(5_000_000);
  tested.fund(alice, btc, 2 * whole);
  tested.fund(alice, usdt, 2 * worth);
  tested.apply(capital(10 * worth));
  tested.apply(capital(10 * whole, 2, { currency: btc }));
  tested.apply(configure());
});

/** A price of one bitcoin, in cents. */
function observe(price: number, atMs = openingMs): void {
  tested.apply(tick('first', atMs, price));
}

function configure(odd: Partial<ConfigureConvert> = {}): ConfigureConvert {
  return {
    type: 'configure_convert',
    reference: usdt,
    currencies: [
      { currency: btc, spreadPpm: 2000 },
      { currency: usdt, spreadPpm: 1000 },
    ],
    tolerancePpm: 5000,
    ...setup,
    ...odd,
  };
}

/** Sells one bitcoin for the quoted USDT, unless the test sets other fields. */
function convert(odd: Partial<Record<keyof Convert, unknown>> = {}): Event[] {
  const command = {
    user: alice,
    from: btc,
    to: usdt,
    amount: whole,
    quoted: worth,
    expiresAtMs: null,
    requestKey: null,
  };
  return tested.apply({ type: 'convert', ...command, ...odd } as Convert);
}

function buy(odd: Partial<Record<keyof Convert, unknown>> = {}): Event[] {
  return convert({ from: usdt, to: btc, amount: 50_000_000_000, quoted: 99_800_000, ...odd });
}

describe('the amount that a conversion yields', () => {
  const coin = { decimals: 8, price: indexPrice(3_333_333), priceDecimals: 2 };
  const dollar = { decimals: 6, price: indexPrice(1), priceDecimals: 0 };

  it('is rounded down once, after the spread', () => {
    // 3 × 33 333.33 USDT ÷ 10⁸ × 0.998 is 997.9999002 millionths.
    expect(convertedUnits(amount(3), coin, dollar, 2000)).toBe(997n);
    expect(convertedUnits(amount(1_000_000), dollar, coin, 0)).toBe(3000n);
  });

  it('is exact for the largest amounts and prices, beyond the safe integers too', () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const dear = { decimals: 8, price: indexPrice(largest), priceDecimals: 18 };
    expect(convertedUnits(amount(largest), dear, dear, 0)).toBe(BigInt(largest));
    expect(convertedUnits(amount(largest), { ...dear, decimals: 0 }, dear, 0)).toBe(BigInt(largest) * 10n ** 8n);
  });

  it('has moved only when it is below the tolerated part of the quote', () => {
    expect(hasMoved(995n, amount(1000), 5000)).toBe(false);
    expect(hasMoved(994n, amount(1000), 5000)).toBe(true);
    expect(hasMoved(996n, amount(1001), 5000)).toBe(false);
    expect(hasMoved(995n, amount(1001), 5000)).toBe(true);
  });
});

describe('a conversion', () => {
  it("exchanges money of the change account with the venue's treasury", () => {
    const [converted] = convert();

    expect(converted).toEqual({
      type: 'converted',
      user: alice,
      from: btc,
      to: usdt,
      amount: whole,
      quoted: worth,
      received: worth,
      spreadPpm: 2000,
      postings: [
        posting(alice, change, btc, -whole, 0),
        posting(alice, change, usdt, worth, 0),
        posting(venue, treasury, btc, whole, 0),
        posting(venue, treasury, usdt, -worth, 0),
      ],
    });
    expect(tested.balance(alice, btc)).toEqual([whole, 0]);
    expect(tested.balance(alice, usdt)).toEqual([3 * worth, 0]);
    expect(tested.balance(venue, btc, treasury)).toEqual([11 * whole, 0]);
    expect(tested.balance(venue, usdt, treasury)).toEqual([9 * worth, 0]);
  });

  it('from the reference currency needs only the index of the other', () => {
    expect(buy()).toMatchObject([{ type: 'converted', received: 99_800_000, spreadPpm: 2000 }]);
  });

  it('pays the quoted amount when the price has risen, and the present one when it has fallen a little', () => {
    expect(convert({ quoted: worth - 1 })).toMatchObject([{ received: worth - 1 }]);
    tested.wait(100);
    observe(4_990_000, openingMs + 100);
    expect(convert()).toMatchObject([{ quoted: worth, received: 49_800_200_000 }]);
  });

  it('is refused when the price has fallen by more than the tolerance', () => {
    tested.wait(100);
    observe(4_975_000, openingMs + 100);
    expect(typesOf(convert())).toEqual(['converted']);
    tested.wait(100);
    observe(4_974_999, openingMs + 200);
    expect(rejectionOf(convert())).toEqual({ reason: 'price_moved', received: 49_650_490_020 });
  });

  it('without a quote pays the present yield, whatever it is', () => {
    expect(convert({ quoted: null })).toMatchObject([{ quoted: null, received: worth }]);
    tested.wait(100);
    observe(2_500_000, openingMs + 100);
    expect(convert({ quoted: null })).toMatchObject([{ quoted: null, received: worth / 2 }]);
    tested.fund(alice, btc, Number.MAX_SAFE_INTEGER - 100 * whole);
    const huge = { amount: 10 ** 15, quoted: null };
    expect(rejectionOf(convert(huge))).toEqual({ reason: 'treasury_short', currency: usdt });
  });

  it('is refused after its quote has expired, but answered again if it happened before', () => {
    const expiresAtMs = tested.exchange.timeMs + 1_000;
    tested.wait(1_000);
    expect(typesOf(convert({ expiresAtMs, requestKey: 'k' }))).toEqual(['converted']);
    tested.wait(1);
    expect(rejectionOf(convert({ expiresAtMs, requestKey: 'l' }))).toEqual({ reason: 'quote_expired' });
    expect(convert({ expiresAtMs, requestKey: 'k' })).toMatchObject([{ type: 'request_repeated' }]);
    expect(tested.balance(alice, btc)).toEqual([whole, 0]);
  });

  it('happens once per request key, also after a restart, at the first price', () => {
    convert({ requestKey: 'k' });
    tested.wait(100);
    observe(1, openingMs + 100);
    const again = { type: 'request_repeated', first: { type: 'conversion', received: worth } };

    expect(convert({ requestKey: 'k' })).toMatchObject([again]);
    tested = tested.restarted();
    expect(convert({ requestKey: 'k' })).toMatchObject([again]);
    expect(rejectionOf(convert({ requestKey: 'k', amount: 1 }))).toEqual({ reason: 'request_key_reused' });
    expect(tested.balance(alice, btc)).toEqual([whole, 0]);
  });

  it('is refused without a live index price of either currency', () => {
    tested.wait(3001);
    const unavailable = { reason: 'price_unavailable', currency: btc };
    expect(rejectionOf(convert())).toEqual(unavailable);
    expect(rejectionOf(buy())).toEqual(unavailable);
    const currencies = [usdt, dime].map((currency) => ({ currency, spreadPpm: 0 }));
    tested.apply(configure({ currencies }));
    expect(rejectionOf(buy({ to: dime }))).toEqual({ reason: 'price_unavailable', currency: dime });
  });

  it('reports the first refusal reason in a fixed order', () => {
    expect(rejectionOf(convert({ to: 9, from: 9 }))).toEqual({ reason: 'currency_unknown' });
    expect(rejectionOf(convert({ to: btc, amount: 0 }))).toEqual({ reason: 'same_currency' });
    for (const odd of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      expect(rejectionOf(convert({ amount: odd, to: dime }))).toEqual({ reason: 'amount_invalid' });
      expect(rejectionOf(convert({ quoted: odd, to: dime }))).toEqual({ reason: 'amount_invalid' });
      expect(rejectionOf(convert({ quoted: odd, expiresAtMs: 0 }))).toEqual({ reason: 'amount_invalid' });
    }
    expect(rejectionOf(convert({ to: dime, expiresAtMs: 0 }))).toEqual({ reason: 'quote_expired' });
    const closed = { reason: 'currency_not_convertible', currency: dime };
    expect(rejectionOf(convert({ to: dime }))).toEqual(closed);
    expect(rejectionOf(convert({ from: dime }))).toEqual(closed);
    expect(rejectionOf(buy({ amount: 1 }))).toEqual({ reason: 'amount_too_small' });
    expect(rejectionOf(convert({ amount: 3 * whole, quoted: 3 * worth }))).toEqual({
      reason: 'insufficient_balance',
      currency: btc,
      available: 2 * whole,
      needed: 3 * whole,
    });
    tested.fund(alice, btc, 20 * whole);
    const all = { amount: 11 * whole, quoted: 11 * worth };
    expect(rejectionOf(convert(all))).toEqual({ reason: 'treasury_short', currency: usdt });
    tested.fund(alice, btc, Number.MAX_SAFE_INTEGER - 100 * whole);
    const huge = { amount: 10 ** 15, quoted: Number.MAX_SAFE_INTEGER };
    expect(rejectionOf(convert(huge))).toEqual({ reason: 'treasury_short', currency: usdt });
  });

  it('is refused to a user whose trading is stopped, and allowed while only the outflow is', () => {
    const restriction = { type: 'restrict_user', user: alice, operator: userId(7), cause: 'incident' } as const;
    tested.apply({ ...restriction, before: 'none', scope: 'outflow' });
    expect(typesOf(convert())).toEqual(['converted']);
    tested.apply({ ...restriction, before: 'outflow', scope: 'trading' });
    expect(rejectionOf(convert())).toEqual({ reason: 'trading_stopped' });
  });
});

describe('the settings of conversions', () => {
  it('are reported with those before them and with the operator, and survive a restart', () => {
    const after = { reference: usdt, currencies: [{ currency: btc, spreadPpm: 0 }], tolerancePpm: 0 };
    expect(tested.apply(configure(after))).toMatchObject([
      { type: 'convert_configured', version: 2, before: { tolerancePpm: 5000 }, after, ...setup },
    ]);
    tested = tested.restarted();
    expect(rejectionOf(tested.apply(configure(after)))).toEqual({ reason: 'setting_unchanged' });
    expect(rejectionOf(convert())).toEqual({ reason: 'currency_not_convertible', currency: usdt });
  });

  it('allow no conversion before the first configuration', () => {
    tested = openExchange();
    expect(rejectionOf(convert())).toEqual({ reason: 'currency_not_convertible', currency: btc });
  });

  it.each([
    ['operator_invalid', { operator: -1 as UserId }],
    ['currency_unknown', { reference: currencyId(9) }],
    ['currency_unknown', { currencies: [{ currency: currencyId(9), spreadPpm: 0 }] }],
  ] as const)('are refused: %s', (reason, odd) => {
    expect(rejectionOf(tested.apply(configure(odd)))).toEqual({ reason });
  });

  it.each([
    ['currencies', { currencies: [{ currency: btc, spreadPpm: 1_000_000 }] }],
    ['currencies', { currencies: [{ currency: btc, spreadPpm: -1 }] }],
    ['currencies', { currencies: [usdt, btc].map((currency) => ({ currency, spreadPpm: 0 })) }],
    ['currencies', { currencies: [btc, btc].map((currency) => ({ currency, spreadPpm: 0 })) }],
    ['tolerancePpm', { tolerancePpm: 1_000_000 }],
    ['tolerancePpm', { tolerancePpm: 0.5 }],
  ] as const)('are refused with invalid %s', (field, odd) => {
    expect(rejectionOf(tested.apply(configure(odd)))).toEqual({ reason: 'setting_invalid', field });
  });
});
