import { appMigration } from '../../../ground/database/index.ts';

/** Finds the deposits to the address of a card top-up. */
export const depositsByAddress = appMigration('create index deposits_address on deposits (chain_id, address)');
