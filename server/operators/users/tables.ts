import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0744-user-notes.ts`. Ids and times are `int8` and read as text. */
interface UserNotesTables {
  user_notes: UserNotesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends UserNotesTables {}
}

/** The privileges of the logins on these tables. */
export const userNotesPrivileges: PrivilegesOn<UserNotesTables> = {
  user_notes: { identity: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, never>;

interface UserNotesTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly staff_id: number;
  readonly reason_code: string;
  readonly text: string;
  readonly at_ms: Int8;
}
