import type { NewsItem, NewsRow } from '@bourse/contract/content';
import { dialogCategory } from '@bourse/contract/console';
import type { Language } from '@bourse/contract/texts';
import { type Kysely, sql } from 'kysely';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { topicOf } from './topic.ts';

/** Reads published articles, each in the language of its reader or the best available one. */
export class NewsReader {
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  /** One page of a category, newest first, and the total number of articles. */
  async list(
    category: number,
    language: Language,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: NewsRow[]; total: number }> {
    const [found, count] = await Promise.all([
      this.#listed(category, language).limit(limit).offset(offset).execute(),
      this.#db
        .selectFrom('news')
        .where('category_id', '=', category)
        .where('published_at', 'is not', null)
        .where((is) =>
          is.exists(is.selectFrom('news_texts').select('language').whereRef('news_texts.news_id', '=', 'news.id')),
        )
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow(),
    ]);
    return { rows: found.map(rowOf), total: safeInteger(count.total) };
  }

  /** The first articles of a category with their bodies, in the order of the list. */
  async wholeList(category: number, language: Language, maxCount: number): Promise<NewsItem[]> {
    const found = await this.#listed(category, language).select('text.content').limit(maxCount).execute();
    return found.map((row) => ({ ...rowOf(row), content: row.content }));
  }

  /** An article with its body; null if there is none with this id. */
  async find(id: number, language: Language): Promise<NewsItem | null> {
    const found = await this.#inLanguage(language)
      .select('text.content')
      .where('news.id', '=', String(id))
      .executeTakeFirst();
    return found === undefined ? null : { ...rowOf(found), content: found.content };
  }

  #listed(category: number, language: Language) {
    return this.#inLanguage(language)
      .where('news.category_id', '=', category)
      .orderBy('news.created_at', 'desc')
      .orderBy('news.position')
      .orderBy('news.id', 'desc');
  }

  /** Articles joined with the text in the best language for this reader. Articles without any text are omitted. */
  #inLanguage(language: Language) {
    const preferred = sql<number>`array_position(${[...languagesFor(language)]}::text[], language)`;
    return this.#db
      .selectFrom('news')
      .innerJoinLateral(
        (all) =>
          all
            .selectFrom('news_texts')
            .select(['language', 'title', 'summary', 'content'])
            .whereRef('news_texts.news_id', '=', 'news.id')
            .orderBy(preferred, (order) => order.asc().nullsLast())
            .orderBy('language')
            .limit(1)
            .as('text'),
        (join) => join.onTrue(),
      )
      .where('news.published_at', 'is not', null)
      .where('news.category_id', '!=', dialogCategory)
      .select(['news.id', 'news.category_id', 'news.banner', 'news.topic', 'news.created_at'])
      .select(['text.language', 'text.title', 'text.summary']);
  }
}

/** Languages in order of preference: readers of either Chinese get the other one first, all others English. */
export function languagesFor(language: Language): readonly Language[] {
  if (language === 'zh') return ['zh', 'zh_TW', 'en'];
  return language === 'zh_TW' ? ['zh_TW', 'zh', 'en'] : [language, 'en'];
}

interface FoundRow {
  readonly id: string;
  readonly category_id: number;
  readonly banner: string;
  readonly topic: string;
  readonly created_at: string;
  readonly language: string;
  readonly title: string;
  readonly summary: string;
}

function rowOf(found: FoundRow): NewsRow {
  const { category_id, title, summary, banner, language } = found;
  const id = safeInteger(found.id);
  const topic = topicOf(found.topic);
  return { id, category_id, title, summary, topic, banner, created_at: safeInteger(found.created_at), lang: language };
}
