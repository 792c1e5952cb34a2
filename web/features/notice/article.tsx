import { newsInfo, type NewsItem } from '@bourse/contract/content';
import { IconLanguage } from '@tabler/icons-react';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { localeOf } from '../../app/i18n/languages.ts';
import { cleanHtml, placeOf } from './clean-html.ts';
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
  const locale = localeOf(item.lang);
  const foreign = locale !== null && locale.slice(0, 2) !== i18n.language.slice(0, 2);
  return (
    <article className={classes.article}>
      <header>
        <h1 className={classes.title} lang={locale ?? undefined}>
          {item.title}
        </h1>
        <time className={classes.time} dateTime={new Date(item.created_at).toISOString()}>
          {figures.dateTime(item.created_at)}
        </time>
        {foreign && (
          <p className={classes.foreign}>
            <IconLanguage size={16} stroke={1.75} aria-hidden="true" />
            {t('notice.otherLanguage')}
          </p>
        )}
      </header>
      <Body html={item.content} lang={locale} />
    </article>
  );
}

/** The body of an article. Links within the site navigate without reloading the page. */
function Body({ html, lang }: { readonly html: string; readonly lang: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  const { history } = useRouter();
  useEffect(() => {
    const body = place.current;
    if (body === null) return;
    body.replaceChildren(cleanHtml(html, location.origin));
    const follow = (event: MouseEvent): void => {
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const to = link === null || !plain ? null : placeOf(link, location.origin);
      if (to === null) return;
      event.preventDefault();
      history.push(to);
    };
    body.addEventListener('click', follow);
    return () => body.removeEventListener('click', follow);
  }, [html, history]);
  return <div ref={place} className={classes.text} lang={lang ?? undefined} />;
}
