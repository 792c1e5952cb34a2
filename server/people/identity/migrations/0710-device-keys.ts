import { appMigration } from '../../../ground/database/index.ts';

/**
 * Device ids are stored as keyed hashes only. The key is not in the database, so the next start hashes the rows of
 * `plain_devices` and empties it (until `0900-issued-devices.ts`).
 */
export const deviceKeys = appMigration(
  // Removing the old rows with their pages leaves no plain ids behind.
  'create table plain_devices as select user_id, device_id, first_used_at, last_used_at from devices',
  'truncate devices',
  'alter table devices rename column device_id to device_key',
  `update sessions set device_id = '' where not exists (
    select from plain_devices d where d.user_id = sessions.user_id and d.device_id = sessions.device_id
  )`,
  'alter table sessions rename column device_id to device_key',
  // Only written, never read.
  'alter table users drop column device_id',
  // Codes on their way become invalid, but still count towards the limits of a day.
  `update verification_codes set scope = '' where scope <> ''`,
);
