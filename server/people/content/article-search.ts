import { newsCategory, type NewsRow } from '@bourse/contract/content';
import { type Language, languages } from '@bourse/contract/texts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import { foldText, plainOf } from './fold-text.ts';
import { NewsReader } from './news-reader.ts';

/** Bounds of a search and of its index. */
const maxHits = 20;
const maxTerms = 8;
const maxArticles = 300;
const maxBodyLength = 20_000;

/** The weight of a term by the place at which it occurs. */
const weights = { title: 3, summary: 2, body: 1 };

/** An article prepared for searching. */
export interface IndexedArticle {
  readonly row: NewsRow;
  /** Folded texts. */
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

interface Index {
  /** The state of the articles from which it was made. */
  readonly state: string;
  readonly articles: Promise<readonly IndexedArticle[]>;
}

/** Searches the published articles of the help centre. Each language has an index in memory, made when it is used. */
export class ArticleSearch {
  readonly #db: Kysely<Schema>;
  readonly #reader: NewsReader;
  readonly #indexes = new Map<Language, Index>();

  constructor(db: Kysely<Schema>) {
    this.#db = db;
    this.#reader = new NewsReader(db);
  }

  /** The hits in a language; in English if there are none, because readers also type the English terms. */
  async find(query: string, language: Language): Promise<NewsRow[]> {
    const state = await this.#state();
    const hits = await this.#findIn(language, query, state);
    return hits.length > 0 || language === 'en' ? hits : this.#findIn('en', query, state);
  }

  async #findIn(language: Language, query: string, state: string): Promise<NewsRow[]> {
    const terms = termsOf(query, language);
    if (terms.length === 0) return [];
    let index = this.#indexes.get(language);
    if (index?.state !== state) {
      index = { state, articles: this.#load(language) };
      this.#indexes.set(language, index);
      index.articles.catch(() => this.#indexes.delete(language));
    }
    return hitsOf(await index.articles, terms);
  }

  /** Changes with every publication and withdrawal of an article. */
  async #state(): Promise<string> {
    const { state } = await this.#db
      .selectFrom('news')
      .where('category_id', '=', newsCategory.support)
      .select(sql<string>`count(published_at) || ' ' || coalesce(sum(published_at), 0)`.as('state'))
      .executeTakeFirstOrThrow();
    return state;
  }

  async #load(language: Language): Promise<IndexedArticle[]> {
    const found = await this.#reader.wholeList(newsCategory.support, language, maxArticles);
    return found.map(({ content, ...row }) => ({
      row,
      title: foldText(row.title),
      summary: foldText(row.summary),
      body: foldText(plainOf(content).slice(0, maxBodyLength)),
    }));
  }
}

/** The words of a query, folded. Scripts without spaces are divided into words by the rules of their language. */
export function termsOf(query: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(languages[language].tag, { granularity: 'word' });
  const words = [...segmenter.segment(query.normalize('NFKC'))].filter(({ isWordLike }) => isWordLike === true);
  return [...new Set(words.map(({ segment }) => foldText(segment)))].filter((term) => term !== '').slice(0, maxTerms);
}

/** The articles that contain every term, the best first; equal ones stay in the order of the list. */
export function hitsOf(articles: readonly IndexedArticle[], terms: readonly string[]): NewsRow[] {
  return articles
    .map((article) => ({ row: article.row, score: scoreOf(article, terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxHits)
    .map(({ row }) => row);
}

/** 0 if a term does not occur. */
function scoreOf(article: IndexedArticle, terms: readonly string[]): number {
  let score = 0;
  for (const term of terms) {
    const found =
      (article.title.includes(term) ? weights.title : 0) +
      (article.summary.includes(term) ? weights.summary : 0) +
      (article.body.includes(term) ? weights.body : 0);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}
