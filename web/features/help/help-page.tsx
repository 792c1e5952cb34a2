import { helpTopics, maxQueryLength, newsCategory, newsList, newsSearch, type NewsRow } from '@bourse/contract/content';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../app/i18n/languages.ts';
import { useRead } from '../../live/read.ts';
import { EmptyState, ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { Article } from '../notice/index.ts';
import classes from './help-page.module.css';

/** Published content changes rarely. */
const staleMs = 300_000;
/** More articles than any site has in one category. */
const maxArticles = 100;
const typingPauseMs = 250;

/** The articles of the help centre by topic, their search, and one of them with the way to support. */
export function HelpPage() {
  const { t } = useTranslation();
  const { id = '', q = '' } = useSearch({ from: '/help' });
  const article = /^\d{1,15}$/.test(id) ? Number(id) : null;
  return (
    <div className={classes.page}>
      {article === null ? (
        <Overview asked={q} />
      ) : (
        <>
          <Link to="/help" search={q === '' ? {} : { q }} className={classes.back}>
            <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
            {q === '' ? t('help.allArticles') : t('help.results', { q })}
          </Link>
          <div className={classes.article}>
            <Article id={article} />
          </div>
        </>
      )}
      <NotSolved />
    </div>
  );
}

function Overview({ asked }: { readonly asked: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, type] = useState(asked);
  const query = useSettled(typed, typingPauseMs).trim();
  // The address keeps the query, so that the way back from an article leads to its results.
  useEffect(() => {
    if (query !== asked) void navigate({ to: '/help', search: query === '' ? {} : { q: query }, replace: true });
  }, [asked, navigate, query]);
  return (
    <>
      <h1 className={classes.title}>{t('shell.helpCentre')}</h1>
      <label className={classes.search}>
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <input
          type="search"
          value={typed}
          maxLength={maxQueryLength}
          placeholder={t('help.search')}
          aria-label={t('help.search')}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => type(event.currentTarget.value)}
        />
      </label>
      {query === '' ? <Topics /> : <Results query={query} />}
    </>
  );
}

function Topics() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(
    newsList,
    { category_id: newsCategory.support, limit: maxArticles },
    { staleMs },
  );
  const rows = data?.data.data;
  if (rows === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <Loading count={6} />;
  }
  if (rows.length === 0) return <EmptyState text={t('notice.none')} />;
  const groups = [...helpTopics, '' as const].map((topic) => ({
    topic,
    articles: rows.filter((row) => row.topic === topic),
  }));
  return (
    <div className={classes.topics}>
      {groups
        .filter(({ articles }) => articles.length > 0)
        .map(({ articles, topic }) => (
          <section key={topic} className={classes.topic} aria-labelledby={`topic-${topic}`}>
            <h2 id={`topic-${topic}`} className={classes.heading}>
              {topic === '' ? t('help.topics.other') : t(`help.topics.${topic}`)}
            </h2>
            <ul className={classes.list}>
              {articles.map((row) => (
                <ArticleLink key={row.id} row={row} query="" />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Results({ query }: { readonly query: string }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(newsSearch, { q: query }, { staleMs });
  const rows = data?.data;
  return (
    <section className={classes.topic} aria-label={t('help.results', { q: query })} aria-busy={rows === undefined}>
      <h2 className={classes.heading}>{t('help.results', { q: query })}</h2>
      {rows === undefined && (isError ? <ErrorState onRetry={() => void refetch()} /> : <Loading count={3} />)}
      {rows?.length === 0 && <EmptyState text={t('help.nothing')} />}
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes.list}>
          {rows.map((row) => (
            <ArticleLink key={row.id} row={row} query={query} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Loading({ count }: { readonly count: number }) {
  return (
    <LoadingRoom>
      <SkeletonRows count={count} height={60} />
    </LoadingRoom>
  );
}

function ArticleLink({ query, row }: { readonly row: NewsRow; readonly query: string }) {
  return (
    <li>
      <Link
        to="/help"
        search={{ id: String(row.id), ...(query === '' ? {} : { q: query }) }}
        className={classes.link}
        lang={localeOf(row.lang) ?? undefined}
      >
        <span className={classes.name}>{row.title}</span>
        <span className={classes.summary}>{row.summary}</span>
      </Link>
    </li>
  );
}

function NotSolved() {
  const { t } = useTranslation();
  return (
    <aside className={classes.notSolved} aria-label={t('help.notSolved')}>
      <div>
        <h2 className={classes.heading}>{t('help.notSolved')}</h2>
        <p className={classes.summary}>{t('help.notSolvedText')}</p>
      </div>
      <Link to="/personal/feedback" search={{ new: '1' }} className={classes.write}>
        {t('help.write')}
      </Link>
    </aside>
  );
}
