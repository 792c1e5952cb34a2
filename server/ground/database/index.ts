export { startBundledPostgres } from './bundled-postgres.ts';
export type { BundledPostgres, BundledPostgresOptions } from './bundled-postgres.ts';
export type { PostgresState } from './postgres-watch.ts';
export {
  isDatabaseUnavailable,
  openAppDatabase,
  openAppPool,
  openCoreConnection,
  openCustodyPool,
  openIdentityPool,
  safeInteger,
} from './connect.ts';
export { isLivingPostmaster, processExists, readPostmasterFile } from './postmaster-file.ts';
export { addressName, addressNames, type Login, logins } from './logins.ts';
export { appMigration, coreMigration, type Steps } from './migration.ts';
export { all, type PrivilegesOn, update } from './privileges.ts';
export { allStored, type SealedColumn, type Stored } from './stored.ts';
export { prepareDatabase } from './prepare-database.ts';
export type { Schema } from './schema.ts';
export { insideTransaction, inSessionTransaction, inTransaction } from './transaction.ts';
export type { DatabaseSettings } from './settings.ts';
