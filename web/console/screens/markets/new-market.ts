import type { CurrencyRow, MarketDetail, MarketRow } from '@bourse/contract/console';
import { percentOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';
import { type RateValues, type SettingForm, settingFormOf, unitOf } from './setting-form.ts';
import type { MarketState } from './market-state.tsx';

/** A new market as it is entered. */
export interface NewMarketForm extends SettingForm, RateValues {
  readonly price_decimals: string;
  readonly tick: string;
  readonly amount_decimals: string;
  readonly lot: string;
  readonly state: MarketState;
}

type Currency = Pick<CurrencyRow, 'code' | 'decimals'>;

interface NewPair {
  readonly base: Currency;
  readonly quote: Currency;
  /** All markets, whose prices tell how many decimals the new one needs. */
  readonly markets: readonly Pick<MarketRow, 'base_code' | 'quote_code' | 'last_price'>[];
  /** A market with the same quote currency, whose settings and fees are suggested. */
  readonly similar: MarketDetail | null;
}

/** Prices have this many significant digits unless the form says otherwise. */
const significantDigits = 5;
const maxDecimals = 18;

/** The form with a suggestion in every field that has not been edited. Steps follow the units, units their decimals. */
export function newMarketForm(pair: NewPair, edited: Partial<NewMarketForm>): NewMarketForm {
  const suggested = suggestedDecimals(pair);
  const priceDecimals = edited.price_decimals ?? String(suggested.price);
  const amountDecimals = edited.amount_decimals ?? String(suggested.amount);
  const tick = edited.tick ?? unitText(priceDecimals);
  const lot = edited.lot ?? unitText(amountDecimals);
  const { similar } = pair;
  return {
    ...(similar === null
      ? { ...usualSettings, ...usualRates, min_notional: unitOf(Math.min(2, pair.quote.decimals)) }
      : { ...settingFormOf(similar), ...ratesOf(similar) }),
    sell_blocked: false,
    price_step: tick,
    quantity_step: lot,
    state: 'open',
    ...edited,
    price_decimals: priceDecimals,
    tick,
    amount_decimals: amountDecimals,
    lot,
  };
}

/** The entered number of decimals of prices or quantities; null for other texts. */
export function readDecimals(text: string): number | null {
  return wholeNumber(text, 0, maxDecimals);
}

/** Decimals with which one lot at one tick is one of the smallest units of the quote currency. */
export function suggestedDecimals({ base, markets, quote }: Omit<NewPair, 'similar'>): {
  readonly price: number;
  readonly amount: number;
} {
  const exponent = priceExponent(base.code, quote.code, markets);
  const wanted = exponent === null ? Math.ceil(quote.decimals / 2) : significantDigits - 1 - exponent;
  const price = Math.min(Math.max(wanted, 0), quote.decimals);
  return { price, amount: Math.min(base.decimals, quote.decimals - price) };
}

/**
 * The approximate power of ten of the price of `base` in `quote`, from a third currency in which both are traded; null
 * if there is none.
 */
function priceExponent(base: string, quote: string, markets: NewPair['markets']): number | null {
  const exponents = (code: string): ReadonlyMap<string, number> =>
    new Map([
      [code, 0],
      ...markets.flatMap(({ base_code, last_price, quote_code }) =>
        base_code === code && last_price !== null ? [[quote_code, exponentOf(last_price)] as const] : [],
      ),
    ]);
  const ofQuote = exponents(quote);
  for (const [currency, exponent] of exponents(base)) {
    const other = ofQuote.get(currency);
    if (other !== undefined) return exponent - other;
  }
  return null;
}

/** The power of ten of the first significant digit of a positive decimal: 4 for "65000.1", -2 for "0.025". */
function exponentOf(decimal: string): number {
  const [whole = '', fraction = ''] = decimal.split('.');
  if (/[1-9]/.test(whole)) return whole.replace(/^0+/, '').length - 1;
  return -1 - fraction.search(/[1-9]/);
}

const usualSettings = {
  slippage: '2',
  price_band: '400',
  max_open_orders: '200',
  self_trade_prevention: 'expire_maker',
} as const;
const usualRates = { maker_fee: '0.1', taker_fee: '0.1' } as const;

/** The rates of a market in percent, for editing. */
export function ratesOf({ maker_fee, taker_fee }: RateValues): RateValues {
  return { maker_fee: percentOf(maker_fee), taker_fee: percentOf(taker_fee) };
}

function unitText(decimals: string): string {
  const count = readDecimals(decimals);
  return count === null ? '' : unitOf(count);
}
