import { appMigration } from '../../../ground/database/index.ts';

/** The notes of staff about users, which are only ever added to, and the messages of a user by address. */
export const userNotes = appMigration(
  `create table user_notes (
    id bigint generated always as identity primary key,
    user_id bigint not null references users (id),
    staff_id integer not null check (staff_id between 1 and 999),
    reason_code text not null,
    text text not null check (length(text) <= 500),
    at_ms bigint not null
  )`,
  'create index user_notes_user on user_notes (user_id, id)',
  `create function refuse_change_of_user_notes() returns trigger language plpgsql as $$
   begin
     raise exception 'the notes about users are only ever added to';
   end $$`,
  `create trigger user_notes_are_final before update or delete or truncate on user_notes
   for each statement execute function refuse_change_of_user_notes()`,
  'create index messages_contact on messages (contact_key, id)',
);
