import { convert, convertQuote, type Conversion, type ConvertQuote } from '@bourse/contract/convert';
import type { AccountLogRow } from '@bourse/contract/wallet';
import type { Client } from './client.ts';
import { units } from './exact.ts';
import type { Drawing } from './products.ts';
import type { Records } from './records.ts';

/** The acceptance of a quote, which is carried out at most once. */
export interface ConversionRequest {
  readonly key: string;
  readonly quote: ConvertQuote;
}

export type Conversions = Records<ConversionRequest, Conversion>;

export async function requestConversion(client: Client, { key, quote }: ConversionRequest): Promise<Conversion> {
  const { currency_id, number, quote_id, target_currency_id: targetCurrency } = quote;
  return client.call(convert, { currency_id, targetCurrency, number, quote_id }, key);
}

/** Obtains a quote of a small amount between BTC, ETH and USDT. */
export async function randomConversion({ client, key, random }: Drawing): Promise<ConversionRequest> {
  const from = Math.floor(random() * amounts.length);
  const to = (from + 1 + Math.floor(random() * (amounts.length - 1))) % amounts.length;
  const number = ((1 + Math.floor(random() * 40)) * (amounts[from] ?? 1)).toFixed(4);
  return { key, quote: await client.call(convertQuote, { currency_id: from + 1, targetCurrency: to + 1, number }) };
}

/** The smallest conversion of each currency. */
const amounts = [0.0001, 0.002, 5] as const;

/**
 * Compares a user's conversions with the movements of the account: each has paid and received the quoted amounts once,
 * and there are no others. Returns a sentence for each difference.
 */
export function conversionDifferences({ made }: Conversions, log: readonly AccountLogRow[]): string[] {
  const found: string[] = [];
  const booked = new Map<number, string[]>();
  for (const { amount, cause_id: id, currency_code: code } of log) {
    booked.set(id, [...(booked.get(id) ?? []), `${units(amount)} ${code}`]);
  }
  for (const { answer, request } of made) {
    const { currency_code: from, id, number, received, target_currency_code: to } = answer;
    const { quote } = request;
    if (number !== quote.number || units(received) > units(quote.received)) {
      found.push(`conversion ${id} was quoted as ${JSON.stringify(quote)} and is ${JSON.stringify(answer)}`);
    }
    const expected = [`${-units(number)} ${from}`, `${units(received)} ${to}`];
    const present = booked.get(id) ?? [];
    booked.delete(id);
    if (present.toSorted().join() !== expected.toSorted().join()) {
      found.push(`conversion ${id} should have booked ${expected.join(' and ')}, but has ${present.join(' and ')}`);
    }
  }
  for (const [id, rows] of booked) found.push(`conversion ${id} was never acknowledged: ${rows.join(' and ')}`);
  return found;
}
