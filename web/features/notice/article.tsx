import { newsInfo, type NewsItem } from '@bourse/contract/content';
import { IconLanguage } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { ArticleView } from '../../ui/article-view.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { localeOf } from '../../app/i18n/languages.ts';
import { ArticleSkeleton } from './article-skeleton.tsx';
import classes from './article.module.css';

/** An article with its title and time. `id` is null while it is not known which one to show. */
export function Article({ id }: { readonly id: number | null }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(
    newsInfo,
    { id: id ?? 0 },
    { enabled: id !== null, staleMs: 300_000, saidInPlace: true },
  );
  if (data !== undefined) return <ArticleText item={data.data} />;
  if (error instanceof CallFailure && error.outcome.kind === 'refused') {
    return (
      <EmptyState text={t('notice.unknown')}>
        <Link to="/notice" className={classes.way}>
          {t('notice.toList')}
        </Link>
      </EmptyState>
    );
  }
  return error === null ? <ArticleSkeleton /> : <ErrorState onRetry={() => void refetch()} />;
}

function ArticleText({ item }: { readonly item: NewsItem }) {
  const { t, i18n } = useTranslation();
  const figures = useFigures();
  const { history } = useRouter();
  const follow = useCallback((path: string) => history.push(path), [history]);
  const locale = localeOf(item.lang);
  const foreign = locale !== null && locale.slice(0, 2) !== i18n.language.slice(0, 2);
  return (
    <ArticleView
      title={item.title}
      html={item.content}
      locale={locale}
      createdAt={item.created_at}
      time={figures.dateTime(item.created_at)}
      onFollow={follow}
    >
      {foreign ? (
        <>
          <IconLanguage size={16} stroke={1.75} aria-hidden="true" />
          <p>{t('notice.otherLanguage')}</p>
        </>
      ) : undefined}
    </ArticleView>
  );
}
