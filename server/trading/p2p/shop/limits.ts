import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../ground/database/index.ts';
import { findMerchant } from './merchant.ts';

/** The orders of a newcomer, which are limited one by one. */
export const newcomerOrders = 3;

/** Limits in dollars, as counts of 10^-8. */
export interface TakerLimits {
  /** Of what a person opens in a UTC day. */
  readonly day: bigint;
  /** Of each order until a person has `newcomerOrders` completed ones; null for merchants. */
  readonly newcomer: bigint | null;
}

interface LimitSettings {
  readonly p2p_day_usd: number;
  readonly p2p_first_usd: number;
}

const dollar = 10n ** 8n;

/** The limits of a taker: those of everyone, or those of the level of a merchant. */
export async function takerLimits(
  db: Kysely<Schema> | Transaction<Schema>,
  { p2p_day_usd: day, p2p_first_usd: first }: LimitSettings,
  user: UserId,
): Promise<TakerLimits> {
  const merchant = await findMerchant(db, user);
  if (merchant?.state === 'approved') return { day: BigInt(merchant.level.orderUsd) * dollar, newcomer: null };
  return { day: BigInt(day) * dollar, newcomer: BigInt(first) * dollar };
}
