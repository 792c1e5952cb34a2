import type { SecondsCurrencyRow, SecondsSettingsRow } from './seconds.ts';

/*
 * The requests that need a second person: those by which the venue can lose more than before. The server decides by
 * these functions, and the console announces it by the same ones.
 */

export type SecondsTerms = Pick<SecondsSettingsRow, 'fee' | 'options'>;
export type SecondsCurrencyTerms = NonNullable<SecondsCurrencyRow['terms']>;

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
