import type { ColumnType } from 'kysely';
import type { PrivilegesOn } from '../../ground/database/index.ts';

/**
 * Tables, made by migration `0500-news.ts`, `0743-article-versions.ts` and `0776-feedback.ts`. Ids and times are `int8`
 * and read as text.
 */
interface NewsTables {
  news: NewsTable;
  news_texts: NewsTextsTable;
  news_seeds: NewsSeedsTable;
  news_versions: NewsVersionsTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends NewsTables {}
}

/** The privileges of the logins on these tables. */
export const newsPrivileges: PrivilegesOn<NewsTables> = {
  news: { identity: ['select', 'insert', 'update'], app: ['select', 'insert', 'update'] },
  news_texts: { identity: ['select', 'insert', 'delete'], app: ['select', 'insert', 'update'] },
  news_seeds: { app: ['select', 'insert', 'update'] },
  news_versions: { identity: ['select', 'insert', 'update'] },
};

type Int8 = ColumnType<string, number, number>;
type NullableInt8 = ColumnType<string | null, number | null, number | null>;

export interface NewsTable {
  /** The id of the article, which is generated for articles of operators. */
  readonly id: ColumnType<string, number | undefined, number>;
  readonly category_id: number;
  readonly position: ColumnType<number, number | undefined, number>;
  readonly banner: ColumnType<string, string | undefined, string>;
  readonly topic: ColumnType<string, string | undefined, string>;
  readonly created_at: Int8;
  /** Null while readers do not see it. */
  readonly published_at: NullableInt8;
}

export interface NewsTextsTable {
  readonly news_id: Int8;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
}

export interface NewsSeedsTable {
  readonly news_id: Int8;
  readonly part: string;
  readonly sha256: string;
}

export interface NewsVersionsTable {
  readonly news_id: Int8;
  readonly version: number;
  readonly category_id: number;
  readonly position: number;
  readonly banner: string;
  readonly topic: string;
  /** Written as JSON text, read as the parsed value. */
  readonly texts: ColumnType<unknown, string, never>;
  readonly saved_by: number;
  readonly saved_at: Int8;
  readonly published_at: NullableInt8;
}
