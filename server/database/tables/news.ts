import type { ColumnType } from 'kysely';

/** Tables of `migrations/0500-news.ts`. Ids and times are `int8` and read as text. */
export interface NewsTables {
  news: NewsTable;
  news_texts: NewsTextsTable;
  news_seeds: NewsSeedsTable;
}

type Int8 = ColumnType<string, number, number>;

export interface NewsTable {
  /** The id of the article, which is generated for articles of operators. */
  readonly id: ColumnType<string, number | undefined, number>;
  readonly category_id: number;
  readonly position: ColumnType<number, number | undefined, number>;
  readonly banner: ColumnType<string, string | undefined, string>;
  readonly created_at: Int8;
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
