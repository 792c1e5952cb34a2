import { appMigration } from '../../../ground/database/index.ts';

/** The identity documents of users: one row for each user, with names and numbers encrypted. */
export const verifications = appMigration(
  `create table verifications (
    id bigint generated always as identity primary key,
    user_id bigint not null unique references users (id),
    status text not null check (status in ('review', 'rejected', 'approved')),
    -- Counts the changes, so that a decision applies to what was seen.
    version integer not null default 1,
    name bytea not null,
    card_id bytea not null,
    -- Keyed hash of the number, which shows a document that is used by two accounts.
    card_key bytea not null,
    front_image text not null,
    reverse_image text not null,
    submitted_at bigint not null,
    -- Submissions since a time, to limit them.
    submissions integer not null default 1,
    submissions_since bigint not null,
    reminded_at bigint,
    -- The member of staff who works on it, and until when.
    taken_by integer,
    taken_until bigint,
    decided_at bigint,
    -- Null if a demo decided.
    decided_by integer,
    reason_key text,
    reason_words text
  )`,
  `create index verifications_waiting on verifications (submitted_at) where status = 'review'`,
  'create index verifications_by_card on verifications (card_key)',
);
