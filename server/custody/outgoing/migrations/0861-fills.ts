import { appMigration } from '../../../ground/database/index.ts';

/** Empty transactions that use a nonce which a payment had and could not use. */
export const fills = appMigration(
  'alter table outgoing drop constraint outgoing_purpose_check',
  `alter table outgoing add constraint outgoing_purpose_check
    check (purpose in ('withdrawal', 'gas', 'sweep', 'cold', 'fill'))`,
  'alter table outgoing drop constraint outgoing_amount_check',
  `alter table outgoing add constraint outgoing_amount_check
    check (amount > 0 or (purpose = 'fill' and amount = 0))`,
  // Their receivers refused them before anything was signed; `reverted` is now the end of a payment in a block.
  `update outgoing set reason = 'receiver_refuses' where reason = 'reverted' and cancel_asked and stage <> 'failed'`,
);
