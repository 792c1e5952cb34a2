import { type VenueAccountsRow, venueAccounts, venueMoneyCalls } from '@bourse/contract/console';
import { accountType, type AccountType, amount, currencyId, userId, venue } from '@bourse/engine';
import { type Currency, unitsText, Valuation, type Views } from '../../ground/feed/index.ts';
import { commissionView } from '../../people/agents/index.ts';
import type { SiteSettings } from '../../people/identity/index.ts';
import { leverView } from '../../trading/leverage/index.ts';
import { withApprovals } from './approved-transfers.ts';
import { type MovedUnits, movedWithinDay } from './moved-within-day.ts';
import { readVenueTransfers } from './venue-transfers.ts';
import {
  answered,
  FigureReader,
  prepared,
  readSequencePage,
  refusal,
  sequencePageOf,
  withGrounds,
} from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface WalletConsoleParts extends With<'console' | 'db' | 'identityDb' | 'now' | 'views'> {
  readonly settings: Pick<SiteSettings, 'venue_transfer_limit'>;
}

/** Serves the exchange's own money to the operators' console: balances, transfers and their list. */
export function registerVenueMoney(parts: WalletConsoleParts): void {
  registerReads(parts);
  registerTransfers(parts);
}

type VenueAccount = (typeof venueAccounts)[number];

const types: Readonly<Record<VenueAccount, AccountType>> = {
  external: accountType.external,
  fees: accountType.fees,
  lever_house: accountType.leverHouse,
  insurance: accountType.insurance,
  micro_house: accountType.microHouse,
  savings_house: accountType.savingsHouse,
  treasury: accountType.treasury,
};

function registerReads({ console, db, identityDb, now, views }: WalletConsoleParts): void {
  console.read(venueMoneyCalls.venueAccounts, () => {
    const rows = views.listings.currencies().map((currency) => accountsOf(views, currency));
    return answered({ rows, next: null, as_of: now() });
  });

  console.read(venueMoneyCalls.venueTransfers, async ({ cursor, limit, ...filter }) => {
    const page = readSequencePage({ ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) });
    if ('error' in page) return page;
    const { next, rows } = sequencePageOf(await readVenueTransfers(db, views.listings, filter, page), page);
    const shown = await withGrounds(identityDb, await withApprovals(identityDb, rows));
    return answered({ rows: shown, next, as_of: now() });
  });
}

function registerTransfers(parts: WalletConsoleParts): void {
  const { console, identityDb, settings, views } = parts;
  console.command(
    venueMoneyCalls.moveVenueMoney,
    ({ from, to, ...input }, { movement }) => {
      if (from === to) return refusal('account_invalid', { field: 'to' });
      const read = readAmount(views, input, from);
      if (!read.ok) return read;
      const { currency, units } = read;
      return prepared(
        {
          type: 'venue_transfer',
          from: types[from],
          toUser: venue,
          to: types[to],
          currency: currency.id,
          amount: amount(units),
          ...movement,
        },
        {
          subject: { kind: 'account', id: from },
          before: null,
          after: { from, to, currency_code: currency.code, amount: unitsText(currency, units) },
        },
        ({ sequence }) => ({ sequence }),
      );
    },
    {
      needsSecond: async (input, by) => {
        if (input.from === 'external' || input.to === 'external') return true;
        const read = readAmount(views, input, input.from);
        // An amount that is not there now may be there when the turn of the request comes: it is refused at once.
        if (!read.ok) return true;
        const moved = [...(await movedWithinDay(parts, by.id)), { currency: read.currency.id, units: read.units }];
        return isAboveLimit(views, moved, settings.venue_transfer_limit);
      },
    },
  );

  console.command(venueMoneyCalls.payUser, async ({ from, user_id: id, ...input }, { movement }) => {
    // Money from outside reaches users as a deposit only.
    if (from === 'external') return refusal('account_invalid', { field: 'from' });
    const read = readAmount(views, input, from);
    if (!read.ok) return read;
    const known = await identityDb.selectFrom('users').select('id').where('id', '=', String(id)).executeTakeFirst();
    if (known === undefined) return refusal('user_unknown', { user: id });
    const { currency, units } = read;
    return prepared(
      {
        type: 'venue_transfer',
        from: types[from],
        toUser: userId(id),
        to: accountType.change,
        currency: currency.id,
        amount: amount(units),
        ...movement,
      },
      {
        subject: { kind: 'user', id: String(id) },
        before: null,
        after: { from, user_id: id, currency_code: currency.code, amount: unitsText(currency, units) },
      },
      ({ sequence }) => ({ sequence }),
    );
  });
}

interface AmountInput {
  readonly currency_id: number;
  readonly amount: string;
}

interface ReadAmount {
  readonly ok: true;
  readonly currency: Currency;
  readonly units: number;
}

/** An amount that the account has and need not keep; capital that is paid in comes from outside and has no bound. */
function readAmount(views: Views, input: AmountInput, from: VenueAccount) {
  const currency = views.listings.findCurrency(input.currency_id);
  if (currency === undefined) return refusal('currency_unknown');
  const read = new FigureReader();
  const units = read.positive('amount', input.amount, { decimals: currency.decimals, points: 1 });
  if (read.problem !== null) return refusal('decimal_invalid', read.problem);
  const { available } = views.balances.read(venue, types[from], currency.id);
  if (from !== 'external' && available < units) {
    return refusal('insufficient', { available: unitsText(currency, available) });
  }
  const free = Math.max(0, available - leverView.of(views).floorOf(currency.id));
  if (from === 'lever_house' && free < units) {
    return refusal('house_floor', { available: unitsText(currency, free) });
  }
  const ownFees = Math.max(0, available - commissionView.of(views).owed(currency.id));
  if (from === 'fees' && ownFees < units) {
    return refusal('fees_owed', { available: unitsText(currency, ownFees) });
  }
  const found: ReadAmount = { ok: true, currency, units };
  return found;
}

/** Whether amounts are worth more dollars than the limit together. A currency without a price counts as above it. */
function isAboveLimit(views: Views, amounts: readonly MovedUnits[], limit: number): boolean {
  const valuation = new Valuation(views);
  let dollars = 0n;
  for (const { currency: id, units } of amounts) {
    const currency = views.listings.currency(currencyId(id));
    if (valuation.dollarsForOne(currency) === 0n) return true;
    dollars += valuation.dollars(currency, units);
  }
  return dollars > BigInt(limit) * 10n ** 18n;
}

function accountsOf(views: Views, currency: Currency): VenueAccountsRow {
  const balanceOf = (account: VenueAccount) => views.balances.read(venue, types[account], currency.id);
  const totalOf = (account: VenueAccount): number => balanceOf(account).available + balanceOf(account).locked;
  const shown = (account: VenueAccount): string => unitsText(currency, totalOf(account));
  const sum = venueAccounts.reduce((total, account) => total + totalOf(account), 0);
  return {
    currency_id: currency.id,
    currency_code: currency.code,
    decimals: currency.decimals,
    external: shown('external'),
    fees: shown('fees'),
    lever_house: shown('lever_house'),
    insurance: shown('insurance'),
    micro_house: shown('micro_house'),
    savings_house: shown('savings_house'),
    savings_reserved: unitsText(currency, balanceOf('savings_house').locked),
    treasury: shown('treasury'),
    // All accounts add up to zero, so users hold the rest.
    people: unitsText(currency, 0 - sum),
  };
}
