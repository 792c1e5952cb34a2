import { appMigration } from '../../../ground/database/index.ts';

/**
 * Requests of staff that need the approval of others, and their votes. A request never changes once it is made: only
 * its stage does, forwards. Times are epoch milliseconds.
 */
export const approvals = appMigration(
  `create table approvals (
    id bigint generated always as identity primary key,
    -- The path of the call.
    kind text not null,
    -- The input of the call as JSON text, and its sha256.
    payload text not null,
    payload_hash bytea not null,
    subject_kind text,
    subject_id text,
    -- The change as it was when it was asked for.
    before jsonb,
    after jsonb,
    asked_by bigint not null check (asked_by between 1 and 999),
    asked_at bigint not null,
    reason_code text not null,
    reason text not null,
    -- The number of votes for it that it needs.
    needs smallint not null check (needs > 0),
    expires_at bigint not null,
    stage text not null
      check (stage in ('open', 'ready', 'carried_out', 'refused', 'withdrawn', 'expired', 'failed')),
    stage_at bigint not null,
    -- The answer of the call, or its refusal.
    result jsonb
  )`,
  'create index approvals_stage on approvals (stage, id)',
  `create table approval_votes (
    approval_id bigint not null references approvals (id),
    staff_id bigint not null check (staff_id between 1 and 999),
    verdict text not null check (verdict in ('approve', 'refuse')),
    -- The hash of the payload that the voter saw.
    payload_hash bytea not null,
    at_ms bigint not null,
    reason text not null,
    primary key (approval_id, staff_id)
  )`,
  `create function protect_approval() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
   begin
     if (old.stage, new.stage) not in (
       ('open', 'ready'), ('open', 'refused'), ('open', 'withdrawn'), ('open', 'expired'),
       ('ready', 'carried_out'), ('ready', 'failed'), ('ready', 'expired')
     ) then
       raise exception 'approval % cannot become % after %', old.id, new.stage, old.stage;
     end if;
     if (new.id, new.kind, new.payload, new.payload_hash, new.subject_kind, new.subject_id, new.before, new.after,
         new.asked_by, new.asked_at, new.reason_code, new.reason, new.needs, new.expires_at)
        is distinct from
        (old.id, old.kind, old.payload, old.payload_hash, old.subject_kind, old.subject_id, old.before, old.after,
         old.asked_by, old.asked_at, old.reason_code, old.reason, old.needs, old.expires_at)
     then
       raise exception 'approval % cannot change', old.id;
     end if;
     return new;
   end $$`,
  `create trigger approval_is_final before update on approvals for each row execute function protect_approval()`,
);
