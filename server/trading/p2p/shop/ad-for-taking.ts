import type { CallInput } from '@bourse/contract';
import type { legalSubmit } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import type { Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { unitsText, wideText } from '../../../ground/feed/index.ts';
import { readDecimal, type Refused, refused } from '../../../ground/gateway/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import type { VerifiedPort } from '../../../people/verification/index.ts';
import type { References } from '../rates/references.ts';
import { fiatOf } from '../rates/fiats.ts';
import { type Ad, lockAd } from './ad.ts';
import { areBlocked } from './blocks.ts';
import { type ConditionParts, decimalsOf, isOffered, isWithinHours, priceOf } from './conditions.ts';
import { findMerchant, type Merchant } from './merchant.ts';
import type { OrderRecords } from './ports.ts';
import { coinsFor, fiatFor, fiatWithin, hasMoved, priceScale } from './prices.ts';

type Input = CallInput<typeof legalSubmit>;

export interface TakingParts extends ConditionParts {
  readonly orders: Pick<OrderRecords, 'completedOf'>;
  readonly references: Pick<References, 'decimalsOf' | 'of' | 'worth'>;
  readonly verified: Pick<VerifiedPort, 'statusOf'>;
}

/** An ad that a person may take, with the terms of the order, which stay as they are. */
export interface Taking {
  readonly ad: Ad;
  readonly merchant: Merchant;
  readonly seller: UserId;
  readonly buyer: UserId;
  /** The offer that the coins come from; null if the taker sells. */
  readonly offer: number | null;
  readonly price: bigint;
  readonly priceDecimals: number;
  /** In the smallest unit of the coin and of the fiat currency. */
  readonly coins: number;
  readonly fiat: number;
  readonly fiatDecimals: number;
  /** In dollars, as a count of 10^-8. */
  readonly worth: bigint;
}

type TakingRefusal = Refused<
  | 'invalid_request'
  | 'ad_unknown'
  | 'ad_not_open'
  | 'ad_own'
  | 'merchant_offline'
  | 'rate_stale'
  | 'price_moved'
  | 'price_out_of_range'
  | 'quantity_required'
  | 'quantity_precision'
  | 'amount_too_large'
  | 'order_amount_range'
  | 'ad_exhausted'
  | 'verification_required'
  | 'account_frozen'
  | 'taker_rules'
  | 'counterparty_blocked'
>;

const dayMs = 86_400_000;

/**
 * Locks an ad until the transaction ends and judges whether a person may take it. The caller checks the limits of the
 * taker, stores the order and calls `orderOfAd.opened` in the same transaction. It reads by the transaction alone: a
 * second connection might be awaited by as many requests as there are connections.
 */
export async function adForTaking(
  parts: TakingParts,
  transaction: Transaction<Schema>,
  taker: UserId,
  input: Pick<Input, 'amount' | 'id' | 'number' | 'price'>,
): Promise<Taking | TakingRefusal> {
  const ad = await lockAd(transaction, Number(input.id));
  if (ad === null || ad.stage !== 'live') return refused('ad_unknown');
  if (ad.user === taker) return refused('ad_own');
  if (await areBlocked(transaction, taker, ad.user)) return refused('counterparty_blocked');
  const merchant = await findMerchant(transaction, ad.user);
  const isFrozen = (user: UserId): boolean => scopeOf(parts, user) !== 'none';
  if (merchant?.state !== 'approved' || isFrozen(ad.user) || !isOffered(ad)) return refused('ad_not_open');
  if (merchant.paused || !isWithinHours(ad, parts.now())) return refused('merchant_offline');
  const priced = readPrice(parts, ad, input);
  if ('ok' in priced) return priced;
  if (isFrozen(taker)) return refused('account_frozen');
  if ((await parts.verified.statusOf(taker, transaction)) !== 2) return refused('verification_required');
  if (!(await meetsRules(parts, transaction, taker, ad))) {
    return refused('taker_rules', { orders: ad.needs.orders, days: ad.needs.days });
  }
  const amounts = readAmounts(parts, ad, priced.price, input);
  if ('ok' in amounts) return amounts;
  const worth = parts.references.worth(ad.currency, amounts.coins);
  if (worth === null) return refused('rate_stale');
  const wrong = outOfRange(parts, ad, merchant, { ...amounts, ...priced, worth });
  if (wrong !== null) return wrong;
  const takerSells = ad.side === 'buy';
  return {
    ad,
    merchant,
    seller: takerSells ? taker : ad.user,
    buyer: takerSells ? ad.user : taker,
    offer: takerSells ? null : ad.id,
    price: priced.price,
    priceDecimals: parts.references.decimalsOf(ad),
    ...amounts,
    fiatDecimals: fiatOf(ad.fiat).decimals,
    worth,
  };
}

function scopeOf({ views }: Pick<TakingParts, 'views'>, user: UserId): RestrictionScope {
  return restrictionView.of(views).scopeOf(user);
}

/** The present price, unless the one that was shown is too far from it. */
function readPrice(
  parts: TakingParts,
  ad: Ad,
  { price: shown }: Pick<Input, 'price'>,
): { readonly price: bigint } | TakingRefusal {
  const priced = priceOf(parts, ad);
  if ('obstacle' in priced) return priced.obstacle === 'rate' ? refused('rate_stale') : outsideBand(ad, priced);
  const read = readDecimal(shown, priceScale);
  if (read.kind !== 'units') return refused('invalid_request', { field: 'price', problem: 'format' });
  return hasMoved(BigInt(read.units), priced.price, ad.side)
    ? refused('price_moved', { price: wideText(priced.price, priceScale), fiat: ad.fiat })
    : priced;
}

/** The refusal of a price outside the band around the reference. */
export function outsideBand(
  { fiat }: Pick<Ad, 'fiat'>,
  { high, low }: { readonly high: bigint; readonly low: bigint },
): Refused<'price_out_of_range'> {
  return refused('price_out_of_range', { low: wideText(low, priceScale), high: wideText(high, priceScale), fiat });
}

async function meetsRules(
  { now, orders }: TakingParts,
  transaction: Transaction<Schema>,
  taker: UserId,
  { needs }: Ad,
): Promise<boolean> {
  if (needs.days > 0) {
    const row = await transaction
      .selectFrom('users')
      .select('created_at')
      .where('id', '=', String(taker))
      .executeTakeFirst();
    if (row === undefined || now() - safeInteger(row.created_at) < needs.days * dayMs) return false;
  }
  return needs.orders === 0 || (await orders.completedOf(taker, transaction)) >= needs.orders;
}

/** The coins and the fiat money of an order, of which exactly one is given. */
function readAmounts(
  parts: TakingParts,
  ad: Ad,
  price: bigint,
  { amount, number }: Pick<Input, 'amount' | 'number'>,
): { readonly coins: number; readonly fiat: number } | TakingRefusal {
  if (amount !== undefined && number !== undefined) {
    return refused('invalid_request', { field: 'amount', problem: 'unknown' });
  }
  const decimals = decimalsOf(parts, ad);
  const [given, scale, field] =
    number === undefined ? [amount, decimals.fiat, 'amount'] : [number, decimals.coin, 'number'];
  const read = readDecimal(given, scale);
  const maximum = wideText(BigInt(Number.MAX_SAFE_INTEGER), scale);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field, problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals: scale });
    case 'too_large':
      return refused('amount_too_large', { maximum });
    case 'units':
  }
  const units = BigInt(read.units);
  const coins = number === undefined ? coinsFor(units, price, decimals) : units;
  const fiat = number === undefined ? units : fiatFor(units, price, decimals);
  if (coins === 0n) return refused('quantity_required');
  const isTooLarge = [coins, fiat].some((value) => value > BigInt(Number.MAX_SAFE_INTEGER));
  return isTooLarge ? refused('amount_too_large', { maximum }) : { coins: Number(coins), fiat: Number(fiat) };
}

interface Sized {
  readonly coins: number;
  readonly fiat: number;
  readonly price: bigint;
  readonly worth: bigint;
}

/** The refusal of an order that is outside of the ad's limits or those of the merchant's level. */
function outOfRange(
  parts: TakingParts,
  ad: Ad,
  { level }: Merchant,
  { coins, fiat, price, worth }: Sized,
): Refused<'order_amount_range' | 'ad_exhausted'> | null {
  const { decimals } = fiatOf(ad.fiat);
  const most = BigInt(level.orderUsd) * 10n ** 8n;
  if (fiat < ad.min || fiat > ad.max || worth > most) {
    // The fiat money of the most dollars, at the price of this order.
    const allowed = worth > most ? (BigInt(fiat) * most) / worth : BigInt(ad.max);
    const max = allowed < BigInt(ad.max) ? allowed : BigInt(ad.max);
    return refused('order_amount_range', {
      min: wideText(BigInt(ad.min), decimals),
      max: wideText(max, decimals),
      fiat: ad.fiat,
    });
  }
  if (coins <= ad.left) return null;
  const currency = parts.views.listings.currency(ad.currency);
  // An amount of fiat money that the rest suffices for.
  const isNone = fiatWithin(BigInt(ad.left), price, decimalsOf(parts, ad)) === 0n;
  return refused('ad_exhausted', { left: unitsText(currency, isNone ? 0 : ad.left), currency: currency.code });
}
