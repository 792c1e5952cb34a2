import type { ListCurrency, ListMarket } from '../market/commands.ts';

/** An event of the model, compared field by field by name and value. */
export type NaiveEvent = Record<string, unknown>;

type Changing<T> = { -readonly [Field in keyof T]: T[Field] };

export interface NaiveMarket extends Changing<ListMarket> {
  baseUnits: bigint;
  quoteUnits: bigint;
}

/** A rejection, thrown to leave nested rules; the model too changes nothing before its last check. */
export class Refused extends Error {
  readonly rejection: NaiveEvent;

  constructor(rejection: NaiveEvent) {
    super(String(rejection['reason']));
    this.rejection = rejection;
  }
}

export const largest = 2n ** 53n - 1n;

export function refuse(isWrong: boolean, rejection: NaiveEvent): void {
  if (isWrong) throw new Refused(rejection);
}

/** Whether the value is a whole number from 1 to below the limit. */
export function isId(value: number, limit: number): boolean {
  return Number.isInteger(value) && value >= 1 && value < limit;
}

export function checkCurrency({ currency, code, decimals }: ListCurrency, listed: readonly ListCurrency[]): void {
  refuse(
    listed.some((other) => other.currency === currency),
    { reason: 'currency_exists' },
  );
  refuse(!isId(currency, 65_536), invalid('currency'));
  const isUsed = listed.some((other) => other.code === code);
  refuse(!/^[A-Z0-9]{1,12}$/.test(code) || isUsed, invalid('code'));
  refuse(decimals !== 0 && !isId(decimals, 9), invalid('decimals'));
}

export function checkMarket(
  command: ListMarket,
  currencies: readonly ListCurrency[],
  markets: readonly NaiveMarket[],
): NaiveMarket {
  const base = currencies.find(({ currency }) => currency === command.base);
  const quote = currencies.find(({ currency }) => currency === command.quote);
  if (base === undefined || quote === undefined) throw new Refused({ reason: 'currency_unknown' });
  refuse(
    markets.some(({ market }) => market === command.market),
    { reason: 'market_exists' },
  );
  refuse(!isId(command.market, 65_536), invalid('market'));
  refuse(command.base === command.quote, invalid('quote'));
  const wrong = unsuitable(command, Object.keys(ranges));
  refuse(wrong !== null, invalid(wrong ?? ''));
  const baseUnits = whole(BigInt(command.lotPoints), base.decimals, command.amountDecimals);
  if (baseUnits === null) throw new Refused(invalid('lotPoints'));
  const points = BigInt(command.lotPoints) * BigInt(command.tickPoints);
  const quoteUnits = whole(points, quote.decimals, command.amountDecimals + command.priceDecimals);
  if (quoteUnits === null) throw new Refused(invalid('tickPoints'));
  return { ...command, baseUnits, quoteUnits };
}

/** Allowed range of each number of a market, upper end excluded; null always passes. */
const ranges: Readonly<Record<string, readonly [from: number, below: number]>> = {
  priceDecimals: [0, 19],
  tickPoints: [1, 2 ** 53],
  amountDecimals: [0, 19],
  lotPoints: [1, 2 ** 53],
  priceStep: [1, 2 ** 31],
  quantityStep: [1, 2 ** 53],
  minNotional: [0, 2 ** 53],
  marketSlippagePpm: [0, 1_000_000],
  priceBandPpm: [1, 99_000_001],
  maxOpenOrders: [1, 2 ** 53],
  makerFeePpm: [-999_999, 1_000_000],
  takerFeePpm: [0, 1_000_000],
};

/** The first of these fields with a value out of range. */
export function unsuitable(figures: object, names: readonly string[]): string | null {
  const values = new Map(Object.entries(figures) as [string, unknown][]);
  for (const name of names) {
    const value = values.get(name);
    const range = ranges[name];
    if (range === undefined || value === null) continue;
    const [from, below] = range;
    if (typeof value !== 'number' || Math.floor(value) !== value || value < from || value >= below) return name;
  }
  return null;
}

function invalid(field: string): NaiveEvent {
  return { reason: 'listing_invalid', field };
}

/** points × 10^up ÷ 10^down if that is a safe integer; otherwise null. */
function whole(points: bigint, up: number, down: number): bigint | null {
  const scaled = points * 10n ** BigInt(up);
  const divisor = 10n ** BigInt(down);
  return scaled % divisor === 0n && scaled / divisor <= largest ? scaled / divisor : null;
}

/** Whether a price is worse than the limit of an order of this side. */
export function isBeyond(price: bigint, limit: bigint, side: 'buy' | 'sell'): boolean {
  return side === 'buy' ? price > limit : price < limit;
}

/** The price that is worse by this many ppm, rounded in the user's favour and kept within the valid prices. */
export function worstPrice(price: bigint, side: 'buy' | 'sell', ppm: bigint): bigint {
  if (side === 'buy') return smaller((price * (1_000_000n + ppm)) / 1_000_000n, 2n ** 31n - 1n);
  return greater(roundedUp(price * (1_000_000n - ppm), 1_000_000n), 1n);
}

/** The self-trade prevention that applies to an order. */
export function modeOf(market: NaiveMarket, command: { selfTradePrevention: string | null }): string {
  return command.selfTradePrevention ?? market.selfTradePrevention;
}

export function roundedUp(dividend: bigint, divisor: bigint): bigint {
  return dividend % divisor === 0n ? dividend / divisor : dividend / divisor + 1n;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
