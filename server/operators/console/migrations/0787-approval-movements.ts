import { appMigration } from '../../../ground/database/index.ts';

/**
 * The number of the request under whose key money was first asked to move. Its approval moves it under the same number,
 * which the exchange books once, and which never changes; and indexes that find commands of staff without an outcome.
 */
export const approvalMovements = appMigration(
  'alter table approvals add column money_request_id bigint references console_requests (id)',
  `create or replace function protect_approval() returns trigger language plpgsql
   set search_path = pg_catalog, pg_temp as $$
   begin
     if (old.stage, new.stage) not in (
       ('open', 'ready'), ('open', 'refused'), ('open', 'withdrawn'), ('open', 'expired'),
       ('ready', 'carried_out'), ('ready', 'failed'), ('ready', 'expired')
     ) then
       raise exception 'approval % cannot become % after %', old.id, new.stage, old.stage;
     end if;
     if (new.id, new.kind, new.payload, new.payload_hash, new.subject_kind, new.subject_id, new.before, new.after,
         new.asked_by, new.asked_at, new.reason_code, new.reason, new.needs, new.expires_at, new.money_request_id)
        is distinct from
        (old.id, old.kind, old.payload, old.payload_hash, old.subject_kind, old.subject_id, old.before, old.after,
         old.asked_by, old.asked_at, old.reason_code, old.reason, old.needs, old.expires_at, old.money_request_id)
     then
       raise exception 'approval % cannot change', old.id;
     end if;
     return new;
   end $$`,
  `create index operator_log_intents on operator_log (id) where kind = 'intent'`,
  'create index operator_log_outcomes on operator_log (intent_id) where intent_id is not null',
);
