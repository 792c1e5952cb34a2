import { appMigration } from '../../../ground/database/index.ts';

/**
 * The most gas that a withdrawal may use: a receiver that is a contract decides how much it uses, and the exchange pays
 * for it.
 */
export const protocolGas = appMigration(
  `alter table currency_protocols add max_gas integer not null default 150000
    check (max_gas between 21000 and 10000000)`,
  `update currency_protocols set max_gas = 60000 where asset = ''`,
);
