import { appMigration } from '../../../ground/database/index.ts';

/** Images of users, encrypted, each bound to its id. Times are epoch milliseconds. */
export const images = appMigration(
  `create table images (
    -- 128 random bits in hexadecimal.
    id text primary key,
    user_id bigint not null references users (id),
    sealed bytea not null,
    width integer not null,
    height integer not null,
    created_at bigint not null,
    -- The thing that the image is part of; null until it is part of one.
    kind text check (kind in ('identity', 'payment', 'feedback')),
    owner text,
    -- The time at which the image is deleted; null while it is needed.
    expires_at bigint,
    check ((kind is null) = (owner is null)),
    check (kind is not null or expires_at is not null)
  )`,
  'create index images_unattached on images (user_id) where kind is null',
  'create index images_expiring on images (expires_at) where expires_at is not null',
);
