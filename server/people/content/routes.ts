import {
  newsCategories,
  newsCategory,
  type NewsCategoryName,
  newsInfo,
  newsList,
  newsSearch,
  siteSetting,
} from '@bourse/contract/content';
import type { Language } from '@bourse/contract/texts';
import { done, type Gateway, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { say } from '../../ground/texts/index.ts';
import { ArticleSearch } from './article-search.ts';
import { NewsReader } from './news-reader.ts';
import type { With } from '../../ground/parts.ts';

/** The dependencies of the calls about the venue itself. */
export interface ContentParts extends With<'db'> {
  readonly settings: { readonly contact_mobile: string; readonly contact_email: string };
  /** Whether a login requires a code: 1 or 0, without revealing whether the account exists. */
  readonly loginTakesCode: (attempt: LoginAttempt) => 0 | 1 | Promise<0 | 1>;
}

export interface LoginAttempt {
  readonly account: string;
  readonly device: string;
}

/** Serves the published articles and the contact settings of the venue. */
export function registerContent(gateway: Gateway, { db, settings, loginTakesCode }: ContentParts): void {
  const reader = new NewsReader(db);
  const search = new ArticleSearch(db);

  gateway.visitor(newsCategories, (_input, { language }) => done(categoriesIn(language)));

  gateway.visitor(newsList, async (input, { language, inTurn }) => {
    const category = Number(input.category_id);
    if (!categoryIds.has(category)) return refused('news_category_unknown');
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const { rows, total } = await inTurn(() => reader.list(category, language, paging));
    return done(pageOf(rows, total, paging));
  });

  gateway.visitor(newsInfo, async (input, { language, inTurn }) => {
    const item = await inTurn(() => reader.find(Number(input.id), language));
    return item === null ? refused('news_unknown') : done(item);
  });

  gateway.visitor(newsSearch, async ({ q }, { language, inTurn }) =>
    done(await inTurn(() => search.find(q, language))),
  );

  gateway.visitor(
    siteSetting,
    async (input, caller) => {
      switch (input.key) {
        case 'contact_mobile':
        case 'contact_email':
          return done(settings[input.key]);
        case 'login_use_sms':
          return done(await loginTakesCode({ account: input.account ?? '', device: input.device_id ?? caller.device }));
      }
    },
    // A device id is a secret, so a question about one is limited like a password.
    ({ key }) => (key === 'login_use_sms' ? 'password' : 1),
  );
}

/** The news categories in the order of the list. */
const categoryNames: readonly NewsCategoryName[] = ['notices', 'banners', 'news', 'about', 'support'];

const categoryIds = new Set<number>(Object.values(newsCategory));

function categoriesIn(language: Language): { id: number; name: string }[] {
  return categoryNames.map((name) => ({ id: newsCategory[name], name: say(language, `newsCategories.${name}`) }));
}
