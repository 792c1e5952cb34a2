import { type ConsoleInput, contentCalls, dialogCategory } from '@bourse/contract/console';
import type { Changes } from '../../ground/feed/index.ts';
import { forbiddenHtml, isOwnPath } from './article-html.ts';
import {
  addArticle,
  type ArticleState,
  hideArticle,
  listArticles,
  lockArticle,
  needsAdmin,
  publishVersion,
  readArticle,
  readVersion,
  saveVersion,
} from './article-versions.ts';
import { answered, type ChangeContext, changed, refusal, type StaffRoll } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface ContentConsoleParts extends With<'console' | 'dialog' | 'identityDb' | 'now'> {
  readonly roll: StaffRoll;
  readonly changes: Pick<Changes, 'report'>;
}

type Publication = ConsoleInput<typeof contentCalls.publishArticle>;

/** Serves the articles of staff: drafts, versions and publication. */
export function registerContentConsole(parts: ContentConsoleParts): void {
  const { changes, console, dialog, identityDb, now, roll } = parts;
  // The dialog of the home page is an article that is shown with the settings.
  const onPublished = async (): Promise<void> => {
    await dialog.reload();
    changes.report('articles');
    changes.report('site');
  };

  console.read(contentCalls.articles, async ({ category }) =>
    answered({ rows: await listArticles(identityDb, Number(category)), next: null, as_of: now() }),
  );

  console.read(contentCalls.article, async ({ id, version }) => {
    const names = await roll.names();
    const nameOf = (staff: number): string => names.get(staff) ?? String(staff);
    const chosen = version === undefined ? null : Number(version);
    const isNumber = Number.isSafeInteger(Number(id)) && (chosen === null || Number.isSafeInteger(chosen));
    const article = isNumber ? await readArticle(identityDb, Number(id), chosen, nameOf) : null;
    return article === null ? refusal('article_unknown') : answered(article);
  });

  console.change(contentCalls.saveArticle, async (input, { by, now: atMs, transaction }) => {
    const state = stateOf(input);
    const wrong = refusalOfState(state);
    if (wrong !== null) return wrong;
    if (input.id === null && input.version !== 0) return refusal('changed_meanwhile');
    const article =
      input.id === null ? await addArticle(transaction, state, atMs) : await lockArticle(transaction, input.id);
    if (article === null) return refusal('article_unknown');
    if (article.version !== input.version) return refusal('changed_meanwhile');
    // An article that binds users cannot be moved to where fewer people have to agree, nor the reverse.
    const moves = needsAdmin(article) !== needsAdmin({ id: article.id, category: state.category });
    if (moves) return refusal('article_needs_admin');
    const before = await readVersion(transaction, article);
    const version = await saveVersion(transaction, article, state, { by: by.id, atMs });
    const subject = { kind: 'article', id: String(article.id) };
    return changed({ id: article.id, version }, { subject, before, after: { version, ...state } });
  });

  const publish = async (
    { id, version }: Publication,
    { committed, now: atMs, transaction }: ChangeContext,
    forAdmins: boolean,
  ) => {
    const article = await lockArticle(transaction, id);
    if (article === null) return refusal('article_unknown');
    if (needsAdmin(article) !== forAdmins) return refusal(forAdmins ? 'article_unknown' : 'article_needs_admin');
    if (article.version !== version) return refusal('changed_meanwhile');
    const state = await readVersion(transaction, article);
    if (state === null || state.texts.length === 0) return refusal('article_without_text');
    await publishVersion(transaction, article, state, atMs);
    committed(onPublished);
    const before = { published_at: article.publishedAtMs };
    const effect = { subject: { kind: 'article', id: String(id) }, before, after: { published_at: atMs, version } };
    return changed({ published_at: atMs }, effect);
  };
  console.change(contentCalls.publishArticle, async (input, context) => publish(input, context, false));
  console.change(contentCalls.publishAgreement, async (input, context) => publish(input, context, true));

  console.change(contentCalls.hideArticle, async ({ id, version }, { by, committed, transaction }) => {
    const article = await lockArticle(transaction, id);
    if (article === null) return refusal('article_unknown');
    if (needsAdmin(article) && !by.roles.includes('admin')) return refusal('article_needs_admin');
    if (article.version !== version) return refusal('changed_meanwhile');
    if (article.publishedAtMs === null) return refusal('article_hidden');
    await hideArticle(transaction, article);
    committed(onPublished);
    const before = { published_at: article.publishedAtMs };
    return changed(null, { subject: { kind: 'article', id: String(id) }, before, after: { published_at: null } });
  });
}

function stateOf(input: ConsoleInput<typeof contentCalls.saveArticle>): ArticleState {
  const { banner, category, position, texts, topic = '' } = input;
  return { category, position, banner, topic, texts };
}

function refusalOfState({ banner, category, texts }: ArticleState) {
  if (banner !== '' && !isOwnPath(banner)) return refusal('article_banner');
  const languages = texts.map(({ language }) => language);
  const twice = languages.find((language, at) => languages.indexOf(language) !== at);
  if (twice !== undefined) return refusal('article_language_twice', { language: twice });
  for (const { content, language } of texts) {
    // The dialog is shown as plain text.
    const element = category === dialogCategory ? anyTag(content) : forbiddenHtml(content);
    if (element !== null) return refusal('article_html', { language, element });
  }
  return null;
}

function anyTag(text: string): string | null {
  return /<\/?[a-z][^>]*>/i.exec(text)?.[0].slice(0, 60) ?? null;
}
