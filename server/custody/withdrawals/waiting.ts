import type { WaitReason } from '@bourse/contract/wallet';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';

const hourMs = 3_600_000;

export interface ResetSettings {
  readonly draw_reset_hours: number;
}

export interface WaitingSettings extends ResetSettings {
  readonly draw_security_hours: number;
  readonly draw_contact_hours: number;
  readonly draw_address_hours: number;
}

/** How long a payment waits, in epoch milliseconds, and why. */
export interface Wait {
  readonly untilMs: number;
  readonly reason: WaitReason;
}

/**
 * The wait of a payment after the last change of a password, of the second factor or of an address of the account, or
 * after a reset of the second factor by staff; null if it need not wait. The first trade password is no change.
 */
export async function waitOfAccount(
  identityDb: Kysely<Schema>,
  settings: WaitingSettings,
  user: UserId,
  nowMs: number,
): Promise<Wait | null> {
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
  const securedMs = Math.max(...[row.password_changed_at, row.changed_at, row.factor].map(millisecondsOf));
  const contactMs = millisecondsOf(row.contact_changed_at);
  const resetUntilMs = await waitOfReset(identityDb, settings, user, nowMs);
  return longestWait(nowMs, [
    resetUntilMs === null ? null : { untilMs: resetUntilMs, reason: 'factor_reset' },
    { untilMs: securedMs + settings.draw_security_hours * hourMs, reason: 'security_changed' },
    { untilMs: contactMs + settings.draw_contact_hours * hourMs, reason: 'contact_changed' },
  ]);
}

/** Until when nothing is paid to a user whose second factor staff have reset; null if it need not wait. */
export async function waitOfReset(
  db: Kysely<Schema>,
  settings: ResetSettings,
  user: UserId,
  nowMs: number,
): Promise<number | null> {
  const rows = await resetsOf(db, settings, nowMs).where('user_id', '=', String(user)).execute();
  return rows.map(({ at }) => safeInteger(at) + settings.draw_reset_hours * hourMs).at(0) ?? null;
}

/** The same for all users who must wait. */
export async function waitsOfResets(
  db: Kysely<Schema>,
  settings: ResetSettings,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await resetsOf(db, settings, nowMs).execute();
  return new Map(
    rows.map((row) => [safeInteger(row.user_id), safeInteger(row.at) + settings.draw_reset_hours * hourMs]),
  );
}

/** The last resets of users whose wait is not over. */
function resetsOf(db: Kysely<Schema>, { draw_reset_hours }: ResetSettings, nowMs: number) {
  return db
    .selectFrom('factor_resets')
    .select(({ fn }) => ['user_id', fn.max<string>('stage_at').as('at')])
    .where('stage', '=', 'done')
    .where('stage_at', '>', String(nowMs - draw_reset_hours * hourMs))
    .groupBy('user_id');
}

/**
 * The wait of the first payment to an address; null if it need not wait. Withdrawals that their owner or staff ended do
 * not make an address known: a thief could have requested them.
 */
export async function waitOfAddress(
  db: Kysely<Schema>,
  { draw_address_hours }: WaitingSettings,
  { address, memo, protocol, user }: { user: UserId; protocol: number; address: string; memo: string | null },
  nowMs: number,
): Promise<Wait | null> {
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
  return longestWait(nowMs, [{ untilMs: from + draw_address_hours * hourMs, reason: 'address_new' }]);
}

/** The wait that ends last, the first of equal ones; null if all of them are over. */
export function longestWait(nowMs: number, waits: readonly (Wait | null)[]): Wait | null {
  let longest: Wait | null = null;
  for (const wait of waits) if (wait !== null && wait.untilMs > (longest?.untilMs ?? nowMs)) longest = wait;
  return longest;
}

function millisecondsOf(value: string | null): number {
  return value === null ? 0 : safeInteger(value);
}
