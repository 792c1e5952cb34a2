import type { IndexRuleRow } from './index-price.ts';
import type { SecondsCurrencyRow, SecondsSettingsRow } from './seconds.ts';

/*
 * The requests that need a second person, where the call alone does not decide it. The server decides by these
 * functions, and the console announces it by the same ones.
 */

export type SecondsTerms = Pick<SecondsSettingsRow, 'fee' | 'options'>;
export type SecondsCurrencyTerms = NonNullable<SecondsCurrencyRow['terms']>;

/** The rule of an index. */
export type IndexRuleTerms = Pick<IndexRuleRow, 'price_decimals' | 'min_sources' | 'max_deviation' | 'staleness_ms'> & {
  readonly sources: readonly string[];
};

/**
 * Every rule of an index except the one in force, which only withdraws a rule that waits; `inForce` is null before the
 * first rule.
 */
export function indexRuleNeedsSecond(inForce: IndexRuleTerms | null, wanted: IndexRuleTerms): boolean {
  return (
    inForce === null ||
    inForce.price_decimals !== wanted.price_decimals ||
    inForce.min_sources !== wanted.min_sources ||
    inForce.staleness_ms !== wanted.staleness_ms ||
    isAbove(inForce.max_deviation, wanted.max_deviation) ||
    isAbove(wanted.max_deviation, inForce.max_deviation) ||
    inForce.sources.toSorted().join() !== wanted.sources.toSorted().join()
  );
}

/** A new duration, a higher payout or a lower fee; `present` is null before the first settings. */
export function secondsSettingsNeedSecond(present: SecondsTerms | null, wanted: SecondsTerms): boolean {
  if (present === null || isAbove(present.fee, wanted.fee)) return true;
  return wanted.options.some(({ seconds, ratio }) => {
    const known = present.options.find((option) => option.seconds === seconds);
    return known === undefined || isAbove(ratio, known.ratio);
  });
}

/** A higher cap, a stake above the highest one, or a currency that opens; `present` is null before the first offer. */
export function secondsCurrencyNeedsSecond(
  present: SecondsCurrencyTerms | null,
  wanted: SecondsCurrencyTerms,
): boolean {
  if (present === null) return true;
  return (
    (wanted.state === 'open' && present.state !== 'open') ||
    isAbove(wanted.user_cap, present.user_cap) ||
    isAbove(wanted.side_cap, present.side_cap) ||
    wanted.numbers.some((number) => present.numbers.every((known) => isAbove(number, known)))
  );
}

/** A market that opens. */
export function secondsMarketNeedsSecond({ state }: { readonly state: SecondsCurrencyTerms['state'] }): boolean {
  return state === 'open';
}

/** Compares two decimals exactly. A malformed one counts as 0; the server refuses it in any case. */
function isAbove(one: string, other: string): boolean {
  const decimals = Math.max(fractionOf(one).length, fractionOf(other).length);
  return unitsOf(one, decimals) > unitsOf(other, decimals);
}

function fractionOf(text: string): string {
  return text.split('.', 2)[1] ?? '';
}

function unitsOf(text: string, decimals: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)([0-9]*)\.?([0-9]*)$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '' ? units : -units;
}
