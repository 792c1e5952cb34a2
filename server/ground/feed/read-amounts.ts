import type { DecimalInput } from '@bourse/contract';
import { amount, type Amount, formatDecimal, lots, type Lots, priceLimit, ticks, type Ticks } from '@bourse/engine';
import type { Market } from './listings.ts';
import { readDecimal, type Refused, refused } from '../gateway/index.ts';

type AmountRefusal = 'invalid_request' | 'quantity_required' | 'quantity_precision' | 'amount_too_large';

/** A price in ticks; null if missing. */
export function readPrice(
  input: DecimalInput | undefined,
  market: Market,
  field: 'price' | 'stop_price' = 'price',
): Ticks | null | Refused<'invalid_request' | 'price_precision' | 'price_step' | 'amount_too_large'> {
  const { priceDecimals: decimals, tickPoints } = market;
  const read = readDecimal(input, decimals);
  switch (read.kind) {
    case 'absent':
      return null;
    case 'malformed':
      return refused('invalid_request', { field, problem: 'format' });
    case 'too_precise':
      return refused('price_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: largestPrice(market) });
    case 'units':
      if (read.units >= priceLimit * tickPoints) return refused('amount_too_large', { maximum: largestPrice(market) });
      return read.units % tickPoints === 0
        ? ticks(read.units / tickPoints)
        : refused('price_step', { step: formatDecimal(tickPoints, decimals) });
  }
}

/** A quantity in lots. */
export function readQuantity(
  input: DecimalInput | undefined,
  market: Market,
): Lots | Refused<AmountRefusal | 'quantity_step'> {
  const { amountDecimals: decimals, lotPoints } = market;
  const units = readUnits(input, decimals, 'number');
  if (typeof units === 'object') return units;
  return units % lotPoints === 0
    ? lots(units / lotPoints)
    : refused('quantity_step', { step: formatDecimal(lotPoints, decimals) });
}

/** An amount of the quote currency in smallest units. */
export function readQuoteAmount(input: DecimalInput, market: Market): Amount | Refused<AmountRefusal> {
  const units = readUnits(input, market.quote.decimals, 'quote_amount');
  return typeof units === 'object' ? units : amount(units);
}

function readUnits(input: DecimalInput | undefined, decimals: number, field: string): number | Refused<AmountRefusal> {
  const read = readDecimal(input, decimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field, problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: largest(decimals) });
    case 'units':
      return read.units;
  }
}

function largest(decimals: number): string {
  return formatDecimal(Number.MAX_SAFE_INTEGER, decimals);
}

/** The highest price that an order can have, as a decimal. */
export function largestPrice({ priceDecimals, tickPoints }: Market): string {
  return formatDecimal((priceLimit - 1) * tickPoints, priceDecimals);
}
