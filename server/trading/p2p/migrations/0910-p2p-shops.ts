import { appMigration } from '../../../ground/database/index.ts';

/**
 * Merchants with their bonds, ads, fiat rates, blocks and reports. Coins of ads and bonds are locked in the core under
 * the numbers of rows here: an ad is the offer of its id, a part of a bond the hold of its id. `ad_moves` has what the
 * core is still asked to do with the coins of an ad, and `p2p_requests` the idempotency keys of requests about them.
 * Prices are counts of 10^-8 of the fiat currency, amounts counts of the smallest unit.
 */
export const p2pShops = appMigration(
  `create table merchants (
    user_id bigint primary key references users (id),
    name text not null check (length(name) between 2 and 30),
    method_id bigint not null,
    application text not null check (length(application) <= 500),
    state text not null check (
      state in ('applying', 'pending', 'approved', 'rejected', 'suspended', 'leaving', 'left', 'none')
    ),
    words text not null default '' check (length(words) <= 500),
    paused boolean not null default false,
    level smallint not null default 1 check (level between 1 and 3),
    bond_needed bigint not null default 0 check (bond_needed >= 0),
    version integer not null default 1 check (version > 0),
    applied_at bigint not null,
    decided_at bigint,
    decided_by integer,
    left_at bigint,
    changed_at bigint not null
  )`,
  `create index merchants_state on merchants (state, applied_at)`,
  `create table merchant_bonds (
    id bigint generated always as identity primary key,
    user_id bigint not null references merchants (user_id),
    currency_id integer not null,
    amount bigint not null check (amount > 0),
    stage text not null check (
      stage in ('holding', 'void', 'held', 'returning', 'returned', 'paying', 'paid')
    ),
    paid_to bigint references users (id),
    order_id bigint,
    words text not null default '' check (length(words) <= 1000),
    created_at bigint not null,
    changed_at bigint not null
  )`,
  'create index merchant_bonds_user on merchant_bonds (user_id, id)',
  `create index merchant_bonds_open on merchant_bonds (id) where stage in ('holding', 'returning', 'paying')`,
  `create table ads (
    id bigint generated always as identity primary key,
    user_id bigint not null references merchants (user_id),
    side text not null check (side in ('buy', 'sell')),
    currency_id integer not null,
    fiat text not null check (length(fiat) = 3),
    price numeric(30, 0) check (price > 0),
    basis_points integer check (basis_points between -5000 and 5000),
    min_fiat bigint not null check (min_fiat > 0),
    max_fiat bigint not null check (max_fiat >= min_fiat),
    total bigint not null check (total > 0),
    sold bigint not null default 0 check (sold >= 0),
    in_orders bigint not null default 0 check (in_orders >= 0),
    methods bigint[] not null check (cardinality(methods) between 1 and 5),
    pay_minutes integer not null check (pay_minutes > 0),
    auto_open boolean not null,
    auto_reply text not null check (length(auto_reply) <= 500),
    terms text not null check (length(terms) <= 500),
    need_orders integer not null check (need_orders between 0 and 1000),
    need_days integer not null check (need_days between 0 and 365),
    hours_from smallint check (hours_from between 0 and 1439),
    hours_to smallint check (hours_to between 0 and 1439),
    stage text not null check (stage in ('creating', 'live', 'void')),
    state text not null check (state in ('open', 'suspended', 'off_shelf')),
    suspended_by text check (
      suspended_by in ('merchant', 'left', 'rate', 'price', 'offline', 'cancels', 'bond', 'account', 'staff')
    ),
    words text not null default '' check (length(words) <= 500),
    version integer not null default 1 check (version > 0),
    sequence bigint not null default 0,
    created_at bigint not null,
    changed_at bigint not null,
    check ((price is null) <> (basis_points is null)),
    check ((hours_from is null) = (hours_to is null)),
    check (sold + in_orders <= total),
    check ((state = 'suspended') = (suspended_by is not null))
  )`,
  'create index ads_user on ads (user_id, id)',
  `create index ads_shelf on ads (id) where state <> 'off_shelf'`,
  `create table ad_moves (
    id bigint generated always as identity primary key,
    ad_id bigint not null unique references ads (id),
    kind text not null check (kind in ('fund', 'drain', 'end')),
    amount bigint not null check (amount >= 0),
    terms jsonb,
    created_at bigint not null
  )`,
  `create table p2p_requests (
    user_id bigint not null references users (id),
    request_key text not null check (length(request_key) <= 100),
    call text not null check (length(call) <= 40),
    digest text not null check (length(digest) = 64),
    subject_id bigint not null,
    created_at bigint not null,
    primary key (user_id, request_key)
  )`,
  'create index p2p_requests_created on p2p_requests (created_at)',
  `create table fiat_rates (
    fiat text primary key check (length(fiat) = 3),
    rate numeric(30, 0) not null check (rate > 0),
    source text not null check (source in ('adapter', 'operator', 'fixed')),
    at bigint not null,
    version integer not null default 1 check (version > 0),
    changed_by integer
  )`,
  `create table trader_blocks (
    user_id bigint not null references users (id),
    other_id bigint not null references users (id),
    created_at bigint not null,
    primary key (user_id, other_id),
    check (user_id <> other_id)
  )`,
  'create index trader_blocks_other on trader_blocks (other_id)',
  `create table trader_reports (
    id bigint generated always as identity primary key,
    subject text not null check (subject in ('ad', 'trader')),
    ad_id bigint references ads (id),
    user_id bigint not null references users (id),
    reporter_id bigint not null references users (id),
    reason text not null check (length(reason) <= 20),
    content text not null check (length(content) <= 500),
    state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
    version integer not null default 1 check (version > 0),
    created_at bigint not null,
    decided_at bigint,
    decided_by integer,
    check ((subject = 'ad') = (ad_id is not null))
  )`,
  `create unique index trader_reports_open on trader_reports (reporter_id, user_id, coalesce(ad_id, 0))
    where state = 'open'`,
  'create index trader_reports_user on trader_reports (user_id, id)',
  'create index trader_reports_reporter on trader_reports (reporter_id, created_at)',
);
