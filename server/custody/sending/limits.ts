import type { UserId } from '@bourse/engine';
import { type Kysely, sql, type Transaction } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import { dollarsText, worthDecimals } from '../../trading/index-price/index.ts';
import { dayLimit, type DayLimits, outflowWithinDay } from '../withdrawals/index.ts';
import { startOfDay } from './recipients.ts';

const hourMs = 3_600_000;

export interface SendingLimits extends DayLimits {
  readonly send_min_usd: number;
  readonly send_day_count: number;
  readonly send_new_usd: number;
  readonly send_new_hours: number;
}

export type LimitRefusal = Refused<'draw_limit_exceeded' | 'transfers_used_up' | 'transfer_recipient_new'>;

/** The room that the limits leave now. Worths are in dollars, as a count of 10^-8. */
export interface Room {
  readonly limit: bigint;
  readonly left: bigint;
  readonly sendsLeft: number;
  /** Null without a recipient, or if it is not new. */
  readonly newLeft: bigint | null;
}

/** Dollars as a count of 10^-8. */
export function dollars(whole: number): bigint {
  return BigInt(whole) * 10n ** BigInt(worthDecimals);
}

/**
 * The room of a verified user. A request that is not decided counts; for the number of requests also one whose coins
 * could not be moved, because the journal keeps it.
 */
export async function roomOf(
  db: Kysely<Schema> | Transaction<Schema>,
  settings: SendingLimits,
  { nowMs, to, user }: { readonly user: UserId; readonly to: UserId | null; readonly nowMs: number },
): Promise<Room> {
  const limit = dayLimit(settings, 2);
  const left = limit - (await outflowWithinDay(db, user, nowMs));
  const { count } = await db
    .selectFrom('sends')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('created_at', '>=', String(startOfDay(nowMs)))
    .executeTakeFirstOrThrow();
  return {
    limit,
    left: atLeastNothing(left),
    sendsLeft: Math.max(0, settings.send_day_count - safeInteger(count)),
    newLeft: to === null ? null : await newRecipientRoom(db, settings, { user, to, nowMs }),
  };
}

/** The refusal of an amount of this worth; null if it fits. */
export function refusalBy(room: Room, worth: bigint, settings: SendingLimits): LimitRefusal | null {
  if (worth > room.left) return refused('draw_limit_exceeded', { left: dollarsText(room.left) });
  if (room.sendsLeft === 0) return refused('transfers_used_up', { maximum: settings.send_day_count });
  if (room.newLeft !== null && worth > room.newLeft)
    return refused('transfer_recipient_new', { left: dollarsText(room.newLeft) });
  return null;
}

/** A recipient is new for some hours from the first coins of this user. */
async function newRecipientRoom(
  db: Kysely<Schema> | Transaction<Schema>,
  { send_new_hours, send_new_usd }: SendingLimits,
  { nowMs, to, user }: { readonly user: UserId; readonly to: UserId; readonly nowMs: number },
): Promise<bigint | null> {
  if (send_new_hours === 0) return null;
  const { first, sum } = await db
    .selectFrom('sends')
    .select([sql<string | null>`min(created_at)`.as('first'), sql<string | null>`sum(worth)`.as('sum')])
    .where('user_id', '=', String(user))
    .where('to_user_id', '=', String(to))
    .where('stage', '<>', 'void')
    .executeTakeFirstOrThrow();
  if (first !== null && safeInteger(first) + send_new_hours * hourMs <= nowMs) return null;
  return atLeastNothing(dollars(send_new_usd) - BigInt(sum ?? '0'));
}

function atLeastNothing(worth: bigint): bigint {
  return worth > 0n ? worth : 0n;
}
