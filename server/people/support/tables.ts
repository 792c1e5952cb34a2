import type { FeedbackState, FeedbackType } from '@bourse/contract/support';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0776-feedback.ts`. Ids and times are `int8` and read as text. */
interface FeedbackTables {
  feedback: FeedbackTable;
  feedback_messages: FeedbackMessagesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends FeedbackTables {}
}

/** The privileges of the logins on these tables. */
export const feedbackPrivileges: PrivilegesOn<FeedbackTables> = {
  feedback: { identity: all },
  feedback_messages: { identity: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, number>;
type GeneratedInt8 = ColumnType<string, number | undefined, number>;

interface FeedbackTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly type: FeedbackType;
  readonly title: string;
  readonly state: FeedbackState;
  readonly version: Generated<number>;
  readonly created_at: Int8;
  readonly changed_at: Int8;
  readonly waiting_since: Int8;
  readonly taken_by: number | null;
  readonly taken_until: GeneratedInt8;
}

interface FeedbackMessagesTable {
  readonly id: GeneratedAlways<string>;
  readonly feedback_id: Int8;
  readonly staff_id: number | null;
  readonly content: string;
  readonly images: ColumnType<string[], string[] | undefined, never>;
  readonly created_at: Int8;
}
