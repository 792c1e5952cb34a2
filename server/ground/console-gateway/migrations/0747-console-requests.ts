import { appMigration } from '../../database/index.ts';

/**
 * The requests of staff that move money, by their idempotency key. The id numbers the movement of money, so a repeated
 * request names the same movement and cannot happen twice. Times are epoch milliseconds.
 */
export const consoleRequests = appMigration(
  `create table console_requests (
    id bigint generated always as identity primary key,
    staff_id integer not null,
    request_key text not null,
    path text not null,
    payload_sha256 text not null,
    -- The answer, once there is one.
    answer jsonb,
    at_ms bigint not null,
    unique (staff_id, request_key)
  )`,
);
