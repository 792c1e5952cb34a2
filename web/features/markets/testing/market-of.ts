import type { Match } from '@bourse/contract/markets';
import type { Market } from '../market-catalogue.ts';

interface MarketValues {
  readonly index: number;
  readonly base: string;
  readonly quote: 'USDT' | 'BTC';
  /** The name of the base currency; defaults to its code. */
  readonly name?: string;
  readonly close?: string;
  readonly change?: string;
}

/** A market for tests, whose id equals its index. 1 USDT is worth 6.8 yuan, 1 BTC 60,000 USDT. */
export function marketOf({ index, base, quote, name = base, close = '1', change = '0' }: MarketValues): Market {
  const match: Match = {
    id: index,
    name: base,
    symbol: `${base}/${quote}`,
    base_currency_id: index,
    quote_currency_id: quote === 'USDT' ? 3 : 1,
    base_currency_code: base,
    quote_currency_code: quote,
    base_currency: { id: index, code: base, name, logo: '' },
    open_change: 1,
    open_lever: 0,
    open_microtrade: 0,
    added: 0,
    lever_fee_rate: '0',
    price_decimals: 2,
    price_step: '0.01',
    amount_decimals: 5,
    amount_step: '0.00001',
    base_decimals: 8,
    quote_decimals: quote === 'USDT' ? 6 : 8,
    min_notional: '1',
    market_slippage: '0.02',
    maker_fee_rate: '0.001',
    taker_fee_rate: '0.001',
    self_trade_prevention: 'expire_maker',
    sell_blocked: false,
    state: 'open',
    currency_quotation: { currency_match_id: index, close, change, high: close, low: close, volume: '0' },
  };
  return { index, match, cnyPrice: quote === 'USDT' ? '6.8' : '408000' };
}
