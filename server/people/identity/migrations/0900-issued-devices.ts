import { appMigration } from '../../../ground/database/index.ts';

/**
 * A known device has an id that the server issued. Ids of before were chosen by clients and may be guessable, so they
 * are no longer known.
 */
export const issuedDevices = appMigration(
  'drop table plain_devices',
  'truncate devices',
  `update sessions set device_key = '' where device_key <> ''`,
  `update logins set device_key = '' where device_key <> ''`,
);
