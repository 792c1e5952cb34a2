import { rateDecimals } from './fiats.ts';

/** The daily reference rates of a day. */
export interface ReferenceRates {
  /** The day of the rates, such as `2026-11-27`, and its beginning in UTC. */
  readonly day: string;
  readonly dayMs: number;
  /** Units of each currency for one dollar, as counts of 10^-8. */
  readonly rates: ReadonlyMap<string, bigint>;
}

const one = 10n ** BigInt(rateDecimals);
/** The highest rate that is believed, in units for one euro; more than any currency has had since the euro exists. */
const maxPerEuro = 10_000_000n * one;

/**
 * Reads the document of daily reference rates of the European Central Bank, which are units for one euro, and converts
 * them into units for one dollar, rounded to the nearest. Elements are found by their form: the document has no others
 * with these attributes. A document in which a single rate is not a positive decimal is refused as a whole.
 *
 * @returns the rates, or what is wrong
 */
export function readReferenceRates(text: string): ReferenceRates | { readonly problem: string } {
  const [day, ...furtherDays] = [...text.matchAll(/<Cube\s+time=['"]([^'"<>]*)['"]/g)].map(([, time = '']) => time);
  if (day === undefined || furtherDays.length > 0) return { problem: 'it does not have exactly one day' };
  const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(dayMs)) return { problem: 'its day is not a date' };
  const perEuro = new Map([['EUR', one]]);
  for (const [element] of text.matchAll(/<Cube\s+(?:currency|rate)=[^<>]*>/g)) {
    const [, currency = '', written = ''] =
      /^<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([^'"]*)['"]\s*\/>$/.exec(element) ?? [];
    const rate = readRate(written);
    if (rate === null) return { problem: 'a rate is not a positive decimal' };
    if (perEuro.has(currency)) return { problem: 'a currency occurs twice' };
    perEuro.set(currency, rate);
  }
  const dollars = perEuro.get('USD');
  if (dollars === undefined) return { problem: 'it has no rate of the dollar' };
  const rates = [...perEuro].map(
    ([currency, rate]) => [currency, (2n * rate * one + dollars) / (2n * dollars)] as const,
  );
  return { day, dayMs, rates: new Map(rates.filter(([, rate]) => rate > 0n)) };
}

/** A positive decimal as a count of 10^-8; null for other texts. */
function readRate(text: string): bigint | null {
  const [, units, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (units === undefined) return null;
  const rate = BigInt(units) * one + BigInt(fraction.padEnd(rateDecimals, '0'));
  return rate > 0n && rate <= maxPerEuro ? rate : null;
}
