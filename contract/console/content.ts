import { Type, type Static } from 'typebox';
import { helpTopics, newsCategory } from '../content/index.ts';
import { languageCodes } from '../texts/index.ts';
import { Line, Milliseconds } from '../values.ts';
import { consoleList, consoleRead, consoleWrite } from './declare.ts';

/** The category of the dialog that the home page shows once; it is in no public list. */
export const dialogCategory = 21;

const categories = [dialogCategory, ...Object.values(newsCategory)];
const Category = Type.Integer({ minimum: dialogCategory, maximum: 26 });
const ArticleId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Version = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const LanguageCode = Type.Enum([...languageCodes]);

/** An article in one language. `content` is HTML with the elements of `articleHtml`. */
export const ArticleDraftText = Type.Object({
  language: LanguageCode,
  title: Line(200, 1),
  summary: Line(500),
  content: Type.String({ maxLength: 60_000 }),
});
export type ArticleDraftText = Static<typeof ArticleDraftText>;

/** An article in the list of its category. */
export const ArticleSummary = Type.Object({
  id: Type.Integer(),
  category: Type.Integer(),
  position: Type.Integer(),
  banner: Type.String(),
  /** The title in English, or in the first language that there is. */
  title: Type.String(),
  /** The languages of the published text; the others get another language. */
  languages: Type.Array(Type.String()),
  missing: Type.Array(Type.String()),
  /** Null while readers do not see it. */
  published_at: Type.Union([Milliseconds, Type.Null()]),
  /** The newest version; 0 for an article that was never edited. */
  version: Type.Integer(),
  /** Whether the newest version is not the one that readers see. */
  has_draft: Type.Boolean(),
});
export type ArticleSummary = Static<typeof ArticleSummary>;

/** A saved version of an article, without its texts. */
const ArticleVersion = Type.Object({
  version: Type.Integer(),
  saved_at: Milliseconds,
  saved_by: Type.String(),
  published_at: Type.Union([Milliseconds, Type.Null()]),
});

/** The group of an article in the help centre; empty for none. */
const Topic = Type.Enum(['', ...helpTopics]);

const State = Type.Object({
  category: Type.Integer(),
  position: Type.Integer(),
  banner: Type.String(),
  topic: Topic,
  texts: Type.Array(ArticleDraftText),
});

export const ArticleDetails = Type.Object({
  id: Type.Integer(),
  published_at: Type.Union([Milliseconds, Type.Null()]),
  /** The newest version, which a change must name. */
  version: Type.Integer(),
  /** The state that readers see. */
  published: State,
  /** The newest version; equal to `published` if there is no draft. */
  draft: State,
  versions: Type.Array(ArticleVersion),
});
export type ArticleDetails = Static<typeof ArticleDetails>;

const refusals = {
  article_unknown: [],
  /** An element or attribute that articles must not contain. */
  article_html: ['language', 'element'],
  article_language_twice: ['language'],
  article_without_text: [],
  article_banner: [],
  article_needs_admin: [],
} as const;

const reference = { id: ArticleId, version: Version };

export const contentCalls = {
  articles: consoleList({
    audience: ['content', 'admin'],
    path: 'articles',
    input: { category: Type.Union([Category, Type.Enum(categories.map(String))]) },
    row: ArticleSummary,
  }),
  article: consoleRead({
    audience: ['content', 'admin'],
    path: 'articles/one',
    input: { id: Line(15, 1), version: Type.Optional(Line(7)) },
    output: ArticleDetails,
    refusals: { article_unknown: [] },
  }),
  /** Saves a new version, which readers do not see. `id` is null for a new article. */
  saveArticle: consoleWrite({
    audience: ['content', 'admin'],
    path: 'articles/save',
    input: {
      id: Type.Union([ArticleId, Type.Null()]),
      version: Version,
      category: Category,
      /** Its place among articles of the same time, and in the carousel. */
      position: Type.Integer({ minimum: 0, maximum: 10_000 }),
      /** A path of this site, or empty. */
      banner: Line(200),
      topic: Type.Optional(Topic),
      texts: Type.Array(ArticleDraftText, { maxItems: languageCodes.length }),
    },
    output: Type.Object({ id: Type.Integer(), version: Type.Integer() }),
    refusals,
  }),
  /** Shows the newest version to readers, at once. */
  publishArticle: consoleWrite({
    audience: ['content', 'admin'],
    path: 'articles/publish',
    input: reference,
    output: Type.Object({ published_at: Milliseconds }),
    refusals,
  }),
  /** The same for the user agreement and the dialog of the home page. */
  publishAgreement: consoleWrite({
    audience: ['admin'],
    path: 'articles/publish-agreement',
    input: reference,
    stepUp: true,
    output: Type.Object({ published_at: Milliseconds }),
    refusals,
  }),
  /** Hides an article from readers; its versions stay. */
  hideArticle: consoleWrite({
    audience: ['content', 'admin'],
    path: 'articles/hide',
    input: reference,
    output: Type.Null(),
    stepUp: true,
    refusals: { article_unknown: [], article_hidden: [], article_needs_admin: [] },
  }),
} as const;
