import type { UserId } from '@bourse/engine';
import { type RawBuilder, sql } from 'kysely';

/**
 * The id that splits a user's finished orders by time: orders below it were placed before `timeMs`, the others at or
 * after it. Ids are in order of time, so a binary search over the primary key finds it without an index on time.
 */
export function idPlacedAt(user: UserId, timeMs: number): RawBuilder<string> {
  return sql<string>`(with recursive search (low, high) as (
    select 1::bigint, sequence + 2 from core_head
    union all
    select case when found.accepted_at < ${timeMs} then found.id + 1 else search.low end,
           case when found.accepted_at < ${timeMs} then search.high else (search.low + search.high) / 2 end
      from search left join lateral
        (select id, accepted_at from orders
          where user_id = ${String(user)} and id >= (search.low + search.high) / 2 and id < search.high
          order by id limit 1) found on true
     where search.low < search.high)
  select low from search where low = high)`;
}
