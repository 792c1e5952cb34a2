import { appMigration } from '../../../ground/database/index.ts';

/** The secret of hashes, sealed with the secret key: another key cannot open it, so a start with one is noticed. */
export const secretKeys = appMigration(
  `create table secret_keys (
    one boolean primary key default true check (one),
    sealed bytea not null
  )`,
);
