import {
  type CapabilityDocumentation,
  chapter,
  type Description,
  describe,
  named,
  page,
  paging,
} from '../documentation/declare.ts';
import * as calls from './calls.ts';
import { newsInfo, newsList, newsSearch, siteSetting } from './calls.ts';

const article = {
  id: ['Id of the article.', 103],
  category_id: ['Id of its category.', 22],
  title: ['Title, plain text.', 'Fees'],
  summary: ['One or two sentences, plain text.', 'What a trade costs, and who pays it.'],
  topic: ['Its group in the help centre; empty for none.', ''],
  banner: ['Address of a picture; empty if there is none.', ''],
  created_at: ['Time of publication, epoch milliseconds.', 1767225600000],
  lang: ['Language of the texts, as in the header `lang`: the caller’s, or the best available one.', 'en'],
} as const;

const objects: readonly Description[] = [
  ...named(calls, {
    NewsCategory: {
      id: ['22 notices, 23 banners, 24 news, 25 about the venue, 26 support.', 22],
      name: ['Name in the language of the caller.', 'Notices'],
    },
    NewsRow: article,
    NewsItem: {
      ...article,
      content: [
        'The body: HTML with a limited set of elements, without scripts and styles.',
        '<p>Every trade costs 0.1 %.</p>',
      ],
    },
  }),
  describe(newsList.input, { category_id: ['Id of a category.', 22], ...paging }),
  describe(newsList.output, page),
  describe(newsInfo.input, { id: ['Id of the article.', 103] }),
  describe(newsSearch.input, { q: ['Terms, up to 100 characters.', 'fees'] }),
  describe(siteSetting.input, {
    key: ['Name of the setting.', 'login_use_sms'],
    device_id: ['For `login_use_sms`: the device of the login.', 'uJ3fQ0mXb7pL2sVn9TgYc5KdHe8rWa1iZoR4tNqM6yE'],
    account: ['For `login_use_sms`: the account of the login.', 'ann@example.com'],
  }),
];

export const documentation: CapabilityDocumentation = {
  publicIds: { 'news/info id': 'an article' },
  chapters: [
    chapter('News', calls, {
      newsCategories: { summary: 'Categories of news' },
      newsList: {
        summary:
          'Articles of a category, newest first; those with the same time of publication in the order set by the exchange',
      },
      newsInfo: { summary: 'An article with its body' },
      newsSearch: {
        summary: 'Search the articles of the help centre',
        says: 'Up to 20 articles of the category 26 that contain every term, the best first: in the language of the caller, or in English if there are none. A term counts 3 in the title, 2 in the summary and 1 in the body. Case, accents and width of letters do not matter.',
      },
      siteSetting: {
        summary:
          'One setting as a plain value: a contact address, or whether a login to `account` on `device_id` requires a code (1 or 0)',
        says: '`data` is the plain value. `login_use_sms` returns the same for accounts that do not exist as for a new device, and counts as a call that checks a password.',
        output: 1,
      },
    }),
  ],
  objects,
};
