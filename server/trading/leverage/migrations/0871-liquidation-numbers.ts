import { coreMigration } from '../../../ground/database/index.ts';

/**
 * Counts the liquidations of an account within one command: the first does what an earlier command has left, the
 * second what the command itself made due. Every row so far is the only one of its account and command.
 */
export const liquidationNumbers = coreMigration(
  'alter table lever_liquidations add column n smallint not null default 1',
  'alter table lever_liquidations alter column n drop default',
  'alter table lever_liquidations drop constraint lever_liquidations_pkey',
  'alter table lever_liquidations add primary key (user_id, currency_id, sequence, n)',
);
