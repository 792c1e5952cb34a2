import { appMigration } from '../../../../ground/database/index.ts';

/**
 * The chats of orders, which are evidence: rows are only ever added. Each has a keyed hash over its content and the
 * hash before it. Sealing again with another key changes nothing that the hash covers.
 */
export const p2pMessages = appMigration(
  `create table p2p_messages (
     order_id bigint not null references p2p_orders (id),
     i integer not null check (i > 0),
     -- A user, a member of staff, or null for lines of the exchange.
     author_id bigint,
     kind text not null check (kind in ('user', 'support', 'exchange')),
     sealed bytea,
     image_id text,
     -- SHA-256 of the picture.
     image_hash text,
     event text,
     at bigint not null,
     prev bytea not null,
     hash bytea not null,
     primary key (order_id, i),
     check ((sealed is not null)::int + (image_id is not null)::int + (event is not null)::int = 1)
   )`,
  `create function refuse_change_of_p2p_messages() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' then
       if new.sealed is not null and old.sealed is not null
         and to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed' then
         return new;
       end if;
     end if;
     raise exception 'the chats of orders are only ever added to';
   end $$`,
  `create trigger p2p_messages_are_final before update or delete on p2p_messages
   for each row execute function refuse_change_of_p2p_messages()`,
  `create trigger p2p_messages_stay before truncate on p2p_messages
   for each statement execute function refuse_change_of_p2p_messages()`,
);
