import type { ColumnType, GeneratedAlways } from 'kysely';

/** Tables of `migrations/0747-console-requests.ts`. */
export interface ConsoleTables {
  console_requests: ConsoleRequestsTable;
}

type Int8 = ColumnType<string, number, never>;

export interface ConsoleRequestsTable {
  readonly id: GeneratedAlways<string>;
  readonly staff_id: number;
  readonly request_key: string;
  readonly path: string;
  readonly payload_sha256: string;
  /** Written as JSON text, read as the parsed value. */
  readonly answer: ColumnType<unknown, undefined, string>;
  readonly at_ms: Int8;
}
