import { appMigration } from '../../../ground/database/index.ts';

/**
 * Columns and indexes with which no round reads all payments that were ever made. `is_final` is set when a payment is
 * so deep that its block is not replaced any more, and `owes_fee` from its end in a block until its network fee has a
 * number.
 */
export const watchedPayments = appMigration(
  `alter table outgoing add is_final boolean not null default false,
    add owes_fee boolean not null default false`,
  `update outgoing set is_final = true where stage = 'paid' and exists (
    select from attempts where attempts.outgoing_id = outgoing.id and attempts.height <= (
      select max(height) - 64 from scan_cursors where scan_cursors.chain_id = outgoing.chain_id))`,
  `update outgoing set owes_fee = true
    where stage in ('paid', 'failed', 'cancelled') and nonce is not null and not exists (
      select from network_fees where network_fees.outgoing_id = outgoing.id)`,
  `create index outgoing_watched on outgoing (chain_id, id)
    where stage in ('queued', 'assigned', 'sent', 'paid') and not is_final`,
  `create index outgoing_owes_fee on outgoing (chain_id, id) where owes_fee`,
  `create index outgoing_ended on outgoing (chain_id, wallet, changed_at)
    where stage in ('paid', 'cancelled', 'failed', 'refused') and purpose <> 'fill'`,
);
