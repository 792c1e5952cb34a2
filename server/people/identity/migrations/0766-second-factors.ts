import { appMigration } from '../../../ground/database/index.ts';

/**
 * The second factors of users: authenticator apps, recovery codes and passkeys. Times are epoch milliseconds. Secrets
 * of authenticator apps are encrypted and recovery codes hashed with keys that are not in the database.
 */
export const secondFactors = appMigration(
  `alter table sessions add column second_factor text not null default 'none'
    check (second_factor in ('none', 'totp', 'recovery_code', 'passkey'))`,
  `create table second_factors (
    user_id bigint primary key references users (id),
    -- The secret of the authenticator app; null while it is off.
    sealed_secret bytea,
    totp_since bigint,
    -- The time step of the last accepted one-time password: neither it nor an earlier one is accepted again.
    last_step bigint not null default 0,
    -- The secret of an app that is not confirmed yet.
    pending_secret bytea,
    pending_until bigint not null default 0,
    -- Wrong codes since the last right one or lock.
    wrong_codes integer not null default 0,
    locked_until bigint not null default 0,
    -- When a factor was last turned on, turned off or reset; 0 if never.
    changed_at bigint not null default 0,
    check ((sealed_secret is null) = (totp_since is null))
  )`,
  `create table recovery_codes (
    user_id bigint not null references users (id),
    code_hash bytea not null,
    created_at bigint not null,
    used_at bigint,
    primary key (user_id, code_hash)
  )`,
  `create table passkeys (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    credential_id bytea not null unique,
    public_key bytea not null,
    -- The number of uses that the authenticator reports; 0 if it does not count.
    counter bigint not null,
    name text not null,
    transports text[] not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  'create index passkeys_user on passkeys (user_id, id)',
  `create table used_challenges (
    -- Written with a valid answer only, so that requests without one leave no rows.
    challenge_hash bytea primary key,
    expires_at bigint not null
  )`,
  'create index used_challenges_expiry on used_challenges (expires_at)',
);
