import { coreMigration } from '../../../ground/database/index.ts';

/** The commission of agents, one row for each attachment, currency and day. */
export const commissions = coreMigration(
  `create table commissions (
     n bigint not null primary key,
     sequence bigint not null,
     attachment bigint not null,
     user_id bigint not null,
     agent_id bigint not null,
     share_ppm integer not null,
     currency_id integer not null,
     day integer not null,
     fees bigint not null,
     earned bigint not null,
     amount bigint not null,
     time_ms bigint not null
   )`,
  'create index commissions_agent on commissions (agent_id, day desc, n desc)',
  'create index commissions_attachment on commissions (attachment)',
  'create index commissions_sequence on commissions (sequence)',
);
