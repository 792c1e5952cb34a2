import type { ArticleDetails, ArticleDraftText } from '@bourse/contract/console';

/** An article in its editor. `id` is null until it is saved for the first time. */
export interface EditedArticle {
  readonly id: number | null;
  /** The newest version, which the saved one replaces. */
  readonly version: number;
  readonly category: number;
  readonly position: number;
  readonly banner: string;
  readonly topic: ArticleDetails['draft']['topic'];
  readonly texts: readonly ArticleDraftText[];
}

export function newArticle(category: number): EditedArticle {
  return { id: null, version: 0, category, position: 0, banner: '', topic: '', texts: [emptyText('en')] };
}

/** Edits an article from one of its versions; saving makes it the newest one. */
export function editedFrom(newest: ArticleDetails, from: ArticleDetails['draft']): EditedArticle {
  return { id: newest.id, version: newest.version, ...from };
}

export function emptyText(language: ArticleDraftText['language']): ArticleDraftText {
  return { language, title: '', summary: '', content: '' };
}
