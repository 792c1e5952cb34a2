import { accountType, amount, type CurrencyId, parseDecimal, venue, type VenueTransfer } from '@bourse/engine';
import type { ConfigureConvert, ConvertConfiguration } from '@bourse/engine/convert';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { demoListing } from '../markets/index.ts';

/** Commands of the demo's set-up are attributed to the venue itself. */
const setup = { operator: venue, cause: 'setup' } as const;

/** The source of the payments that fund the treasury: one per currency, numbered by its id. */
const fundSource = 'demo_convert';

/** The currencies that users of the demo can convert, with the treasury's capital. */
const funds = { BTC: '200', ETH: '4000', USDT: '10000000' } as const;

const spreadPpm = 2_000;
const tolerancePpm = 5_000;

/** The ids of currencies whose treasury has been funded. */
export async function readFunded(db: Kysely<Schema>): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('venue_transfers').select('n').where('source', '=', fundSource).execute();
  return new Set(rows.map(({ n }) => safeInteger(n)));
}

/**
 * The commands that fund the demo's treasury and switch conversions on, except those already executed. Changes by
 * operators are left alone.
 */
export function missingDemoConvert(
  configuration: ConvertConfiguration | null,
  funded: ReadonlySet<number>,
): readonly (VenueTransfer | ConfigureConvert)[] {
  const missing = demoFunds().filter(({ n }) => !funded.has(n));
  return configuration === null ? [...missing, demoSettings()] : missing;
}

function demoFunds(): VenueTransfer[] {
  return Object.entries(funds).map(([code, fund]) => {
    const { currency, decimals } = listed(code);
    return {
      type: 'venue_transfer',
      from: accountType.external,
      toUser: venue,
      to: accountType.treasury,
      currency,
      amount: amount(parseDecimal(fund, decimals) ?? 0),
      source: fundSource,
      n: currency,
      ...setup,
    };
  });
}

function demoSettings(): ConfigureConvert {
  const currencies = Object.keys(funds)
    .map((code) => ({ currency: listed(code).currency, spreadPpm }))
    .toSorted((a, b) => a.currency - b.currency);
  return { type: 'configure_convert', reference: listed('USDT').currency, currencies, tolerancePpm, ...setup };
}

function listed(code: string): { readonly currency: CurrencyId; readonly decimals: number } {
  const found = demoListing().find((item) => item.type === 'list_currency' && item.code === code);
  if (found?.type !== 'list_currency') throw new Error(`the demo does not list ${code}`);
  return found;
}
