import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import { all, type PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0779-notices.ts`. Ids and times are `int8` and read as text. */
interface AlertTables {
  notice_states: NoticeStatesTable;
  notices: NoticesTable;
  price_alerts: PriceAlertsTable;
  price_alert_progress: PriceAlertProgressTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends AlertTables {}
}

/** The privileges of the logins on these tables. */
export const alertPrivileges: PrivilegesOn<AlertTables> = {
  notice_states: { identity: ['select', 'insert', 'update'] },
  notices: { identity: ['select', 'insert', 'delete'] },
  price_alerts: { identity: all },
  price_alert_progress: { identity: ['select', 'insert', 'update'] },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;

export interface NoticeStatesTable {
  readonly user_id: Int8;
  readonly last_n: Generated<number>;
  readonly read_n: Generated<number>;
  readonly mails_since: ColumnType<string, number | undefined, number>;
  readonly mails: Generated<number>;
  /** Written as JSON text, read as the parsed value. */
  readonly preferences: ColumnType<unknown, string | undefined, string>;
}

export interface NoticesTable {
  readonly user_id: Int8;
  readonly n: number;
  readonly template: string;
  /** Written as JSON text, read as the parsed value. */
  readonly figures: ColumnType<unknown, string, string>;
  readonly created_at: Int8;
}

export interface PriceAlertsTable {
  readonly id: GeneratedAlways<string>;
  readonly user_id: Int8;
  readonly market_id: number;
  readonly direction: 'above' | 'below';
  readonly price: Int8;
  readonly repeat: boolean;
  readonly armed: Generated<boolean>;
  readonly created_at: Int8;
  readonly fired_at: NullableInt8;
  readonly sequence: Int8;
}

export interface PriceAlertProgressTable {
  readonly id: Generated<boolean>;
  readonly sequence: Int8;
}
