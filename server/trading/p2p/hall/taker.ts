import type { LegalStanding, TakeObstacle } from '@bourse/contract/p2p';
import { type PaymentCode, paymentCodeOf } from '@bourse/contract/payments';
import type { UserId } from '@bourse/engine';
import { safeInteger } from '../../../ground/database/index.ts';
import type { PaymentMethods } from '../../../people/payments/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import type { VerifiedPort } from '../../../people/verification/index.ts';
import { dollarsText } from '../../index-price/index.ts';
import type { Ad } from '../shop/ad.ts';
import { hiddenFrom } from '../shop/blocks.ts';
import { newcomerOrders, takerLimits } from '../shop/limits.ts';
import { findMerchant } from '../shop/merchant.ts';
import type { OrderRecords } from '../shop/ports.ts';
import type { With } from '../../../ground/parts.ts';

export interface TakerParts extends With<'identityDb' | 'now' | 'views'> {
  readonly orders: Pick<OrderRecords, 'cancelsOf' | 'completedOf' | 'openedOn' | 'unpaidOf'>;
  readonly paymentMethods: Pick<PaymentMethods, 'list'>;
  readonly settings: { readonly p2p_day_usd: number; readonly p2p_first_usd: number };
  readonly verified: Pick<VerifiedPort, 'statusOf'>;
}

/** The facts about a person that decide which ads that person can take. Dollars are counts of 10^-8. */
export interface Taker {
  readonly user: UserId;
  readonly isFrozen: boolean;
  readonly isVerified: boolean;
  readonly isSeller: boolean;
  readonly completed: number;
  readonly days: number;
  readonly unpaid: number | null;
  readonly cancels: number;
  readonly blockedUntilMs: number | null;
  readonly dayLimit: bigint;
  readonly dayLeft: bigint;
  /** Null for merchants. */
  readonly newcomerMaximum: bigint | null;
  /** The types of the own payment methods, by which a seller is paid. */
  readonly codes: ReadonlySet<PaymentCode>;
  /** Those whom the person has blocked, or who have blocked the person. */
  readonly hidden: ReadonlySet<UserId>;
}

const dayMs = 86_400_000;

export async function takerOf(parts: TakerParts, user: UserId): Promise<Taker> {
  const { identityDb, now, orders, paymentMethods, settings, verified, views } = parts;
  const nowMs = now();
  const [status, person, merchant, completed, unpaid, opened, cancels, limits, methods, hidden] = await Promise.all([
    verified.statusOf(user),
    identityDb.selectFrom('users').select('created_at').where('id', '=', String(user)).executeTakeFirst(),
    findMerchant(identityDb, user),
    orders.completedOf(user),
    orders.unpaidOf(user),
    orders.openedOn(user, nowMs),
    orders.cancelsOf(user),
    takerLimits(identityDb, settings, user),
    paymentMethods.list(user),
    hiddenFrom(identityDb, user),
  ]);
  const left = limits.day - opened;
  return {
    user,
    isFrozen: restrictionView.of(views).scopeOf(user) !== 'none',
    isVerified: status === 2,
    isSeller: merchant?.state === 'approved',
    completed,
    days: person === undefined ? 0 : Math.floor((nowMs - safeInteger(person.created_at)) / dayMs),
    unpaid,
    cancels: cancels.count,
    blockedUntilMs: cancels.blockedUntilMs,
    dayLimit: limits.day,
    dayLeft: left > 0n ? left : 0n,
    newcomerMaximum: limits.newcomer,
    codes: new Set(methods.map(({ code }) => code)),
    hidden,
  };
}

/** Why a person cannot take an ad now, whatever its price; null if nothing is in the way. */
export function obstacleFor(taker: Taker, ad: Ad): TakeObstacle | null {
  if (ad.user === taker.user) return 'ad_own';
  if (taker.isFrozen) return 'account_frozen';
  if (!taker.isVerified) return 'verification_required';
  if (taker.hidden.has(ad.user)) return 'counterparty_blocked';
  if (taker.completed < ad.needs.orders || taker.days < ad.needs.days) return 'taker_rules';
  if (ad.side === 'sell') {
    if (taker.unpaid !== null) return 'unpaid_order_exists';
    return taker.blockedUntilMs === null ? null : 'buying_blocked_today';
  }
  const isPayable = ad.methods.some((type) => {
    const code = paymentCodeOf(type);
    return code !== null && taker.codes.has(code);
  });
  return isPayable ? null : 'method_required';
}

/** The limits and the standing of a person in their wire format. */
export function standingOnWire(taker: Taker): LegalStanding {
  const { newcomerMaximum } = taker;
  return {
    verified: taker.isVerified ? 1 : 0,
    is_seller: taker.isSeller ? 1 : 0,
    day_limit: dollarsText(taker.dayLimit),
    day_left: dollarsText(taker.dayLeft),
    newcomer_left: newcomerMaximum === null ? 0 : Math.max(0, newcomerOrders - taker.completed),
    newcomer_maximum: dollarsText(newcomerMaximum ?? taker.dayLimit),
    unpaid_order_id: taker.unpaid,
    cancels_today: taker.cancels,
    blocked_until: taker.blockedUntilMs,
  };
}
