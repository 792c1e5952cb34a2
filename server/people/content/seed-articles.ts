import { hash } from 'node:crypto';
import { newsCategory } from '@bourse/contract/content';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import type { ArticleText, StartingArticle } from './starting-articles.ts';

/**
 * Inserts the bundled articles that are missing, and updates those that no operator has changed since they were
 * inserted. Articles edited or removed by an operator are kept as they are.
 */
export async function seedArticles(
  db: Kysely<Schema>,
  articles: readonly StartingArticle[],
  nowMs: number,
): Promise<void> {
  const seeded = await readSeeds(db);
  const isNew = ({ id }: StartingArticle): boolean => !seeded.has(seedKey(id, article));
  const changed = articles.filter((one) =>
    partsOf(one).some(({ part, sha256 }) => seeded.get(seedKey(one.id, part)) !== sha256),
  );
  if (changed.length === 0) return;
  await inTransaction(db, async (transaction) => {
    await addArticles(transaction, changed.filter(isNew), nowMs);
    for (const one of changed.filter((each) => !isNew(each))) await renewArticle(transaction, one, seeded);
  });
}

/** A separately hashed part: the article without its texts, or one text. */
interface Part {
  readonly part: string;
  readonly sha256: string;
  readonly text: ArticleText | null;
}

const article = 'article';

function partsOf({ category, position, banner, texts, topic }: StartingArticle): Part[] {
  return [
    { part: article, sha256: hashOfArticle(newsCategory[category], position, banner, topic), text: null },
    ...[...texts].map(([language, text]) => ({ part: language, sha256: hashOfText(text), text })),
  ];
}

/** Databases have hashes from before there were topics. */
function hashOfArticle(category: number, position: number, banner: string, topic: string): string {
  return hashOf([category, position, banner, ...(topic === '' ? [] : [topic])]);
}

function hashOfText({ title, summary, content }: ArticleText): string {
  return hashOf([title, summary, content]);
}

function hashOf(values: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(values), 'hex');
}

function seedKey(id: number, part: string): string {
  return `${id}/${part}`;
}

async function readSeeds(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('news_seeds').selectAll().execute();
  return new Map(rows.map(({ news_id, part, sha256 }) => [seedKey(safeInteger(news_id), part), sha256]));
}

async function addArticles(
  db: Transaction<Schema>,
  articles: readonly StartingArticle[],
  nowMs: number,
): Promise<void> {
  if (articles.length === 0) return;
  await db
    .insertInto('news')
    .values(
      articles.map(({ id, category, position, banner, topic }) => ({
        id,
        category_id: newsCategory[category],
        position,
        banner,
        topic,
        created_at: nowMs,
        published_at: nowMs,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { id, texts } of articles) await addTexts(db, id, texts);
  await noteSeeds(
    db,
    articles.flatMap((one) => partsOf(one).map((part) => ({ id: one.id, ...part }))),
  );
}

async function addTexts(db: Transaction<Schema>, id: number, texts: ReadonlyMap<string, ArticleText>): Promise<void> {
  if (texts.size === 0) return;
  await db
    .insertInto('news_texts')
    .values([...texts].map(([language, text]) => ({ news_id: id, language, ...text })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function noteSeeds(
  db: Transaction<Schema>,
  seeds: readonly { readonly id: number; readonly part: string; readonly sha256: string }[],
): Promise<void> {
  await db
    .insertInto('news_seeds')
    .values(seeds.map(({ id, part, sha256 }) => ({ news_id: id, part, sha256 })))
    .onConflict((conflict) =>
      conflict.columns(['news_id', 'part']).doUpdateSet((row) => ({ sha256: row.ref('excluded.sha256') })),
    )
    .execute();
}

async function renewArticle(
  db: Transaction<Schema>,
  one: StartingArticle,
  seeded: ReadonlyMap<string, string>,
): Promise<void> {
  const now = await db.selectFrom('news').selectAll().where('id', '=', String(one.id)).executeTakeFirst();
  // Removed by an operator.
  if (now === undefined) return;
  for (const { part, sha256, text } of partsOf(one)) {
    const before = seeded.get(seedKey(one.id, part));
    if (before === sha256) continue;
    if (text === null) {
      if (hashOfArticle(now.category_id, now.position, now.banner, now.topic) !== before) continue;
      const { position, banner, topic } = one;
      const category_id = newsCategory[one.category];
      await db.updateTable('news').set({ category_id, position, banner, topic }).where('id', '=', now.id).execute();
    } else if (before === undefined) {
      await addTexts(db, one.id, new Map([[part, text]]));
    } else if (!(await renewText(db, now.id, part, text, before))) {
      continue;
    }
    await noteSeeds(db, [{ id: one.id, part, sha256 }]);
  }
}

/** Replaces a text if it is unchanged since it was inserted; returns false otherwise. */
async function renewText(
  db: Transaction<Schema>,
  id: string,
  language: string,
  text: ArticleText,
  before: string,
): Promise<boolean> {
  const now = await db
    .selectFrom('news_texts')
    .select(['title', 'summary', 'content'])
    .where('news_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  if (now === undefined || hashOfText(now) !== before) return false;
  await db
    .updateTable('news_texts')
    .set({ ...text })
    .where('news_id', '=', id)
    .where('language', '=', language)
    .execute();
  return true;
}
