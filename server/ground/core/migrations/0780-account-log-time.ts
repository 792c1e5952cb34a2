import { coreMigration } from '../../database/index.ts';

/** The journal time of a change, epoch milliseconds; null in older rows and in those of the venue. */
export const accountLogTime = coreMigration(`alter table account_log add column time_ms bigint`);
