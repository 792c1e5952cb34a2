import type { Outflow } from '@bourse/contract/credits';
import Big from 'big.js';

interface MaturingLine {
  readonly until: number;
  readonly sums: readonly { readonly code: string; readonly amount: string }[];
}

/** The coins that mature, by time; the last of at most `limit` lines has the sums of all later ones. */
export function maturingLines(maturing: Outflow['maturing'], limit: number): readonly MaturingLine[] {
  const whole = maturing.length > limit ? limit - 1 : limit;
  const lines = maturing
    .slice(0, whole)
    .map(({ amount, currency_code: code, until }): MaturingLine => ({ until, sums: [{ code, amount }] }));
  const rest = maturing.slice(whole);
  const last = rest.at(-1);
  if (last === undefined) return lines;
  const sums = new Map<string, Big>();
  for (const { amount, currency_code: code } of rest) sums.set(code, (sums.get(code) ?? new Big(0)).plus(amount));
  return [...lines, { until: last.until, sums: Array.from(sums, ([code, sum]) => ({ code, amount: sum.toFixed() })) }];
}
