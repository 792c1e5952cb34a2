import { isDecimal, isZero } from '../../../live/decimal.ts';
import type { LeveragePairRow } from '@bourse/contract/console';
import { fractionOf, percentOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

/** The terms of a pair. */
export type PairTerms = NonNullable<LeveragePairRow['terms']>;

/** The fields of the form, as entered. Lists are separated by spaces; a tier is `limit×multiple`. */
export interface TermsTexts {
  readonly shareDecimals: string;
  readonly sharePoints: string;
  readonly markDecimals: string;
  readonly multiples: string;
  readonly shares: string;
  readonly minShare: string;
  readonly maxShare: string;
  /** In percent, as the fee and the reserve. */
  readonly spread: string;
  readonly fee: string;
  readonly reserve: string;
  readonly tiers: string;
  readonly grossCap: string;
}

export const noTexts: TermsTexts = {
  shareDecimals: '',
  sharePoints: '',
  markDecimals: '',
  multiples: '',
  shares: '',
  minShare: '',
  maxShare: '',
  spread: '',
  fee: '',
  reserve: '',
  tiers: '',
  grossCap: '',
};

/** The texts of known terms. */
export function textsOf(terms: PairTerms): TermsTexts {
  return {
    shareDecimals: String(terms.share_decimals),
    sharePoints: String(terms.share_points),
    markDecimals: String(terms.mark_decimals),
    multiples: terms.multiples.join(' '),
    shares: terms.shares.join(' '),
    minShare: String(terms.min_share),
    maxShare: String(terms.max_share),
    spread: percentOf(terms.spread),
    fee: percentOf(terms.fee),
    reserve: percentOf(terms.reserve),
    tiers: terms.tiers.map(({ limit, multiple }) => `${limit}×${multiple}`).join(' '),
    grossCap: terms.gross_cap,
  };
}

/** The entered terms; null for those that are missing or invalid. */
export function readTerms(texts: TermsTexts) {
  const count = (text: string): number | null => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
  const cap = texts.grossCap.trim();
  return {
    share_decimals: count(texts.shareDecimals),
    share_points: count(texts.sharePoints),
    mark_decimals: count(texts.markDecimals),
    multiples: countsIn(texts.multiples),
    shares: countsIn(texts.shares),
    min_share: count(texts.minShare),
    max_share: count(texts.maxShare),
    spread: fractionOf(texts.spread),
    fee: fractionOf(texts.fee),
    reserve: fractionOf(texts.reserve),
    tiers: tiersIn(texts.tiers),
    gross_cap: isDecimal(cap) ? cap : null,
  };
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function countsIn(text: string): number[] | null {
  const counts = wordsIn(text).map((word) => wholeNumber(word, 1, Number.MAX_SAFE_INTEGER));
  return counts.length > 0 && counts.every((count) => count !== null) ? counts : null;
}

function tiersIn(text: string): PairTerms['tiers'] | null {
  const tiers = wordsIn(text).map((word) => {
    const [limit = '', multiple = '', ...rest] = word.split(/[×x*]/);
    const count = wholeNumber(multiple, 1, 1_000);
    return rest.length === 0 && isDecimal(limit) && !isZero(limit) && count !== null
      ? { limit, multiple: count }
      : null;
  });
  return tiers.length > 0 && tiers.every((tier) => tier !== null) ? tiers : null;
}
