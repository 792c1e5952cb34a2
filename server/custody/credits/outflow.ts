import type { Outflow } from '@bourse/contract/credits';
import { accountType, type UserId } from '@bourse/engine';
import { coveredAmount, type NetBalance, type PriceOfUnit } from '@bourse/engine/credits';
import {
  accountCodes,
  accountTypeOf,
  type Currency,
  truncated,
  unitsText,
  type Views,
} from '../../ground/feed/index.ts';
import { indexPrices } from '../../trading/index-price/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { creditView, type CurrencyUnits } from './credit-view.ts';

/** The currency in which index prices are stated. */
const reference = 'USDT';

/** Dollars are counts of 10^-18. */
const dollarDecimals = 18;

/** How much of a user's money can leave, with the deposits, bought coins and debts that limit it. */
export function outflowOf(views: Views, user: UserId): Outflow {
  const view = creditView.of(views);
  const { listings } = views;
  const debts = view.debtsOf(user);
  const unmatured = view.unmaturedOf(user);
  const maturing = view.maturingOf(user);
  const isLimited = unmatured.length > 0 || maturing.length > 0;
  const nets = netBalancesOf(views, user, maturing);
  const onWire = ({ currency: id, units }: CurrencyUnits) => {
    const currency = listings.currency(id);
    return { currency_id: id, currency_code: currency.code, amount: unitsText(currency, units) };
  };
  return {
    unmatured: unmatured.map(onWire),
    unmatured_usd: unmaturedDollars(views, unmatured),
    maturing: maturing.map(({ amount: units, currency, untilMs }) => ({
      ...onWire({ currency, units }),
      until: untilMs,
    })),
    debts: debts.map((debt) => {
      const { available } = views.balances.read(user, accountType.change, debt.currency);
      const repayable = unitsText(listings.currency(debt.currency), Math.min(debt.units, available));
      return { ...onWire(debt), repayable };
    }),
    available_usd: debts.length > 0 ? '0' : availableDollars(nets),
    rooms: listings.currencies().flatMap(({ id }) => {
      const available = availableOf(views, user, id);
      if (available === 0) return [];
      const covered = isLimited ? coveredAmount(nets, id) : available;
      return [onWire({ currency: id, units: debts.length > 0 ? 0 : Math.min(available, covered) })];
    }),
  };
}

/** The limits of a withdrawal of a currency by debts, unmatured deposits and bought coins. */
export interface OutflowRoom {
  readonly hasDebt: boolean;
  /** The most that may leave by unmatured deposits alone; null without any. */
  readonly coveredDeposits: number | null;
  /** The worth of unmatured deposits in dollars; null while a price is missing. */
  readonly unmaturedUsd: string | null;
}

export function outflowRoomOf(views: Views, user: UserId, currency: Currency): OutflowRoom {
  const view = creditView.of(views);
  const unmatured = view.unmaturedOf(user);
  return {
    hasDebt: view.debtsOf(user).length > 0,
    coveredDeposits: unmatured.length === 0 ? null : coveredAmount(netBalancesOf(views, user, []), currency.id),
    unmaturedUsd: unmaturedDollars(views, unmatured),
  };
}

/** How much of an available amount of a currency may leave the exchange now. */
export type Withdrawable = (currency: Currency['id'], available: number) => number;

/** The limits of a user's withdrawals by debts, restrictions, unmatured deposits and bought coins. */
export function withdrawableOf(views: Views, user: UserId): Withdrawable {
  const view = creditView.of(views);
  if (restrictionView.of(views).scopeOf(user) !== 'none' || view.debtsOf(user).length > 0) return () => 0;
  const maturing = view.maturingOf(user);
  if (view.unmaturedOf(user).length === 0 && maturing.length === 0) return (_currency, available) => available;
  const nets = netBalancesOf(views, user, maturing);
  return (currency, available) => (available === 0 ? 0 : Math.min(available, coveredAmount(nets, currency)));
}

/**
 * The balances of all accounts less open holds, offers, escrows, unmatured credits and these coins that mature, as the
 * exchange computes them for a withdrawal.
 */
function netBalancesOf(
  views: Views,
  user: UserId,
  maturing: readonly { readonly currency: Currency['id']; readonly amount: number }[],
): NetBalance[] {
  return views.listings.currencies().map((currency) => {
    const kept = maturing.filter((coins) => coins.currency === currency.id);
    return netBalanceOf(
      views,
      user,
      currency,
      kept.reduce((sum, coins) => sum + coins.amount, 0),
    );
  });
}

function netBalanceOf(views: Views, user: UserId, currency: Currency, maturing: number): NetBalance {
  const { id, code, decimals } = currency;
  const view = creditView.of(views);
  const total = accountCodes.reduce((sum, account) => {
    const { available, locked } = views.balances.read(user, accountTypeOf(account), id);
    return sum + available + locked;
  }, 0);
  const net = total - view.held(user, id) - view.unmatured(user, id) - maturing;
  return { currency: id, code, decimals, net, price: indexPriceOf(views, currency) };
}

function availableOf(views: Views, user: UserId, currency: Currency['id']): number {
  return accountCodes.reduce(
    (sum, account) => sum + views.balances.read(user, accountTypeOf(account), currency).available,
    0,
  );
}

/** Null while the index is not live. */
function indexPriceOf(views: Views, { id }: Currency): PriceOfUnit | null {
  const index = indexPrices.of(views).find(id);
  return index === undefined || index.price === null ? null : { price: index.price, decimals: index.decimals };
}

function availableDollars(nets: readonly NetBalance[]): string {
  let sum = 0n;
  for (const balance of nets) {
    const dollars = dollarsOf(balance, balance.net);
    if (dollars !== null) sum += dollars;
    else if (balance.net < 0) return '0';
  }
  return sum > 0n ? truncated(sum, 2) : '0';
}

function unmaturedDollars(views: Views, unmatured: readonly CurrencyUnits[]): string | null {
  let sum = 0n;
  for (const { currency: id, units } of unmatured) {
    const currency = views.listings.currency(id);
    const dollars = dollarsOf({ ...currency, price: indexPriceOf(views, currency) }, units);
    if (dollars === null) return null;
    sum += dollars;
  }
  return truncated(sum, 2);
}

/** The value at the index price; null without one. */
function dollarsOf(
  { code, decimals, price }: Pick<NetBalance, 'code' | 'decimals' | 'price'>,
  units: number,
): bigint | null {
  const scaled = BigInt(units) * 10n ** BigInt(dollarDecimals - decimals);
  if (code === reference) return scaled;
  return price === null ? null : (scaled * BigInt(price.price)) / 10n ** BigInt(price.decimals);
}
