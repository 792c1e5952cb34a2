import type { ConvertibleCurrency } from '@bourse/contract/convert';
import { compareDecimals, isDecimal, isZero } from '../../live/decimal.ts';

/** The two currencies of the form by id, and the amount as entered. */
export interface ConvertDraft {
  readonly from: number;
  readonly to: number;
  readonly amount: string;
}

/** The reason why a draft cannot be quoted. */
export type DraftProblem = 'amountRequired' | 'tooMuch' | 'noPrice';

/** A draft with its currencies. */
export interface ReadDraft {
  readonly from: ConvertibleCurrency;
  readonly to: ConvertibleCurrency;
  /** The plain decimal; null while there is none above zero. */
  readonly number: string | null;
  readonly problem: DraftProblem | null;
}

/** The currency that most conversions have on one side. */
const usual = 'USDT';

/** The draft that a form begins with: from the wanted currency, otherwise from USDT, to USDT or the first other one. */
export function firstDraft(
  currencies: readonly ConvertibleCurrency[],
  wanted: number | undefined,
): ConvertDraft | null {
  const dollar = currencies.find(({ code }) => code === usual);
  const from = currencies.find(({ id }) => id === wanted) ?? dollar ?? currencies[0];
  const others = currencies.filter(({ id }) => id !== from?.id);
  const to = others.find(({ id }) => id === dollar?.id) ?? others[0];
  return from === undefined || to === undefined ? null : { from: from.id, to: to.id, amount: '' };
}

/** Chooses a currency on one side. Choosing that of the other side swaps the two. */
export function chosen(draft: ConvertDraft, side: 'from' | 'to', id: number): ConvertDraft {
  const other = side === 'from' ? 'to' : 'from';
  if (draft[other] === id) return swapped(draft);
  return side === 'from' ? { ...draft, from: id, amount: '' } : { ...draft, to: id };
}

/** The same in the other direction. The amount was of the other currency, so it is dropped. */
export function swapped({ from, to }: ConvertDraft): ConvertDraft {
  return { from: to, to: from, amount: '' };
}

/**
 * Reads a draft. Null when one of its currencies can no longer be converted. `available` is the spot balance, or null
 * while it is loading.
 */
export function readDraft(
  { from: fromId, to: toId, amount }: ConvertDraft,
  currencies: readonly ConvertibleCurrency[],
  available: string | null,
): ReadDraft | null {
  const [from, to] = [fromId, toId].map((id) => currencies.find((currency) => currency.id === id));
  if (from === undefined || to === undefined) return null;
  const plain = plainDecimal(amount);
  const number = plain === null || isZero(plain) ? null : plain;
  return { from, to, number, problem: problemOf(from, to, number, available) };
}

function problemOf(
  from: ConvertibleCurrency,
  to: ConvertibleCurrency,
  number: string | null,
  available: string | null,
): DraftProblem | null {
  if (from.is_priced === 0 || to.is_priced === 0) return 'noPrice';
  if (number === null) return 'amountRequired';
  return available !== null && compareDecimals(number, available) > 0 ? 'tooMuch' : null;
}

/** Completes ".5" and "5." as entered; null for no number. */
function plainDecimal(text: string): string | null {
  const whole = text.startsWith('.') ? `0${text}` : text;
  const complete = whole.endsWith('.') ? whole.slice(0, -1) : whole;
  return isDecimal(complete) ? complete : null;
}
