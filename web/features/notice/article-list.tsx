import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localeOf } from '../../app/i18n/languages.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import type { ArticlesState } from './use-articles.ts';
import classes from './article-list.module.css';

interface ArticleListProps {
  readonly state: ArticlesState;
  readonly category: number;
  /** The id of the open article. */
  readonly selected: number | null;
  readonly onChosen: () => void;
}

/** The articles of a category as links. */
export function ArticleList({ state, category, selected, onChosen }: ArticleListProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  if (state.failed) return <ErrorState onRetry={state.retry} />;
  if (state.rows === null) return <SkeletonRows count={5} height={60} />;
  if (state.rows.length === 0) return <EmptyState text={t('notice.none')} />;
  return (
    <nav aria-label={t('notice.all')}>
      <ul className={classes.list}>
        {state.rows.map(({ id, title, created_at, lang }) => (
          <li key={id}>
            <Link
              to="/notice"
              search={{ id: String(id), category_id: String(category) }}
              className={classes.row}
              aria-current={id === selected ? 'page' : undefined}
              onClick={onChosen}
            >
              <span className={classes.title} lang={localeOf(lang) ?? undefined}>
                {title}
              </span>
              <time className={classes.time} dateTime={new Date(created_at).toISOString()}>
                {figures.dateTime(created_at)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <PageButtons page={state.page} pages={state.pages} onChange={state.turn} />
    </nav>
  );
}
