import { appMigration } from '../../../ground/database/index.ts';

/**
 * Makes the log of operators an audit log: whose action with which roles, on what, why, and with which effect. Each row
 * holds the hash of the one before it (`prev_hash`) and `hash` = sha256(prev_hash || canonical form), so a row that is
 * changed, removed or moved later breaks the chain. A trigger sets both, which no writer can leave out.
 *
 * The canonical form is UTF-8 text: `NAME=BYTES:VALUE;` for each column that is not null, in the order of
 * `operator_log_canonical`, with the value as PostgreSQL prints it. Columns that are added later go to its end, which
 * leaves the hashes of older rows unchanged. `server/operators/console/audit/canonical-row.ts` recomputes it.
 */
export const auditChain = appMigration(
  'alter table operator_log disable trigger operator_log_is_final',
  `alter table operator_log
    -- Numbered by the trigger, in the order of the chain.
    alter column id drop identity,
    alter column before drop not null,
    alter column after drop not null,
    drop constraint operator_log_operator_id_fkey,
    add column kind text,
    -- The roles that the member of staff held.
    add column role text,
    add column subject_kind text,
    add column subject_id text,
    add column reason_code text,
    add column reason text,
    -- The sequence of the command in the journal.
    add column sequence bigint,
    add column approval_id bigint,
    add column network text,
    add column request_id text,
    -- For an outcome: the row of its intent.
    add column intent_id bigint references operator_log (id),
    add column prev_hash bytea,
    add column hash bytea`,
  `update operator_log set kind = 'change', subject_kind = 'user', subject_id = user_id::text where user_id is not null`,
  `update operator_log set kind = 'change' where kind is null`,
  'alter table operator_log drop column user_id',
  `create function operator_log_canonical(entry operator_log) returns text
   language sql stable set search_path = pg_catalog, pg_temp as $$
     select string_agg(name || '=' || octet_length(convert_to(value, 'UTF8')) || ':' || value || ';', '' order by place)
     from (values
       (1, 'id', entry.id::text),
       (2, 'at_ms', entry.at_ms::text),
       (3, 'operator_id', entry.operator_id::text),
       (4, 'action', entry.action),
       (5, 'before', entry.before::text),
       (6, 'after', entry.after::text),
       (7, 'kind', entry.kind),
       (8, 'role', entry.role),
       (9, 'subject_kind', entry.subject_kind),
       (10, 'subject_id', entry.subject_id),
       (11, 'reason_code', entry.reason_code),
       (12, 'reason', entry.reason),
       (13, 'sequence', entry.sequence::text),
       (14, 'approval_id', entry.approval_id::text),
       (15, 'network', entry.network),
       (16, 'request_id', entry.request_id),
       (17, 'intent_id', entry.intent_id::text)
     ) as columns (place, name, value)
     where value is not null
   $$`,
  `do $$
   declare
     entry app.operator_log;
     head bytea := decode(repeat('00', 32), 'hex');
   begin
     for entry in select * from app.operator_log order by id loop
       update app.operator_log
       set prev_hash = head,
           hash = sha256(head || convert_to(app.operator_log_canonical(entry), 'UTF8'))
       where id = entry.id
       returning hash into head;
     end loop;
   end $$`,
  `alter table operator_log
    alter column kind set not null,
    alter column prev_hash set not null,
    alter column hash set not null,
    -- Members of staff have ids of their own, below those of users.
    add check (operator_id between 1 and 999),
    add check (kind in ('login', 'look', 'export', 'change', 'intent', 'outcome', 'refusal')),
    add check ((kind = 'outcome') = (intent_id is not null)),
    add check ((subject_kind is null) = (subject_id is null)),
    add unique (intent_id)`,
  'create index operator_log_subject on operator_log (subject_kind, subject_id, id)',
  'create index operator_log_operator on operator_log (operator_id, id)',
  'create index operator_log_approval on operator_log (approval_id, id) where approval_id is not null',
  // Runs as its owner, so it reads the last row even if the writer may not read the table.
  `create function chain_operator_log() returns trigger
   language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
   declare
     head record;
   begin
     -- Serializes writers until their transactions end: the row before is then committed, or of this transaction.
     perform pg_advisory_xact_lock(hashtext('bourse operator log'));
     select id, hash into head from app.operator_log order by id desc limit 1;
     new.id := coalesce(head.id, 0) + 1;
     new.prev_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
     new.hash := sha256(new.prev_hash || convert_to(app.operator_log_canonical(new), 'UTF8'));
     return new;
   end $$`,
  `create trigger operator_log_is_chained before insert on operator_log
    for each row execute function chain_operator_log()`,
  // Also for sessions that replay the changes of another server.
  'alter table operator_log enable always trigger operator_log_is_chained',
  'alter table operator_log enable always trigger operator_log_is_final',
);
