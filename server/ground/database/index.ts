export type { DepositStage } from './tables/deposits.ts';
export type { WithdrawalStage } from './tables/withdrawals.ts';
export type { OutgoingPurpose, OutgoingStage } from './tables/outgoing.ts';
export type { SweepStage } from './tables/treasury.ts';
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
export { prepareDatabase } from './prepare-database.ts';
export type { Schema } from './schema.ts';
export type { ApprovalStage, Verdict } from './tables/approvals.ts';
export type { AuditKind } from './tables/operators.ts';
export type { SessionFactor } from './tables/people.ts';
export { insideTransaction, inSessionTransaction, inTransaction } from './transaction.ts';
export type { DatabaseSettings } from './settings.ts';
