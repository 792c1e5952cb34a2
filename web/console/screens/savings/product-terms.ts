import { isDecimal, isZero, toUnits } from '../../../live/decimal.ts';
import { fractionOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

export const maxDays = 3_650;

/** The fields of the form, as entered. */
export interface TermsTexts {
  readonly amount: string;
  readonly days: string;
  /** In percent. */
  readonly rate: string;
  readonly quota: string;
  readonly userQuota: string;
}

/** The entered terms; null for those that are missing or invalid. */
export function readTerms(texts: TermsTexts) {
  const amount = texts.amount.trim();
  const rate = fractionOf(texts.rate);
  const count = (text: string): number | null => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
  return {
    amount: isDecimal(amount) && !isZero(amount) ? amount : null,
    days: wholeNumber(texts.days, 1, maxDays),
    rate: rate !== null && !isZero(rate) && toUnits(rate, 6) <= 1_000_000n ? rate : null,
    quota: count(texts.quota),
    user_quota: count(texts.userQuota),
  };
}
