import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import type { Member } from '../../ground/gateway/index.ts';

const hourMs = 3_600_000;

export interface DeviceSettings {
  readonly draw_device_hours: number;
}

/** Whether the device that logged in was first used within the hours of the settings, or has no id. */
export async function isNewDevice(
  identityDb: Kysely<Schema>,
  { draw_device_hours: hours }: DeviceSettings,
  { session, user }: Pick<Member, 'session' | 'user'>,
  nowMs: number,
): Promise<boolean> {
  if (hours === 0) return false;
  const known = await identityDb
    .selectFrom('sessions')
    .innerJoin('devices', 'devices.device_key', 'sessions.device_key')
    .select('devices.first_used_at')
    .where('sessions.token_hash', '=', session.tokenHash)
    .where('devices.user_id', '=', String(user))
    .where('devices.device_key', '<>', '')
    .executeTakeFirst();
  return known === undefined || safeInteger(known.first_used_at) + hours * hourMs > nowMs;
}
