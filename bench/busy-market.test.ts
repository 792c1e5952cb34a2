import { conforms } from '@bourse/contract';
import {
  DayMarketMessage,
  GlobalTxMessage,
  KlineMessage,
  MarketDepthMessage,
  type Match,
} from '@bourse/contract/markets';
import { seededChance } from '@bourse/e2e/seeded-chance';
import { describe, expect, it } from 'vitest';
import { bookLevels, BusyDay, BusyMarket } from './busy-market.ts';

describe('the simulated market of the page benchmarks', () => {
  it('keeps the book at its full depth, and each delta leads to the next state', () => {
    const market = busyMarket();
    const first = market.snapshot();
    const sides = { in: bookSide(first.depth.in), out: bookSide(first.depth.out) };
    let { sequence } = first;
    for (let n = 0; n < 2_000; n += 1) {
      if (n % 3 === 0) market.trade(n);
      const message = market.change();
      expect(conforms(MarketDepthMessage, message)).toBe(true);
      expect(message.previous_sequence).toBe(sequence);
      ({ sequence } = message);
      for (const side of ['in', 'out'] as const)
        for (const { price, amount } of message.depth[side]) {
          if (Number(amount) === 0) expect(sides[side].delete(price)).toBe(true);
          else sides[side].set(price, amount);
        }
    }
    const now = market.snapshot();
    for (const side of ['in', 'out'] as const) {
      expect(now.depth[side]).toHaveLength(bookLevels);
      expect(sides[side]).toEqual(bookSide(now.depth[side]));
    }
    expect(Number(now.depth.in[0]?.price)).toBeLessThan(Number(now.depth.out[0]?.price));
  });

  it("sends trades, candles and tickers in the contract's format", () => {
    const market = busyMarket();
    expect(market.candle()).toBeNull();
    for (let n = 0; n < 40; n += 1) expect(conforms(GlobalTxMessage, market.trade(60_000 + n))).toBe(true);
    expect(market.tape().completes).toHaveLength(30);
    expect(conforms(KlineMessage, market.candle())).toBe(true);
    const day = new BusyDay(match, 1, seededChance(2));
    day.wander();
    expect(conforms(DayMarketMessage, day.message())).toBe(true);
  });
});

function busyMarket(): BusyMarket {
  const chance = seededChance(1);
  return new BusyMarket(match, new BusyDay(match, 1, chance), 1, chance);
}

function bookSide(rows: readonly { price: string; amount: string }[]): Map<string, string> {
  return new Map(rows.map(({ price, amount }) => [price, amount]));
}

const match: Match = {
  id: 1,
  name: 'BTC/USDT',
  symbol: 'BTC/USDT',
  base_currency_id: 1,
  quote_currency_id: 3,
  base_currency_code: 'BTC',
  quote_currency_code: 'USDT',
  base_currency: { id: 1, code: 'BTC', name: 'Bitcoin', logo: '' },
  open_change: 1,
  open_lever: 0,
  open_microtrade: 0,
  added: 0,
  lever_fee_rate: '0',
  price_decimals: 1,
  price_step: '0.1',
  amount_decimals: 5,
  base_decimals: 8,
  quote_decimals: 6,
  amount_step: '0.00001',
  min_notional: '5',
  market_slippage: '0.02',
  maker_fee_rate: '0.001',
  taker_fee_rate: '0.001',
  self_trade_prevention: 'expire_maker',
  sell_blocked: false,
  state: 'open',
  currency_quotation: {
    currency_match_id: 1,
    close: '60000.0',
    change: '0',
    high: '60000.0',
    low: '60000.0',
    volume: '0',
  },
};
