import {
  accountType,
  type Amount,
  amount,
  type CurrencyId,
  parseDecimal,
  venue,
  type VenueTransfer,
} from '@bourse/engine';
import { type ConfigureSavingsProduct, type SavingsProduct, savingsProductId } from '@bourse/engine/savings';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { demoListing } from '../markets/index.ts';

/** Commands of the demo's set-up are attributed to the venue itself. */
const setup = { operator: venue, cause: 'setup' } as const;

/** The source of the payments that fund the venue's savings accounts: one per currency, numbered by its id. */
const fundSource = 'demo_savings';

/**
 * Per currency: the amount that funds interest, the amount of one deposit, and for each product the days and the
 * percentage per year.
 */
const currencies = [
  {
    code: 'USDT',
    fund: '1000000',
    deposit: '1000',
    rates: [
      [7, 3],
      [30, 5],
      [90, 8],
    ],
  },
  {
    code: 'BTC',
    fund: '10',
    deposit: '0.01',
    rates: [
      [30, 2],
      [90, 3],
    ],
  },
  {
    code: 'ETH',
    fund: '200',
    deposit: '0.1',
    rates: [
      [30, 2],
      [90, 3],
    ],
  },
] as const;

/** The ids of currencies whose savings account has been funded. */
export async function readFunded(db: Kysely<Schema>): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('venue_transfers').select('n').where('source', '=', fundSource).execute();
  return new Set(rows.map(({ n }) => safeInteger(n)));
}

/**
 * The commands that fund and offer the demo's deposits, except those already executed. Changes by operators are left
 * alone.
 */
export function missingDemoSavings(
  offered: Iterable<Pick<SavingsProduct, 'product'>>,
  funded: ReadonlySet<number>,
): readonly (VenueTransfer | ConfigureSavingsProduct)[] {
  const known = new Set<number>(Array.from(offered, ({ product }) => product));
  return [
    ...demoFunds().filter(({ n }) => !funded.has(n)),
    ...demoProducts().filter(({ product }) => !known.has(product)),
  ];
}

function demoFunds(): VenueTransfer[] {
  return currencies.map(({ code, fund }) => {
    const { id, units } = listed(code);
    return {
      type: 'venue_transfer',
      from: accountType.external,
      toUser: venue,
      to: accountType.savingsHouse,
      currency: id,
      amount: units(fund),
      source: fundSource,
      n: id,
      ...setup,
    };
  });
}

function demoProducts(): ConfigureSavingsProduct[] {
  const products = currencies.flatMap(({ code, deposit, rates }) => {
    const { id, units } = listed(code);
    return rates.map(([days, percent]) => ({ currency: id, amount: units(deposit), days, ratePpm: percent * 10_000 }));
  });
  return products.map((terms, before) => ({
    type: 'configure_savings_product',
    product: savingsProductId(before + 1),
    ...terms,
    quota: 1_000,
    userQuota: 10,
    state: 'open',
    ...setup,
  }));
}

/** A currency of the demo's listing, with a parser for its amounts. */
function listed(code: string): { readonly id: CurrencyId; readonly units: (text: string) => Amount } {
  const found = demoListing().find((item) => item.type === 'list_currency' && item.code === code);
  if (found?.type !== 'list_currency') throw new Error(`the demo does not list ${code}`);
  return { id: found.currency, units: (text) => amount(parseDecimal(text, found.decimals) ?? 0) };
}
