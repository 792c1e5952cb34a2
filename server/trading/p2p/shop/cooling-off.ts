import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { type Refused, refused } from '../../../ground/gateway/index.ts';
import { minuteText } from '../../../ground/texts/index.ts';

export interface CoolingSettings {
  readonly draw_security_hours: number;
  readonly draw_reset_hours: number;
}

const hourMs = 3_600_000;

/**
 * Why a person cannot put coins into an ad or an order yet: a password or the second factor was changed or removed, as
 * a thief would do. The first trade password and the first factor start nothing.
 */
export async function coolingOff(
  identityDb: Kysely<Schema>,
  { draw_reset_hours: resetHours, draw_security_hours: securityHours }: CoolingSettings,
  user: UserId,
  nowMs: number,
): Promise<Refused<'p2p_cooling_off'> | null> {
  const row = await identityDb
    .selectFrom('users')
    .leftJoin('pay_passwords', 'pay_passwords.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select([
      'users.password_changed_at as password',
      'pay_passwords.changed_at as trade',
      'second_factors.changed_at as factor',
      'second_factors.totp_since as since',
      'second_factors.removed_at as removed',
    ])
    .select((of) => [
      of
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
      of
        .selectFrom('factor_resets')
        .select(({ fn }) => fn.max<string | null>('stage_at').as('last'))
        .whereRef('factor_resets.user_id', '=', 'users.id')
        .where('stage', '=', 'done')
        .as('reset'),
    ])
    .where('users.id', '=', String(user))
    .executeTakeFirst();
  if (row === undefined) return null;
  const factors = Number(row.passkeys ?? 0) + (row.since === null ? 0 : 1);
  const isFirst = factors === 1 && row.removed === null && row.reset === null;
  const changes = [row.password, row.trade, row.removed, isFirst ? null : row.factor];
  const untilMs = Math.max(endOf(row.reset, resetHours), ...changes.map((atMs) => endOf(atMs, securityHours)));
  return untilMs > nowMs ? refused('p2p_cooling_off', { until: minuteText(untilMs) }) : null;
}

/** The end of a wait; 0 if nothing started it. */
function endOf(atMs: string | null, hours: number): number {
  return atMs === null || atMs === '0' ? 0 : safeInteger(atMs) + hours * hourMs;
}
