import { appMigration } from '../../../../ground/database/index.ts';

/**
 * The restrictions that follow from decisions about appeals, one for each decision and user: a review can end that of
 * one side and begin that of the other.
 */
export const p2pRestrictions = appMigration(
  `create table p2p_restrictions (
     appeal_id bigint not null references p2p_appeals (id),
     user_id bigint not null,
     -- due: not in force yet; done: in force because of an appeal; found: in force for another reason.
     -- A review ends it: lift, which is not carried out yet, then lifted.
     stage text not null check (stage in ('due', 'done', 'found', 'lift', 'lifted')),
     -- The members of staff who decided so; null for a demo, and before a review.
     decided_by integer,
     lifted_by integer,
     primary key (appeal_id, user_id)
   )`,
  `create index p2p_restrictions_waiting on p2p_restrictions (appeal_id) where stage in ('due', 'lift')`,
  `create index p2p_restrictions_by_user on p2p_restrictions (user_id) where stage in ('due', 'done', 'found')`,
  `insert into p2p_restrictions (appeal_id, user_id, stage, decided_by, lifted_by)
   select id, restrict_id, restriction, decided_by, case when restriction in ('lift', 'lifted') then reviewed_by end
   from p2p_appeals
   where restrict_id is not null and restriction is not null and outcome in ('released', 'refunded')`,
  'alter table p2p_appeals drop column restrict_id, drop column restriction',
);
