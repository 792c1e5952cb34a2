import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import classes from './states.module.css';

/** Nothing is there: one sentence that says so, and the next step. */
export function EmptyState({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Something could not be loaded: what, and a way to try again. */
export function ErrorState({ text, onRetry }: { readonly text?: string; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.state} role="alert">
      <p>{text ?? t('common.loadFailed')}</p>
      <Button look="plain" size="dense" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

/** Says that data is late, or that it does not change because the exchange is closed. */
export function StaleNote({ closed = false }: { readonly closed?: boolean }) {
  const { t } = useTranslation();
  return <output className={classes.stale}>{t(closed ? 'common.closed' : 'common.stale')}</output>;
}

/** A piece of text that is still loading, as wide as it will be. */
export function SkeletonText({ width }: { readonly width: number | string }) {
  return <span className={classes.bone} style={{ width }} />;
}

/** Rows of the height that the loaded rows will have. */
export function SkeletonRows({ count, height = 20 }: { readonly count: number; readonly height?: number }) {
  const { t } = useTranslation();
  return (
    <>
      <output className="visually-hidden">{t('common.loading')}</output>
      <Bones count={count} height={height} />
    </>
  );
}

/** The same in a place of which something else says that it is loading. */
export function Bones({ count, height = 20 }: { readonly count: number; readonly height?: number }) {
  return (
    <div className={classes.rows}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.row} style={{ height }}>
          <SkeletonText width={`${28 + ((index * 7) % 13)}%`} />
          <SkeletonText width={`${20 + ((index * 5) % 11)}%`} />
        </div>
      ))}
    </div>
  );
}
