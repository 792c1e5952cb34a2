import { describe, expect, it } from 'vitest';
import { currencyId, marketId } from '../identifiers.ts';
import { amount, lots, ticks } from '../money.ts';
import { btc, btcusdt, openExchange, rejectionOf, setup, usdt } from '../testing/test-exchange.ts';
import type { ListCurrency, ListMarket } from './commands.ts';

const doge = currencyId(8);

function currency(fields: Partial<Record<keyof ListCurrency, unknown>> = {}): ListCurrency {
  return { type: 'list_currency', currency: doge, code: 'DOGE', decimals: 6, ...setup, ...fields } as ListCurrency;
}

/** A second market of BTC (8 decimals) against USDT (6). */
function market(fields: Partial<Record<keyof ListMarket, unknown>> = {}): ListMarket {
  return {
    type: 'list_market',
    market: marketId(2),
    base: btc,
    quote: usdt,
    priceDecimals: 2,
    tickPoints: 5,
    amountDecimals: 3,
    lotPoints: 2,
    priceStep: ticks(1),
    quantityStep: lots(1),
    minNotional: amount(1_000_000),
    marketSlippagePpm: 5000,
    priceBandPpm: null,
    makerFeePpm: 1000,
    takerFeePpm: 1000,
    maxOpenOrders: 200,
    selfTradePrevention: 'expire_maker',
    sellBlocked: false,
    state: 'open',
    ...setup,
    ...fields,
  } as ListMarket;
}

describe('a currency', () => {
  it('is listed with its code and decimals', () => {
    const tested = openExchange();

    expect(tested.apply(currency())).toEqual([{ ...currency(), type: 'currency_listed' }]);
    expect([...tested.exchange.currencies()].map(({ code }) => code)).toEqual(['BTC', 'USDT', 'DOGE']);
  });

  it.each([
    ['an invalid operator id', { operator: -1, currency: btc }, { reason: 'operator_invalid' }],
    ['an id in use', { currency: btc, code: '', decimals: 99 }, { reason: 'currency_exists' }],
    ['id 0', { currency: 0, code: '', decimals: 99 }, { reason: 'listing_invalid', field: 'currency' }],
    ['id 65 536', { currency: 65_536 }, { reason: 'listing_invalid', field: 'currency' }],
    ['an empty code', { code: '', decimals: 99 }, { reason: 'listing_invalid', field: 'code' }],
    ['a code in lower case', { code: 'doge' }, { reason: 'listing_invalid', field: 'code' }],
    ['a code in use', { code: 'BTC' }, { reason: 'listing_invalid', field: 'code' }],
    ['nine decimals', { decimals: 9 }, { reason: 'listing_invalid', field: 'decimals' }],
    ['negative decimals', { decimals: -1 }, { reason: 'listing_invalid', field: 'decimals' }],
    ['a fraction of a decimal', { decimals: 0.5 }, { reason: 'listing_invalid', field: 'decimals' }],
  ])('with %s is refused', (_, fields, rejection) => {
    expect(rejectionOf(openExchange().apply(currency(fields)))).toEqual(rejection);
  });
});

describe('a market', () => {
  it('reports its tick and lot in units', () => {
    // A lot is 0.002 BTC = 200 000 units; at a price of one tick (0.05 USDT) it costs 0.0001 USDT = 100 units.
    expect(openExchange().apply(market())).toEqual([
      { ...market(), type: 'market_listed', baseUnitsPerLot: 200_000, quoteUnitsPerTickLot: 100 },
    ]);
  });

  it('may have a lot with more decimals than its currency if the lot is a whole number of units', () => {
    const [event] = openExchange().apply(market({ priceDecimals: 0, amountDecimals: 9, lotPoints: 10_000 }));

    expect(event).toMatchObject({ baseUnitsPerLot: 1000, quoteUnitsPerTickLot: 50 });
  });

  it.each([
    ['an invalid operator id', { operator: 1.5, base: doge }, { reason: 'operator_invalid' }],
    ['an unknown base', { base: doge, market: btcusdt }, { reason: 'currency_unknown' }],
    ['an unknown quote', { quote: doge, market: btcusdt }, { reason: 'currency_unknown' }],
    ['an id in use', { market: btcusdt, quote: btc }, { reason: 'market_exists' }],
    ['id 0', { market: 0, quote: btc }, { reason: 'listing_invalid', field: 'market' }],
    ['the same currency on both sides', { quote: btc, tickPoints: 0 }, { reason: 'listing_invalid', field: 'quote' }],
    ['negative price decimals', { priceDecimals: -1 }, { reason: 'listing_invalid', field: 'priceDecimals' }],
    ['a tick of zero', { tickPoints: 0 }, { reason: 'listing_invalid', field: 'tickPoints' }],
    ['19 amount decimals', { amountDecimals: 19 }, { reason: 'listing_invalid', field: 'amountDecimals' }],
    ['a lot of zero', { lotPoints: 0 }, { reason: 'listing_invalid', field: 'lotPoints' }],
    ['a price step of zero', { priceStep: 0 }, { reason: 'listing_invalid', field: 'priceStep' }],
    ['a price step above the price limit', { priceStep: 2 ** 31 }, { reason: 'listing_invalid', field: 'priceStep' }],
    ['a fractional quantity step', { quantityStep: 0.5 }, { reason: 'listing_invalid', field: 'quantityStep' }],
    ['a negative minimum', { minNotional: -1 }, { reason: 'listing_invalid', field: 'minNotional' }],
    [
      'a slippage of 100 %',
      { marketSlippagePpm: 1_000_000 },
      { reason: 'listing_invalid', field: 'marketSlippagePpm' },
    ],
    ['a price band of zero', { priceBandPpm: 0 }, { reason: 'listing_invalid', field: 'priceBandPpm' }],
    ['a rebate of 100 %', { makerFeePpm: -1_000_000 }, { reason: 'listing_invalid', field: 'makerFeePpm' }],
    ['a fee of 100 %', { takerFeePpm: 1_000_000 }, { reason: 'listing_invalid', field: 'takerFeePpm' }],
    ['a limit of zero open orders', { maxOpenOrders: 0 }, { reason: 'listing_invalid', field: 'maxOpenOrders' }],
    ['a lot below one unit', { amountDecimals: 9 }, { reason: 'listing_invalid', field: 'lotPoints' }],
    ['a tick × lot below one unit', { priceDecimals: 5 }, { reason: 'listing_invalid', field: 'tickPoints' }],
    [
      'a tick × lot of one and a half units',
      { priceDecimals: 5, tickPoints: 75 },
      { reason: 'listing_invalid', field: 'tickPoints' },
    ],
    ['a lot beyond 2^53 − 1 units', { lotPoints: 2 ** 53 - 1 }, { reason: 'listing_invalid', field: 'lotPoints' }],
  ])('with %s is refused', (_, fields, rejection) => {
    expect(rejectionOf(openExchange().apply(market(fields)))).toEqual(rejection);
  });
});
