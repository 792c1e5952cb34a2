import Big from 'big.js';
import type { LeverAccount, LeverPosition } from '@bourse/contract/leverage';

/** The marks by market id; null while a pair is suspended, absent before the first message. */
export type Marks = Readonly<Record<number, string | null | undefined>>;

type Held = Pick<LeverPosition, 'currency_match_id' | 'type' | 'price' | 'number' | 'update_price' | 'caution_money'>;

/** The result of a position at a price, as a plain decimal in the quote currency; exact. */
export function profitAt({ type, price, number }: Pick<Held, 'type' | 'price' | 'number'>, at: string): string {
  const gain = new Big(at).minus(price).times(number);
  return (type === 1 ? gain : gain.times(-1)).toFixed();
}

/** The mark of a position's pair: the live one, or the last that the server reported. */
export function markFor(position: Pick<Held, 'currency_match_id' | 'update_price'>, marks: Marks): string | null {
  return marks[position.currency_match_id] ?? position.update_price;
}

/** The result of a position at the present mark; null before the first. */
export function profitNow(position: Held, marks: Marks): string | null {
  const mark = markFor(position, marks);
  return mark === null ? null : profitAt(position, mark);
}

/** A result in percent of the margin, truncated to four decimals; null without a margin. */
export function profitRate(profit: string, margin: string): string | null {
  const base = new Big(margin);
  return base.eq(0) ? null : new Big(profit).times(100).div(base).toFixed(4, Big.roundDown);
}

/** The parts of an account that move with the marks. */
export interface LiveAccount {
  readonly profits: string;
  readonly equity: string;
  /** The equity in percent of all margins; null without positions. */
  readonly hazardRate: string | null;
  /** The maintenance margin in percent of the equity: at 100 the account is liquidated. Null without positions. */
  readonly used: number | null;
}

/** An account at the present marks. `held` are all positions of its quote currency. */
export function accountNow(
  account: Pick<LeverAccount, 'quote_currency_id' | 'balance' | 'margin' | 'maintenance'>,
  held: readonly (Held & Pick<LeverPosition, 'quote_currency_id'>)[],
  marks: Marks,
): LiveAccount {
  const profits = held
    .filter(({ quote_currency_id: quote }) => quote === account.quote_currency_id)
    .reduce((sum, one) => sum.plus(profitNow(one, marks) ?? 0), new Big(0));
  const equity = profits.plus(account.balance);
  const margin = new Big(account.margin);
  return {
    profits: profits.toFixed(),
    equity: equity.toFixed(),
    hazardRate: margin.eq(0) ? null : equity.times(100).div(margin).toFixed(2, Big.roundDown),
    used: margin.eq(0) ? null : usedShare(account.maintenance, equity),
  };
}

function usedShare(maintenance: string, equity: Big): number {
  if (equity.lte(0)) return 100;
  return Math.min(100, new Big(maintenance).times(100).div(equity).round(1, Big.roundUp).toNumber());
}

/** The price at which a position has a result of this percentage of its margin, in whole points; null if none has. */
export function priceAtRate(
  { type, price, number, caution_money: margin }: Pick<Held, 'type' | 'price' | 'number' | 'caution_money'>,
  percent: string,
  decimals: number,
): string | null {
  return priceAtProfit({ type, price, number }, new Big(margin).times(percent).div(100).toFixed(), decimals);
}

/** The price at which a position has this result, in whole points; null if none above zero has. */
export function priceAtProfit(
  { type, price, number }: Pick<Held, 'type' | 'price' | 'number'>,
  profit: string,
  decimals: number,
): string | null {
  const move = new Big(profit).div(number);
  const at = type === 1 ? new Big(price).plus(move) : new Big(price).minus(move);
  const rounded = at.round(decimals, Big.roundHalfUp);
  return rounded.gt(0) ? rounded.toFixed(decimals) : null;
}

/**
 * The expected result of a stop: the result at its price, and zero where the price lies on the wrong side of the entry.
 */
export function expectedResult(
  kind: 'profit' | 'loss',
  position: Pick<Held, 'type' | 'price' | 'number'>,
  price: string,
): string {
  if (price === '' || new Big(price).lte(0)) return '0';
  const result = new Big(profitAt(position, price));
  return (kind === 'profit' ? result.gt(0) : result.lt(0)) ? result.toFixed() : '0';
}
