import { Type, type Static } from 'typebox';
import { readCall } from '../call.ts';
import { Empty, Flag, IntegerInput, Line, Milliseconds, Page } from '../values.ts';
import { deviceIdShape } from '../identity/index.ts';

/** The ids of the news categories, as used in addresses and settings. */
export const newsCategory = { notices: 22, banners: 23, news: 24, about: 25, support: 26 } as const;
export type NewsCategoryName = keyof typeof newsCategory;

/** The topics of the help centre, in its order. */
export const helpTopics = ['start', 'account', 'security', 'trading', 'payments', 'developers', 'rules'] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** The longest query of a search. */
export const maxQueryLength = 100;

/** The user agreement that the registration refers to, in the category support. */
export const agreementId = 66;

/**
 * The HTML allowed in `content`. The page removes everything else before showing it, so that an article can neither run
 * scripts nor imitate a part of the page.
 */
export const articleHtml = {
  tags: [
    'h2',
    'h3',
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'hr',
    'br',
    'pre',
    'code',
    'strong',
    'em',
    'a',
    'img',
    'dl',
    'dt',
    'dd',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  attributes: ['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'scope'],
} as const;

/** `name` is in the language of the caller. */
export const NewsCategory = Type.Object({ id: Type.Integer(), name: Type.String() });
export type NewsCategory = Static<typeof NewsCategory>;

const item = {
  id: Type.Integer(),
  category_id: Type.Integer(),
  title: Type.String(),
  /** One or two sentences of plain text. */
  summary: Type.String(),
  /** Its group in the help centre; empty for none. */
  topic: Type.Enum(['', ...helpTopics]),
  /** Address of a picture, 1920 × 460 with a plain left half, suitable for both themes; empty if there is none. */
  banner: Type.String(),
  created_at: Milliseconds,
  /** The language of the texts, as in the `lang` header: the caller's, or the best available one. */
  lang: Type.String(),
};

/** An article in a list, without its body. */
export const NewsRow = Type.Object(item);
export type NewsRow = Static<typeof NewsRow>;

/** `content` is HTML with the elements of `articleHtml`. */
export const NewsItem = Type.Object({ ...item, content: Type.String() });
export type NewsItem = Static<typeof NewsItem>;

export const newsCategories = readCall(
  { access: 'visitor', rate: 'public' },
  'news/categories',
  Empty,
  Type.Array(NewsCategory),
  { topics: ['articles'] },
);

export const newsList = readCall(
  { access: 'visitor', rate: 'public' },
  'news/list',
  Type.Object({ category_id: IntegerInput, page: Type.Optional(IntegerInput), limit: Type.Optional(IntegerInput) }),
  Page(NewsRow),
  { refusals: ['news_category_unknown'], topics: ['articles'] },
);

export const newsInfo = readCall(
  { access: 'visitor', rate: 'public' },
  'news/info',
  Type.Object({ id: IntegerInput }),
  NewsItem,
  { refusals: ['news_unknown'], topics: ['articles'] },
);

/**
 * Finds articles of the help centre, the best first. Each term must occur in an article: in its title, summary or body,
 * which count 3, 2 and 1. Case, accents and width of letters do not matter.
 */
export const newsSearch = readCall(
  { access: 'visitor', rate: 'public' },
  'news/search',
  Type.Object({ q: Line(maxQueryLength, 1) }),
  Type.Array(NewsRow),
  { topics: ['articles'] },
);

/** The settings available through `default/setting`. */
const settingKeys = ['contact_mobile', 'contact_email', 'login_use_sms'] as const;
export type SettingKey = (typeof settingKeys)[number];

export const siteSetting = readCall(
  { access: 'visitor', rate: 'public' },
  'default/setting',
  Type.Object({
    key: Type.Enum([...settingKeys]),
    device_id: Type.Optional(Type.String({ pattern: deviceIdShape.source, maxLength: 64 })),
    account: Type.Optional(Line(254)),
  }),
  Type.Union([Type.String(), Flag]),
  { topics: ['site'] },
);
