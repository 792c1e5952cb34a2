import { appMigration } from '../../../ground/database/index.ts';

/**
 * Withdrawals of coins, and each step of them. The money is held in the core under the number of the row. `worth` is
 * that of the request in dollars, as a count of 10^-8. `booked` is set when the hold of an ended one is known to be
 * settled or released.
 */
export const withdrawals = appMigration(
  `create table withdrawals (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    protocol_id integer not null references currency_protocols (id),
    account_type smallint not null,
    currency_id integer not null,
    amount bigint not null check (amount > 0),
    fee bigint not null check (fee >= 0 and fee < amount),
    chain_amount numeric(78, 0) not null check (chain_amount > 0),
    address text not null check (length(address) <= 200),
    memo text check (length(memo) <= 64),
    worth numeric(40, 0) not null check (worth >= 0),
    request_key text not null check (length(request_key) <= 100),
    stage text not null check (
      stage in (
        'creating', 'void', 'requested', 'reviewing', 'approved', 'broadcast',
        'confirmed', 'cancelled', 'rejected', 'failed'
      )
    ),
    reason text,
    flagged boolean not null,
    booked boolean not null default false,
    earliest_at bigint,
    created_at bigint not null,
    changed_at bigint not null,
    unique (user_id, request_key)
  )`,
  'create index withdrawals_user on withdrawals (user_id, id)',
  `create index withdrawals_open on withdrawals (id) where not booked`,
  `create table withdrawal_steps (
    id bigint generated always as identity primary key,
    withdrawal_id bigint not null references withdrawals (id),
    stage text not null,
    at bigint not null,
    reason text,
    staff_id bigint
  )`,
  'create index withdrawal_steps_withdrawal on withdrawal_steps (withdrawal_id, id)',
);
