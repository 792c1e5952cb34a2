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
import { safeInteger, type Schema } from '../database/index.ts';
import { demoListing } from '../markets/index.ts';

/** The demo is set up by the venue itself. */
const setup = { operator: venue, cause: 'setup' } as const;

/** Names the payments into the savings accounts of the venue: one for each currency, numbered by its id. */
const fundSource = 'demo_savings';

/**
 * Of each currency: what the venue can pay interest from, what one deposit is, and the days of each product with its
 * percentage a year.
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

/** The currencies in which the savings account of the venue was funded, by id. */
export async function readFunded(db: Kysely<Schema>): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('venue_transfers').select('n').where('source', '=', fundSource).execute();
  return new Set(rows.map(({ n }) => safeInteger(n)));
}

/**
 * The commands that fund and offer the deposits of the demo, as far as that was not done before. What an operator
 * changed is left as it is.
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
    ...{ quota: 1_000, userQuota: 10, state: 'open' },
    ...setup,
  }));
}

/** A currency of the demo, with its smallest units. */
function listed(code: string): { readonly id: CurrencyId; readonly units: (text: string) => Amount } {
  const found = demoListing().find((item) => item.type === 'list_currency' && item.code === code);
  if (found?.type !== 'list_currency') throw new Error(`the demo lists no ${code}`);
  return { id: found.currency, units: (text) => amount(parseDecimal(text, found.decimals) ?? 0) };
}
