import type { AgentLimit, AgentSum } from '@bourse/contract/agents';
import { currencyId, type UserId } from '@bourse/engine';
import { startOfDay } from '@bourse/engine/agents';
import type { Kysely, Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Listings, truncated, unitsText, Valuation, type Views, wideText } from '../../ground/feed/index.ts';
import { maskedAccount } from '../identity/index.ts';
import type { Limit } from './limits.ts';

/** A share in percent, e.g. `12.5`. */
export function percentText(ppm: number): string {
  return wideText(BigInt(ppm), 4);
}

/** A UTC day, e.g. `2026-01-31`. */
export function dayText(day: number): string {
  return dateText(startOfDay(day));
}

/** The UTC date of a time. */
function dateText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The UTC day of a date; null if it is none. */
export function readDay(text: string): number | null {
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(timeMs) || dateText(timeMs) !== text) return null;
  return timeMs / 86_400_000;
}

/** Sums of fees and commission in the smallest unit. */
export interface Sum {
  readonly currency: number;
  readonly fees: number;
  readonly commission: number;
}

export function sumsOnWire(listings: Listings, sums: readonly Sum[]): AgentSum[] {
  return sums.map(({ commission, currency: id, fees }) => {
    const currency = listings.currency(currencyId(id));
    return {
      currency_id: id,
      currency_code: currency.code,
      fees: unitsText(currency, fees),
      commission: unitsText(currency, commission),
    };
  });
}

export function limitsOnWire(listings: Listings, limits: readonly Limit[]): AgentLimit[] {
  return limits.map(({ amount, currency: id }) => {
    const currency = listings.currency(currencyId(id));
    return { currency_id: id, currency_code: currency.code, amount: unitsText(currency, amount) };
  });
}

/** The commission, or the fees, of sums in dollars at the last prices; a currency without a price counts as 0. */
export function dollarsOf(views: Views, sums: readonly Sum[], of: 'commission' | 'fees' = 'commission'): string {
  const valuation = new Valuation(views);
  let dollars = 0n;
  for (const sum of sums) dollars += valuation.dollars(views.listings.currency(currencyId(sum.currency)), sum[of]);
  return truncated(dollars, 2);
}

/** The masked accounts of users, by id. */
export async function maskedAccounts(
  db: Kysely<Schema> | Transaction<Schema>,
  users: readonly (number | UserId)[],
): Promise<ReadonlyMap<number, string>> {
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'mobile'])
    .where('id', 'in', [...new Set(users)].map(String))
    .execute();
  return new Map(
    rows.map((row) => [safeInteger(row.id), maskedAccount(row.email === '' ? row.mobile : row.email)] as const),
  );
}

export async function maskedAccountOf(db: Kysely<Schema> | Transaction<Schema>, user: UserId): Promise<string> {
  return (await maskedAccounts(db, [user])).get(user) ?? '';
}
