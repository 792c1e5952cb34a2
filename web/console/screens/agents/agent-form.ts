import { isDecimal } from '../../../live/decimal.ts';

/** A limit of a day, as the console sends it. */
export interface LimitInput {
  readonly currency_code: string;
  readonly amount: string;
}

/** A share in percent as parts per million: above 0 and at most 50 %; null for others. */
export function readShare(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const ppm = Number(whole + decimals.padEnd(4, '0'));
  return ppm >= 1 && ppm <= 500_000 ? ppm : null;
}

/** Parts per million in percent, e.g. `12.5`. */
export function shareText(ppm: number): string {
  const digits = String(ppm).padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0+$/, '');
  const whole = digits.slice(0, -4);
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** Limits from lines such as `USDT 1000`; null if a line is something else or names a currency twice. */
export function readLimits(text: string): readonly LimitInput[] | null {
  const limits: LimitInput[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words.length === 1 && words[0] === '') continue;
    const [code = '', amount = '', ...others] = words;
    const isAmount = isDecimal(amount) && !amount.startsWith('-');
    const isKnown = limits.some((limit) => limit.currency_code === code.toUpperCase());
    if (!isAmount || others.length > 0 || isKnown) return null;
    limits.push({ currency_code: code.toUpperCase(), amount });
  }
  return limits;
}

/** Limits as lines. */
export function limitLines(limits: readonly LimitInput[]): string {
  return limits.map(({ amount, currency_code: code }) => `${code} ${amount}`).join('\n');
}
