import { appMigration } from '../../../ground/database/index.ts';

/**
 * The payment methods of users. Each change is a version of its own, because orders refer to the version that they were
 * made with. `data` is sealed with a key outside the database.
 */
export const paymentMethods = appMigration(
  `create table payment_methods (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    code text not null check (length(code) <= 16),
    version integer not null check (version > 0),
    created_at bigint not null,
    removed_at bigint
  )`,
  'create index payment_methods_user on payment_methods (user_id, id)',
  `create table payment_method_versions (
    method_id bigint not null references payment_methods (id),
    version integer not null check (version > 0),
    data bytea not null check (octet_length(data) <= 8192),
    created_at bigint not null,
    ended_at bigint,
    used boolean not null default false,
    primary key (method_id, version)
  )`,
  'create index payment_method_versions_ended on payment_method_versions (ended_at) where ended_at is not null',
);
