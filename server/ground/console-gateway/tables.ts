import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../database/index.ts';

/** Tables, made by migration `0747-console-requests.ts`. */
interface ConsoleTables {
  console_requests: ConsoleRequestsTable;
}

declare module '../database/schema.ts' {
  interface Schema extends ConsoleTables {}
}

/** The privileges of the logins on these tables. */
export const consolePrivileges: PrivilegesOn<ConsoleTables> = {
  console_requests: { identity: ['select', 'insert', 'update'] },
};

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
