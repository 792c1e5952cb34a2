import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/** Tables, made by migration `0751-announcements.ts`. Ids and times are `int8` and read as text. */
interface AnnouncementTables {
  announcements: AnnouncementsTable;
  announcement_texts: AnnouncementTextsTable;
  announcement_recipients: AnnouncementRecipientsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends AnnouncementTables {}
}

/** The privileges of the logins on these tables. */
export const announcementPrivileges: PrivilegesOn<AnnouncementTables> = {
  announcements: { identity: ['select', 'insert', 'update'] },
  announcement_texts: { identity: ['select', 'insert', 'delete'] },
  announcement_recipients: { identity: ['select', 'insert'] },
};

type Int8 = ColumnType<string, number, number>;
type GeneratedInt8 = ColumnType<string, number | undefined, number>;
type NullableInt8 = ColumnType<string | null, number | null | undefined, number | null>;

export type AnnouncementState = 'draft' | 'sending' | 'sent' | 'stopped';

export interface AnnouncementsTable {
  readonly id: GeneratedAlways<string>;
  readonly version: Generated<number>;
  readonly state: AnnouncementState;
  /** Written as JSON text, read as the parsed value. */
  readonly audience: ColumnType<unknown, string, string>;
  readonly changed_at: Int8;
  readonly changed_by: number;
  readonly started_at: NullableInt8;
  readonly ended_at: NullableInt8;
  readonly last_user: GeneratedInt8;
  readonly seen_user: GeneratedInt8;
  readonly total: Generated<number>;
  readonly seen: Generated<number>;
  readonly queued: Generated<number>;
  readonly without_address: Generated<number>;
}

export interface AnnouncementTextsTable {
  readonly announcement_id: Int8;
  readonly language: string;
  readonly title: string;
  readonly content: string;
}

export interface AnnouncementRecipientsTable {
  readonly announcement_id: Int8;
  readonly user_id: Int8;
  readonly language: string;
  readonly queued_at: Int8;
}
