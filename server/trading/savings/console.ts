import { savingsCalls, type SavingsDecision, type SavingsProductRow } from '@bourse/contract/console';
import { accountType, amount, listingIdLimit, venue } from '@bourse/engine';
import {
  invalidProductField,
  type SavingsProduct,
  savingsProductId,
  savingsTerms,
  type SavingsTerms,
} from '@bourse/engine/savings';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Currency, fractionText, unitsText, type Views } from '../../ground/feed/index.ts';
import { savingsView } from './savings-view.ts';
import {
  answered,
  differences,
  FigureReader,
  prepared,
  readSequencePage,
  refusal,
  type SequencePage,
  sequencePageOf,
  withGrounds,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type SavingsConsoleParts = With<'console' | 'db' | 'identityDb' | 'now' | 'views'>;

/** Serves the products of fixed-term deposits to the operators' console, and changes of their terms. */
export function registerSavingsConsole(parts: SavingsConsoleParts): void {
  registerReads(parts);
  registerConfiguration(parts);
}

function registerReads({ console, db, identityDb, now, views }: SavingsConsoleParts): void {
  console.read(savingsCalls.savingsProducts, () => {
    const rows = savingsView
      .of(views)
      .products()
      .map((product) => rowOf(views, product));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(savingsCalls.savingsHouse, () => {
    const rows = views.listings.currencies().map((currency) => {
      const { available, locked } = views.balances.read(venue, accountType.savingsHouse, currency.id);
      return {
        currency_id: currency.id,
        currency_code: currency.code,
        available: unitsText(currency, available),
        reserved: unitsText(currency, locked),
      };
    });
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(savingsCalls.savingsHistory, async ({ id, ...paging }) => {
    const product = savingsView.of(views).findProduct(Number(id));
    if (product === undefined) return refusal('product_unknown');
    const page = readSequencePage(paging);
    if ('error' in page) return page;
    const currency = views.listings.currency(product.currency);
    const { next, rows } = sequencePageOf(await readDecisions(db, { currency, id: product.product }, page), page);
    return answered({ rows: await withGrounds(identityDb, rows), next, as_of: now() });
  });
}

function registerConfiguration({ console, views }: SavingsConsoleParts): void {
  console.command(
    savingsCalls.configureProduct,
    (input) => {
      const view = savingsView.of(views);
      const known = input.id === null ? undefined : view.findProduct(input.id);
      if (input.id !== null && known === undefined) return refusal('product_unknown');
      if ((known?.version ?? 0) !== input.version) return refusal('changed_meanwhile');
      const currency = views.listings.findCurrency(input.currency_id);
      if (currency === undefined) return refusal('currency_unknown');
      const id = known?.product ?? nextId(view.products());
      if (id === null) return refusal('listing_full');
      const read = new FigureReader();
      const terms: SavingsTerms = {
        currency: currency.id,
        amount: amount(read.positive('amount', input.amount, { decimals: currency.decimals, points: 1 })),
        days: input.days,
        ratePpm: read.fraction('rate', input.rate),
        quota: input.quota,
        userQuota: input.user_quota,
        state: input.state,
      };
      if (read.problem !== null) return refusal('decimal_invalid', read.problem);
      const product = savingsProductId(id);
      const invalid = invalidProductField({ product, ...terms }, known ?? null);
      if (invalid !== null) return refusal('setting_invalid', { field: fieldNames[invalid] });
      const after = termsShown(currency, terms);
      const effect = known === undefined ? { before: null, after } : differences(termsShown(currency, known), after);
      if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
      return prepared(
        { type: 'configure_savings_product', product, ...terms },
        { subject: { kind: 'product', id: String(product) }, ...effect },
        () => ({ id: product, version: input.version + 1 }),
      );
    },
    { needsSecond: ({ id }) => id === null },
  );
}

const fieldNames = {
  product: 'id',
  currency: 'currency_id',
  amount: 'amount',
  days: 'days',
  ratePpm: 'rate',
  quota: 'quota',
  userQuota: 'user_quota',
} as const;

function nextId(products: readonly SavingsProduct[]): number | null {
  const id = Math.max(0, ...products.map(({ product }) => product)) + 1;
  return id < listingIdLimit ? id : null;
}

function termsShown(currency: Currency, terms: SavingsTerms) {
  return {
    currency_code: currency.code,
    amount: unitsText(currency, terms.amount),
    days: terms.days,
    rate: fractionText(terms.ratePpm),
    quota: terms.quota,
    user_quota: terms.userQuota,
    state: terms.state,
  };
}

function rowOf(views: Views, product: SavingsProduct): SavingsProductRow {
  const currency = views.listings.currency(product.currency);
  const { count, interest, principal } = savingsView.of(views).runningOf(product.product);
  return {
    id: product.product,
    currency_id: currency.id,
    version: product.version,
    ...termsShown(currency, product),
    running: count,
    running_principal: unitsText(currency, principal),
    reserved_interest: unitsText(currency, interest),
  };
}

/** The decisions about a product, newest first: one page, and one row more if there is another. */
async function readDecisions(
  db: Kysely<Schema>,
  { currency, id }: { readonly currency: Currency; readonly id: number },
  { before, limit }: SequencePage,
) {
  const rows = await db
    .selectFrom('settings_log')
    .select(['sequence', 'time_ms', 'operator', 'cause', 'before', 'after'])
    .where('change', '=', 'savings_product_configured')
    .where(sql<number>`(subject::json ->> 'product')::integer`, '=', id)
    .where('sequence', '<', String(before))
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = (text: string | null): SavingsDecision['before'] =>
    text === null ? null : termsShown(currency, savingsTerms.decode(JSON.parse(text)));
  return rows.map((row) => ({
    sequence: safeInteger(row.sequence),
    at: safeInteger(row.time_ms),
    before: shown(row.before),
    after: shown(row.after),
    operator: safeInteger(row.operator),
    reason_code: row.cause,
  }));
}
