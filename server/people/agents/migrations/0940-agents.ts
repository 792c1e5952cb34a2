import { appMigration } from '../../../ground/database/index.ts';

/**
 * Agents, the attachments of users to them, requests, and payments of commission. Times are epoch milliseconds, days
 * are counted since 1970, shares are parts per million.
 */
export const agents = appMigration(
  `create table agents (
    user_id bigint primary key references users (id),
    state text not null check (state in ('active', 'removed')),
    share_ppm integer not null check (share_ppm between 1 and 500000),
    -- Counts up with each change, so that staff never change a state that they have not seen.
    version integer not null default 1,
    created_at bigint not null,
    changed_at bigint not null,
    changed_by integer check (changed_by between 1 and 999)
  )`,
  `create table agent_limits (
    agent_id bigint not null references agents (user_id),
    currency_id integer not null,
    -- The highest commission of a day, in the currency's smallest unit.
    amount bigint not null check (amount >= 0),
    primary key (agent_id, currency_id)
  )`,
  `create table attachments (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    agent_id bigint not null references agents (user_id),
    share_ppm integer not null,
    via text not null check (via in ('registration', 'request', 'share')),
    -- The next command to the exchange, until it is carried out.
    stage text not null check (stage in ('attaching', 'open', 'detaching', 'ended')),
    opened_at bigint not null,
    closed_at bigint,
    ended text check (ended in ('left', 'removed', 'share', 'document')),
    check ((closed_at is null) = (ended is null))
  )`,
  'create unique index attachments_open on attachments (user_id) where closed_at is null',
  'create index attachments_user on attachments (user_id, id)',
  'create index attachments_agent on attachments (agent_id, id)',
  `create index attachments_pending on attachments (id) where stage in ('attaching', 'detaching')`,
  `create table agent_requests (
    id bigint generated always as identity primary key,
    agent_id bigint not null references agents (user_id),
    user_id bigint not null references users (id),
    -- The code that was used up, so that a repeated request is known.
    code_hash bytea not null,
    share_ppm integer not null,
    state text not null check (state in ('open', 'accepted', 'declined', 'closed')),
    created_at bigint not null,
    expires_at bigint not null,
    decided_at bigint
  )`,
  'create index agent_requests_user on agent_requests (user_id, id)',
  'create index agent_requests_code on agent_requests (code_hash)',
  'create index agent_requests_age on agent_requests (created_at)',
  `create table commission_payouts (
    -- The number of the command, which the exchange carries out once.
    n bigint primary key,
    attachment_id bigint not null references attachments (id),
    agent_id bigint not null,
    currency_id integer not null,
    day integer not null,
    maximum bigint,
    paid bigint,
    noticed boolean not null default false,
    created_at bigint not null,
    unique (attachment_id, currency_id, day)
  )`,
  'create index commission_payouts_unpaid on commission_payouts (n) where paid is null',
  'create index commission_payouts_unnoticed on commission_payouts (day) where not noticed',
);
