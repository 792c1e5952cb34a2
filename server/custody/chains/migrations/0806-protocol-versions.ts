import { appMigration } from '../../../ground/database/index.ts';

/** Counts the changes of a network's terms, so that a change names the terms that it replaces. */
export const protocolVersions = appMigration(
  'alter table currency_protocols add version bigint not null default 0 check (version >= 0)',
);
