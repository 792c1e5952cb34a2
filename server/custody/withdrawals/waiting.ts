import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

const hourMs = 3_600_000;

export interface WaitingSettings {
  readonly draw_security_hours: number;
  readonly draw_contact_hours: number;
  readonly draw_address_hours: number;
}

/**
 * The earliest time of a payment after the last change of a password, of the second factor or of an address of the
 * account; null if it need not wait. The first trade password is no change.
 */
export async function waitOfAccount(
  identityDb: Kysely<Schema>,
  { draw_contact_hours, draw_security_hours }: WaitingSettings,
  user: UserId,
  nowMs: number,
): Promise<number | null> {
  const row = await identityDb
    .selectFrom('users')
    .leftJoin('pay_passwords', 'pay_passwords.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'password_changed_at',
      'contact_changed_at',
      'pay_passwords.changed_at',
      'second_factors.changed_at as factor',
    ])
    .where('users.id', '=', String(user))
    .executeTakeFirst();
  if (row === undefined) return null;
  const secured = [row.password_changed_at, row.changed_at, row.factor].map(millisecondsOf);
  const ends = [
    ...secured.map((at) => at + draw_security_hours * hourMs),
    millisecondsOf(row.contact_changed_at) + draw_contact_hours * hourMs,
  ];
  const latest = Math.max(...ends);
  return latest > nowMs ? latest : null;
}

/**
 * The earliest time of the first payment to an address; null if it need not wait. Withdrawals that their owner or staff
 * ended do not make an address known: a thief could have requested them.
 */
export async function waitOfAddress(
  db: Kysely<Schema>,
  { draw_address_hours }: WaitingSettings,
  { address, memo, protocol, user }: { user: UserId; protocol: number; address: string; memo: string | null },
  nowMs: number,
): Promise<number | null> {
  if (draw_address_hours === 0) return null;
  const first = await db
    .selectFrom('withdrawals')
    .select('created_at')
    .where('user_id', '=', String(user))
    .where('protocol_id', '=', protocol)
    .where('address', '=', address)
    .where('memo', 'is not distinct from', memo)
    .where('stage', 'not in', ['void', 'creating', 'cancelled', 'rejected'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const from = first === undefined ? nowMs : safeInteger(first.created_at);
  const end = from + draw_address_hours * hourMs;
  return end > nowMs ? end : null;
}

function millisecondsOf(value: string | null): number {
  return value === null ? 0 : safeInteger(value);
}
