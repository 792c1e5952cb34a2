import { appMigration } from '../../../../ground/database/index.ts';

/**
 * Appeals about orders, and the evidence of both sides. Times are epoch milliseconds. An appeal that is open is never
 * deleted, how it ended is final, and its finding and words change once more at most, by a review.
 */
export const p2pAppeals = appMigration(
  `create table p2p_appeals (
     id bigint generated always as identity primary key,
     order_id bigint not null references p2p_orders (id),
     -- The command that opened it; null while its outcome is not known, 0 for a late payment of a cancelled order.
     sequence bigint,
     opened_by text not null check (opened_by in ('buyer', 'seller', 'exchange')),
     reason text not null,
     opened_at bigint not null,
     answer_until bigint not null,
     decide_until bigint not null,
     version integer not null default 1,
     taken_by integer,
     taken_until bigint not null default 0,
     -- The decision, before it takes effect.
     resolution text check (resolution in ('release', 'refund')),
     finding text,
     words text not null default '',
     -- A member of staff; null for a demo.
     decided_by integer,
     decided_at bigint,
     outcome text check (outcome in ('withdrawn', 'conceded', 'released', 'refunded')),
     ended_at bigint,
     -- The user whose account the finding restricts, and the stage of that.
     restrict_id bigint,
     restriction text check (restriction in ('due', 'done', 'found', 'lift', 'lifted')),
     reviewed_by integer,
     reviewed_at bigint
   )`,
  'create index p2p_appeals_by_order on p2p_appeals (order_id, id)',
  'create unique index p2p_appeals_once on p2p_appeals (order_id, sequence) where sequence is not null',
  `create unique index p2p_appeals_open on p2p_appeals (order_id) where sequence is not null and outcome is null`,
  `create index p2p_appeals_waiting on p2p_appeals (opened_at) where sequence is not null and outcome is null`,
  'create index p2p_appeals_ended on p2p_appeals (ended_at) where outcome is not null',
  `create index p2p_appeals_restricting on p2p_appeals (id) where restriction in ('due', 'lift')`,
  `create table p2p_evidence (
     appeal_id bigint not null references p2p_appeals (id),
     n integer not null,
     author text not null check (author in ('buyer', 'seller')),
     sealed bytea not null,
     images text[] not null,
     created_at bigint not null,
     primary key (appeal_id, n)
   )`,
  `create function refuse_change_of_p2p_appeals() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if old.sequence is null then return old; end if;
     elsif tg_op = 'UPDATE' then
       if (old.sequence is null or (new.sequence, new.opened_at) is not distinct from (old.sequence, old.opened_at))
         and (old.outcome is null
           or (new.outcome, new.ended_at, new.resolution, new.decided_by, new.decided_at)
             is not distinct from (old.outcome, old.ended_at, old.resolution, old.decided_by, old.decided_at))
         and (old.outcome is null or (old.reviewed_at is null and new.reviewed_at is not null)
           or (new.finding, new.words, new.reviewed_by, new.reviewed_at)
             is not distinct from (old.finding, old.words, old.reviewed_by, old.reviewed_at)) then
         return new;
       end if;
     end if;
     raise exception 'appeals and how they ended are final';
   end $$`,
  `create trigger p2p_appeals_are_final before update or delete on p2p_appeals
   for each row execute function refuse_change_of_p2p_appeals()`,
  `create trigger p2p_appeals_stay before truncate on p2p_appeals
   for each statement execute function refuse_change_of_p2p_appeals()`,
  `create function refuse_change_of_p2p_evidence() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if exists (select from app.p2p_appeals where id = old.appeal_id and sequence is null) then return old; end if;
     elsif tg_op = 'UPDATE' then
       if to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed' then return new; end if;
     end if;
     raise exception 'evidence of open appeals is only ever added to';
   end $$`,
  `create trigger p2p_evidence_is_final before update or delete on p2p_evidence
   for each row execute function refuse_change_of_p2p_evidence()`,
  `create trigger p2p_evidence_stays before truncate on p2p_evidence
   for each statement execute function refuse_change_of_p2p_evidence()`,
);
