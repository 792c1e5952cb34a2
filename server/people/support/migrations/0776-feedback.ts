import { appMigration } from '../../../ground/database/index.ts';

/**
 * Feedback of users, its messages, and the topics of articles in the help centre. Times are epoch milliseconds.
 */
export const feedback = appMigration(
  `create table feedback (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    type text not null,
    title text not null,
    state text not null check (state in ('open', 'answered', 'closed')),
    -- Counts up with each change, so that staff never answer a state that they have not seen.
    version integer not null default 1,
    created_at bigint not null,
    changed_at bigint not null,
    -- Since when its user waits for an answer.
    waiting_since bigint not null,
    -- The member of staff who works on it, until this time.
    taken_by integer check (taken_by between 1 and 999),
    taken_until bigint not null default 0
  )`,
  'create index feedback_user on feedback (user_id, changed_at desc)',
  `create index feedback_open on feedback (waiting_since, id) where state = 'open'`,
  'create index feedback_state on feedback (state, changed_at)',
  `create table feedback_messages (
    id bigint generated always as identity primary key,
    feedback_id bigint not null references feedback (id) on delete cascade,
    -- Null for a message of the user.
    staff_id integer check (staff_id between 1 and 999),
    content text not null,
    images text[] not null default '{}',
    created_at bigint not null
  )`,
  'create index feedback_messages_of on feedback_messages (feedback_id, id)',
  `alter table news add column topic text not null default ''`,
  `alter table news_versions add column topic text not null default ''`,
);
