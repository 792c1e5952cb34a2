import { savingsStatus, type SavingsLock, type SavingsLogEntry, type SavingsProduct } from '@bourse/contract/savings';
import type { Language } from '@bourse/contract/texts';
import { type Amount, amount, type UserId } from '@bourse/engine';
import {
  accruedInterest,
  datesOf,
  dayMs,
  daysAccrued,
  type SavingsProduct as OfferedProduct,
} from '@bourse/engine/savings';
import { type Currency, type Listings, unitsText, type Views, wideText } from '../../ground/feed/index.ts';
import { say } from '../../ground/texts/index.ts';
import type { DepositState } from './deposit-state.ts';
import { savingsView } from './savings-view.ts';

/** A product in wire format, with the dates of a deposit made now. `user` is null for visitors. */
export function productOnWire(
  product: OfferedProduct,
  user: UserId | null,
  views: Views,
  language: Language,
): SavingsProduct {
  const currency = views.listings.currency(product.currency);
  const view = savingsView.of(views);
  const { startsAtMs, maturesAtMs } = datesOf(views.timeMs, product.days);
  return {
    id: product.product,
    version: product.version,
    ...termsOnWire(product, currency, language),
    limit_number: unitsText(currency, product.amount),
    quota_left: view.left(product),
    mine_left: view.leftOf(user, product),
    interest: unitsText(currency, accruedInterest(product, product.days)),
    starts_at: startsAtMs,
    matures_at: maturesAtMs,
  };
}

/** A deposit in wire format, as of `timeMs`. */
export function lockOnWire(deposit: DepositState, timeMs: number, listings: Listings, language: Language): SavingsLock {
  const currency = listings.currency(deposit.currency);
  const { end } = deposit;
  const state = end?.as ?? 'inForce';
  return {
    id: deposit.deposit,
    product_id: deposit.product,
    ...termsOnWire(deposit, currency, language),
    number: unitsText(currency, deposit.amount),
    status: savingsStatus[state],
    status_name: say(language, `savings.${state}`),
    locked_at: deposit.lockedAtMs,
    started: deposit.startsAtMs,
    matures_at: deposit.maturesAtMs,
    ended_at: end?.atMs ?? null,
    redeemable_at: deposit.redeemableAtMs,
    accrued: unitsText(currency, accruedInterest(deposit, daysOf(deposit, timeMs))),
    interest: unitsText(currency, deposit.interest),
    remaining_days: end === null ? deposit.days - daysAccrued(deposit, timeMs) : 0,
  };
}

/** The events of a deposit until `timeMs`, newest first. */
export function logOnWire(
  deposit: DepositState,
  timeMs: number,
  listings: Listings,
  language: Language,
): SavingsLogEntry {
  const currency = listings.currency(deposit.currency);
  const row = (type: LogRow['type'], time: number, units: Amount): LogRow => ({
    type,
    time,
    amount: unitsText(currency, units),
  });
  const { end, amount: principal, startsAtMs } = deposit;
  const days = Array.from({ length: daysOf(deposit, timeMs) }, (_, before) => {
    const earned = accruedInterest(deposit, before + 1) - accruedInterest(deposit, before);
    return row('interest', startsAtMs + (before + 1) * dayMs, amount(earned));
  });
  const ended = end === null ? [] : [row(end.as === 'settled' ? 'matured' : 'redeemed', end.atMs, principal)];
  return {
    lock: lockOnWire(deposit, timeMs, listings, language),
    rows: [row('lock', deposit.lockedAtMs, principal), ...days, ...ended].toReversed(),
  };
}

type LogRow = SavingsLogEntry['rows'][number];

/** The number of days with interest at `timeMs`; zero after a redemption, which forfeits all interest. */
function daysOf(deposit: DepositState, timeMs: number): number {
  switch (deposit.end?.as) {
    case undefined:
      return daysAccrued(deposit, timeMs);
    case 'settled':
      return deposit.days;
    case 'redeemed':
      return 0;
  }
}

function termsOnWire(
  { days, ratePpm }: { readonly days: number; readonly ratePpm: number },
  { id, code }: Currency,
  language: Language,
) {
  return {
    name: say(language, 'savings.product', { currency: code, count: days }),
    limit_days: days,
    // The rate in parts per million, as a percentage.
    display_rate: wideText(BigInt(ratePpm), 4),
    currency: { id, code },
  };
}
