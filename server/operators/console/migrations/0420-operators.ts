import { appMigration } from '../../../ground/database/index.ts';

/**
 * The roles of operators, and the log of all actions of operators and of the operator command. Times are epoch
 * milliseconds.
 */
export const operators = appMigration(
  `create table operators (
    user_id bigint not null references users (id),
    role text not null check (role in ('support', 'finance', 'content', 'risk', 'admin')),
    granted_at bigint not null,
    primary key (user_id, role)
  )`,
  `create table operator_log (
    id bigint generated always as identity primary key,
    at_ms bigint not null,
    -- An operator's id; null for the operator command, which is run on the server itself.
    operator_id bigint references users (id),
    action text not null,
    user_id bigint references users (id),
    before jsonb not null,
    after jsonb not null
  )`,
  `create function refuse_change_of_operator_log() returns trigger language plpgsql as $$
   begin
     raise exception 'the log of operators is only ever added to';
   end $$`,
  `create trigger operator_log_is_final before update or delete or truncate on operator_log
   for each statement execute function refuse_change_of_operator_log()`,
);
