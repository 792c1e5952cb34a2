import type { NewsCategoryName } from '@bourse/contract/content';
import type { ListedArticle } from './starting-articles.ts';

/**
 * The articles that a new venue publishes when it opens, in list order. An article's id is part of its address and is
 * never reused.
 */
export const articleList: readonly {
  readonly category: NewsCategoryName;
  readonly articles: readonly ListedArticle[];
}[] = [
  {
    category: 'notices',
    articles: [
      { id: 101, name: 'welcome', demoOnly: true },
      { id: 102, name: 'what-is-simulated', demoOnly: true },
      { id: 103, name: 'fees' },
      { id: 104, name: 'order-types' },
      { id: 105, name: 'passwords-and-phishing' },
    ],
  },
  {
    category: 'banners',
    articles: [
      { id: 201, name: 'no-lever', banner: '/banners/balance.svg' },
      { id: 202, name: 'every-price', banner: '/banners/index.svg' },
      { id: 203, name: 'nothing-lost', banner: '/banners/journal.svg' },
      { id: 204, name: 'one-book', banner: '/banners/depth.svg' },
    ],
  },
  {
    category: 'news',
    articles: [
      { id: 301, name: 'open-source' },
      { id: 302, name: 'stop-orders' },
      { id: 303, name: 'published-index' },
      { id: 304, name: 'trading-api' },
      { id: 305, name: 'twelve-languages' },
    ],
  },
  {
    category: 'about',
    articles: [
      { id: 401, name: 'about-us' },
      { id: 402, name: 'promise' },
      { id: 403, name: 'how-it-works' },
      { id: 404, name: 'listing-rules' },
      { id: 405, name: 'risk-disclosure' },
      { id: 406, name: 'privacy' },
    ],
  },
  {
    category: 'support',
    articles: [
      { id: 601, name: 'getting-started', topic: 'start' },
      { id: 66, name: 'user-agreement', topic: 'rules' },
      { id: 602, name: 'contact', topic: 'start' },
      { id: 603, name: 'fee-schedule', topic: 'trading' },
      { id: 604, name: 'orders', topic: 'trading' },
      { id: 605, name: 'index-prices', topic: 'trading' },
      { id: 606, name: 'security', topic: 'security' },
      { id: 607, name: 'api-and-data', topic: 'developers' },
      { id: 608, name: 'guarantees', topic: 'rules' },
      { id: 609, name: 'install', topic: 'developers' },
      { id: 610, name: 'verification', topic: 'account' },
      { id: 611, name: 'second-factor', topic: 'security' },
      { id: 612, name: 'trade-password', topic: 'security' },
      { id: 613, name: 'freeze', topic: 'security' },
      { id: 614, name: 'payment-methods', topic: 'payments' },
    ],
  },
];
