import { appMigration } from '../../../ground/database/index.ts';

/** Finds the reason of a decision that the exchange recorded, by the sequence of its command. */
export const auditSequence = appMigration(
  'create index operator_log_sequence on operator_log (sequence) where sequence is not null',
);
