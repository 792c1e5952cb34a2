import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { update, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by `0930-sends.ts`. Ids, times and amounts are read as text. */
interface SendingTables {
  sends: SendsTable;
  recipient_lookups: RecipientLookupsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends SendingTables {}
}

/** The privileges of the logins on these tables. */
export const sendingPrivileges: PrivilegesOn<SendingTables> = {
  sends: {
    identity: ['select', 'insert', update('stage', 'reason', 'noticed', 'changed_at')],
    // For the limit of a day, which withdrawals and coins sent to users share.
    custody: ['select'],
  },
  recipient_lookups: { identity: ['select', 'insert', update('found_id'), 'delete'] },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null, number | null>;

/** `creating`: it is not known yet whether the coins have moved. `void`: they could not be moved. */
export type SendStage = 'creating' | 'void' | 'sent';

interface SendsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly to_user_id: Int8;
  readonly user_hint: string;
  readonly to_hint: string;
  readonly currency_id: number;
  readonly amount: Int8;
  readonly worth: ColumnType<string, string, string>;
  readonly request_key: string;
  readonly stage: SendStage;
  /** The refusal of a void one, as JSON. */
  readonly reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether both sides were notified. */
  readonly noticed: Generated<boolean>;
  readonly created_at: Int8;
  readonly changed_at: Int8;
}

interface RecipientLookupsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  /** The user that was found; null if there was none. */
  readonly found_id: NullableInt8;
  readonly at: Int8;
}
