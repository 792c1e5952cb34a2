import { appMigration } from '../../../ground/database/index.ts';

/**
 * Limits with the first day for which they count, commission that is dropped after its attachment has ended, payments
 * that were not carried out, and running sums of what was paid.
 */
export const datedLimits = appMigration(
  // The limit of a day is the row with the latest `from_day` up to it; without an amount there is none.
  'alter table agent_limits add column from_day integer not null default 0',
  'alter table agent_limits alter column amount drop not null',
  'alter table agent_limits drop constraint agent_limits_pkey',
  'alter table agent_limits add primary key (agent_id, currency_id, from_day)',
  // Whether unpaid commission is dropped, because user and agent have the same document.
  'alter table attachments add column dropped boolean not null default false',
  `update attachments set dropped = true where ended = 'document'`,
  'alter table attachments drop constraint attachments_stage_check',
  `alter table attachments add constraint attachments_stage_check
     check (stage in ('attaching', 'open', 'detaching', 'dropping', 'ended'))`,
  'drop index attachments_pending',
  `create index attachments_pending on attachments (user_id) where stage in ('attaching', 'detaching', 'dropping')`,
  // A number is never used again, also if the exchange has refused its payment.
  'alter table commission_payouts add column void boolean not null default false',
  'alter table commission_payouts drop constraint commission_payouts_attachment_id_currency_id_day_key',
  `create unique index commission_payouts_once on commission_payouts (attachment_id, currency_id, day)
     where not void`,
  'drop index commission_payouts_unpaid',
  'create index commission_payouts_unpaid on commission_payouts (n) where paid is null and not void',
  'drop index commission_payouts_unnoticed',
  'create index commission_payouts_unnoticed on commission_payouts (day) where not noticed and not void',
  `create table agent_totals (
    agent_id bigint not null,
    currency_id integer not null,
    fees bigint not null,
    paid bigint not null,
    primary key (agent_id, currency_id)
  )`,
  `create table attachment_totals (
    attachment_id bigint not null,
    currency_id integer not null,
    fees bigint not null,
    paid bigint not null,
    primary key (attachment_id, currency_id)
  )`,
  `insert into agent_totals (agent_id, currency_id, fees, paid)
     select c.agent_id, c.currency_id, sum(c.fees), sum(c.amount)
       from core.commissions c join commission_payouts p on p.n = c.n where p.paid is not null
      group by c.agent_id, c.currency_id`,
  `insert into attachment_totals (attachment_id, currency_id, fees, paid)
     select c.attachment, c.currency_id, sum(c.fees), sum(c.amount)
       from core.commissions c join commission_payouts p on p.n = c.n where p.paid is not null
      group by c.attachment, c.currency_id`,
);
