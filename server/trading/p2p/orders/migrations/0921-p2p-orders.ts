import { appMigration } from '../../../../ground/database/index.ts';

/**
 * Orders of peer-to-peer trading. Their states are events of escrows with the same number; here is what these do not
 * know. Times are epoch milliseconds.
 */
export const p2pOrders = appMigration(
  `create table p2p_orders (
     -- Dense from 1: the number of the escrow.
     id bigint primary key check (id > 0),
     -- draft: it is not known yet whether there is an escrow; void: there is none.
     stage text not null check (stage in ('draft', 'open', 'void')),
     -- The answer to a void one, as JSON.
     refusal text,
     requester_id bigint not null,
     request_key text not null,
     request_input text not null,
     maker_id bigint not null,
     seller_id bigint not null,
     buyer_id bigint not null,
     ad_id bigint not null,
     ad_version integer not null,
     offer bigint,
     -- The cancelled order that this one continues, and the hash of its late voucher.
     previous_id bigint references p2p_orders (id),
     voucher text,
     currency_id integer not null,
     amount bigint not null,
     fee_ppm integer not null,
     window_ms bigint not null,
     appeal_ms bigint not null,
     delay_ms bigint not null,
     auto_ms bigint not null,
     mature_ms bigint not null,
     auto_mature_ms bigint not null,
     on_silence text not null check (on_silence in ('release', 'appeal')),
     price numeric not null,
     price_decimals smallint not null,
     fiat text not null,
     fiat_amount bigint not null,
     fiat_decimals smallint not null,
     -- Dollars at the opening, as a count of 10^-8.
     usd numeric not null,
     reference text not null,
     -- The terms, the payees and the payer's name, whose hash is in the escrow.
     sealed bytea not null,
     terms_hash text not null,
     -- Whether its coins count in the ad.
     in_ad boolean not null,
     cancel_reason text,
     -- The last number of the chat, and the last one that each side has read.
     messages integer not null default 0,
     read_buyer integer not null default 0,
     read_seller integer not null default 0,
     created_at bigint not null
   )`,
  'create unique index p2p_orders_by_key on p2p_orders (requester_id, request_key)',
  'create index p2p_orders_by_requester on p2p_orders (requester_id, created_at)',
  'create index p2p_orders_by_buyer on p2p_orders (buyer_id, id)',
  'create index p2p_orders_by_seller on p2p_orders (seller_id, id)',
  'create index p2p_orders_by_ad on p2p_orders (ad_id, id)',
  `create index p2p_orders_draft on p2p_orders (id) where stage = 'draft'`,
  `create unique index p2p_orders_reopened on p2p_orders (previous_id) where stage <> 'void'`,
  `create table p2p_vouchers (
     order_id bigint not null references p2p_orders (id),
     kind text not null check (kind in ('paid', 'late')),
     -- SHA-256 of the picture.
     hash text not null,
     image_id text not null,
     method_id bigint not null,
     filed_at bigint not null,
     primary key (order_id, kind, hash)
   )`,
  'create index p2p_vouchers_by_hash on p2p_vouchers (hash)',
  // The images that both sides of an order can read.
  `create table p2p_images (
     image_id text not null,
     order_id bigint not null references p2p_orders (id),
     kind text not null check (kind in ('voucher', 'message', 'evidence', 'qrcode')),
     owner_id bigint not null,
     primary key (image_id, order_id)
   )`,
  // Events of escrows as the orders have followed them.
  `create table p2p_steps (
     order_id bigint not null references p2p_orders (id),
     sequence bigint not null,
     ordinal smallint not null,
     step text not null,
     state text not null,
     reason text,
     actor_id bigint,
     counts boolean not null,
     at bigint not null,
     noticed boolean not null default false,
     primary key (order_id, sequence, ordinal)
   )`,
  'create index p2p_steps_pending on p2p_steps (sequence) where not noticed',
  'create index p2p_steps_by_time on p2p_steps (at)',
  `create table p2p_progress (one boolean primary key default true check (one), sequence bigint not null)`,
  'insert into p2p_progress (sequence) values (0)',
  `create table p2p_warnings (
     order_id bigint not null references p2p_orders (id),
     kind text not null,
     at bigint not null,
     primary key (order_id, kind)
   )`,
  `create table p2p_ratings (
     order_id bigint not null references p2p_orders (id),
     author_id bigint not null,
     subject_id bigint not null,
     good boolean not null,
     text text not null,
     created_at bigint not null,
     primary key (order_id, author_id)
   )`,
  'create index p2p_ratings_by_subject on p2p_ratings (subject_id, created_at)',
);
