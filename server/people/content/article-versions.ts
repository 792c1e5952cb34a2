import { agreementId } from '@bourse/contract/content';
import { type ArticleDetails, ArticleDraftText, type ArticleSummary, dialogCategory } from '@bourse/contract/console';
import { languageCodes } from '@bourse/contract/texts';
import { type Kysely, sql, type Transaction } from 'kysely';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { topicOf } from './topic.ts';

/** Everything that a version of an article determines. */
export type ArticleState = ArticleDetails['draft'];

/** An article whose row is locked, with the number of its newest version. */
export interface LockedArticle {
  readonly id: number;
  readonly category: number;
  readonly publishedAtMs: number | null;
  /** 0 for an article that was never edited. */
  readonly version: number;
}

const maxListed = 200;

const Texts = Type.Array(ArticleDraftText);

/** Whether an article may be published by administrators only: it binds users, or greets all of them. */
export function needsAdmin({ id, category }: Pick<LockedArticle, 'id' | 'category'>): boolean {
  return id === agreementId || category === dialogCategory;
}

/** The articles of a category in the order of readers, unpublished ones first. */
export async function listArticles(db: Kysely<Schema>, category: number): Promise<ArticleSummary[]> {
  const rows = await db
    .selectFrom('news')
    .where('category_id', '=', category)
    .select(['id', 'category_id', 'position', 'banner', 'published_at'])
    .select((of) => [
      of
        .selectFrom('news_texts')
        .whereRef('news_id', '=', 'news.id')
        .select(sql<Readonly<Record<string, string>> | null>`jsonb_object_agg(language, title)`.as('titles'))
        .as('titles'),
      of
        .selectFrom('news_versions')
        .whereRef('news_id', '=', 'news.id')
        .select(
          sql<{ version: number; published_at: number | null; texts: unknown } | null>`
          (array_agg(jsonb_build_object('version', version, 'published_at', published_at, 'texts', texts)
            order by version desc))[1]`.as('newest'),
        )
        .as('newest'),
    ])
    .orderBy(sql`published_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('position')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ id, banner, category_id, newest, position, published_at, titles }) => {
    const drafted = newest === null ? [] : Parse(Texts, newest.texts);
    const shown = titles ?? {};
    const languages = languageCodes.filter((code) => code in shown);
    const titleOf = (code: string): string | undefined =>
      shown[code] ?? drafted.find(({ language }) => language === code)?.title;
    return {
      id: safeInteger(id),
      category: category_id,
      position,
      banner,
      title: titleOf('en') ?? languageCodes.map(titleOf).find((title) => title !== undefined) ?? '',
      languages,
      missing: languageCodes.filter((code) => !languages.includes(code)),
      published_at: published_at === null ? null : safeInteger(published_at),
      version: newest?.version ?? 0,
      has_draft: newest !== null && newest.published_at === null,
    };
  });
}

/**
 * An article with its versions, newest first; null if there is none with this id.
 *
 * @param version the version to show as the draft; the newest if null
 */
export async function readArticle(
  db: Kysely<Schema>,
  id: number,
  version: number | null,
  nameOf: (staff: number) => string,
): Promise<ArticleDetails | null> {
  const row = await db.selectFrom('news').selectAll().where('id', '=', String(id)).executeTakeFirst();
  if (row === undefined) return null;
  const [texts, versions] = await Promise.all([
    db.selectFrom('news_texts').selectAll().where('news_id', '=', String(id)).execute(),
    db.selectFrom('news_versions').selectAll().where('news_id', '=', String(id)).orderBy('version', 'desc').execute(),
  ]);
  const published: ArticleState = {
    category: row.category_id,
    position: row.position,
    banner: row.banner,
    topic: topicOf(row.topic),
    texts: inOrder(
      Parse(
        Texts,
        texts.map(({ news_id: _id, ...text }) => text),
      ),
    ),
  };
  const chosen = version === null ? versions[0] : versions.find((one) => one.version === version);
  if (version !== null && version > 0 && chosen === undefined) return null;
  return {
    id,
    published_at: row.published_at === null ? null : safeInteger(row.published_at),
    version: versions[0]?.version ?? 0,
    published,
    draft: chosen === undefined ? published : stateOf(chosen),
    versions: versions.map(({ published_at, saved_at, saved_by, version: number }) => ({
      version: number,
      saved_at: safeInteger(saved_at),
      saved_by: nameOf(saved_by),
      published_at: published_at === null ? null : safeInteger(published_at),
    })),
  };
}

/** Locks an article until the end of the transaction; null if there is none with this id. */
export async function lockArticle(transaction: Transaction<Schema>, id: number): Promise<LockedArticle | null> {
  const row = await transaction
    .selectFrom('news')
    .select(['category_id', 'published_at'])
    .where('id', '=', String(id))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { version } = await transaction
    .selectFrom('news_versions')
    .where('news_id', '=', String(id))
    .select(({ fn }) => fn.coalesce(fn.max('version'), sql<number>`0`).as('version'))
    .executeTakeFirstOrThrow();
  const publishedAtMs = row.published_at === null ? null : safeInteger(row.published_at);
  return { id, category: row.category_id, publishedAtMs, version };
}

/** Adds an article that readers do not see. */
export async function addArticle(
  transaction: Transaction<Schema>,
  state: ArticleState,
  nowMs: number,
): Promise<LockedArticle> {
  const { banner, category, position, topic } = state;
  const row = { category_id: category, position, banner, topic, created_at: nowMs, published_at: null };
  const { id } = await transaction.insertInto('news').values(row).returning('id').executeTakeFirstOrThrow();
  return { id: safeInteger(id), category, publishedAtMs: null, version: 0 };
}

/** Saves the next version of an article and returns its number. */
export async function saveVersion(
  transaction: Transaction<Schema>,
  { id, version }: LockedArticle,
  { banner, category, position, texts, topic }: ArticleState,
  saved: { readonly by: number; readonly atMs: number },
): Promise<number> {
  const next = version + 1;
  await transaction
    .insertInto('news_versions')
    .values({
      news_id: id,
      version: next,
      category_id: category,
      position,
      banner,
      topic,
      texts: JSON.stringify(inOrder(texts)),
      saved_by: saved.by,
      saved_at: saved.atMs,
      published_at: null,
    })
    .execute();
  return next;
}

/** The state of a version; null if there is no such version. */
export async function readVersion(
  transaction: Transaction<Schema>,
  { id, version }: LockedArticle,
): Promise<ArticleState | null> {
  const row = await transaction
    .selectFrom('news_versions')
    .selectAll()
    .where('news_id', '=', String(id))
    .where('version', '=', version)
    .executeTakeFirst();
  return row === undefined ? null : stateOf(row);
}

/** Shows the newest version of an article to readers. Its time in lists is that of the first publication. */
export async function publishVersion(
  transaction: Transaction<Schema>,
  { id, publishedAtMs, version }: LockedArticle,
  { banner, category, position, texts, topic }: ArticleState,
  nowMs: number,
): Promise<void> {
  const news_id = String(id);
  await transaction
    .updateTable('news')
    .set({ category_id: category, position, banner, topic, published_at: nowMs })
    .$if(publishedAtMs === null, (query) => query.set({ created_at: nowMs }))
    .where('id', '=', news_id)
    .execute();
  await transaction.deleteFrom('news_texts').where('news_id', '=', news_id).execute();
  await transaction
    .insertInto('news_texts')
    .values(texts.map(({ content, language, summary, title }) => ({ news_id: id, language, title, summary, content })))
    .execute();
  await transaction
    .updateTable('news_versions')
    .set({ published_at: nowMs })
    .where('news_id', '=', news_id)
    .where('version', '=', version)
    .execute();
}

/** Hides an article from readers. */
export async function hideArticle(transaction: Transaction<Schema>, { id }: LockedArticle): Promise<void> {
  await transaction.updateTable('news').set({ published_at: null }).where('id', '=', String(id)).execute();
}

function stateOf(row: {
  readonly category_id: number;
  readonly position: number;
  readonly banner: string;
  readonly topic: string;
  readonly texts: unknown;
}): ArticleState {
  const { banner, category_id: category, position, texts, topic } = row;
  return { category, position, banner, topic: topicOf(topic), texts: Parse(Texts, texts) };
}

function inOrder(texts: readonly ArticleDraftText[]): ArticleDraftText[] {
  return texts.toSorted((a, b) => languageCodes.indexOf(a.language) - languageCodes.indexOf(b.language));
}
