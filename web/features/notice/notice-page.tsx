import { newsCategories, newsCategory, newsInfo } from '@bourse/contract/content';
import { IconList } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts';
import { useWidth } from '../../ui/use-width.ts';
import { Article } from './article.tsx';
import { ArticleList } from './article-list.tsx';
import { useArticles } from './use-articles.ts';
import classes from './notice-page.module.css';

/** Published content changes rarely. */
const staleMs = 300_000;

/**
 * The articles of a category on the left, the selected one on the right. The address names both: for an article without
 * a category its own is used, and a category without an article opens the newest one.
 */
export function NoticePage() {
  const { t } = useTranslation();
  const asked = useSearch({ from: '/notice' });
  const wide = useWidth() !== 'narrow';
  const [listed, setListed] = useState(false);
  const askedId = numberOf(asked.id);
  const article = useRead(newsInfo, { id: askedId ?? 0 }, { enabled: askedId !== null, staleMs, saidInPlace: true });
  const categories = useRead(newsCategories, {}, { staleMs }).data?.data ?? [];
  const askedCategory = numberOf(asked.category_id);
  // An unknown category is not requested once the categories are loaded.
  const isNone = categories.length > 0 && !categories.some(({ id }) => id === askedCategory);
  const category =
    (isNone ? null : askedCategory) ??
    article.data?.data.category_id ??
    (askedId === null || article.isError ? newsCategory.notices : null);
  const articles = useArticles(category);
  const id = askedId ?? articles.rows?.[0]?.id ?? null;
  const row = useCurrentInSight();
  const name = categories.find((one) => one.id === category)?.name ?? '';
  const list = (
    <ArticleList
      state={articles}
      category={category ?? 0}

      selected={id}
      onChosen={() => setListed(false)}
    />
  );
  return (
    <div className={classes.page}>
      <nav ref={row} className={classes.categories} aria-label={t('notice.categories')}>
        {categories.map((one) => (
          <Link
            key={one.id}
            to="/notice"
            search={{ category_id: String(one.id) }}
            className={classes.category}
            aria-current={one.id === category ? 'true' : undefined}
          >
            {one.name}
          </Link>
        ))}
      </nav>
      <div className={classes.columns}>
        {wide ? (
          <aside className={classes.list}>{list}</aside>
        ) : (
          <>
            <Button look="plain" size="touch" className={classes.open} onClick={() => setListed(true)}>
              <IconList size={18} stroke={1.75} aria-hidden="true" />
              {t('notice.all')}
            </Button>
            <Sheet title={name} opened={listed} onClose={() => setListed(false)} from="left">
              {list}
            </Sheet>
          </>
        )}
        <div className={classes.body}>
          {id === null && articles.rows !== null && <EmptyState text={t('notice.none')} />}
          {id === null && articles.failed && <ErrorState onRetry={articles.retry} />}
          {(id !== null || (articles.rows === null && !articles.failed)) && <Article id={id} />}
        </div>
      </div>
    </div>
  );
}

/** A numeric query parameter; null for anything else. */
function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
