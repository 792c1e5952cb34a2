import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import classes from './states.module.css';

/** The state of an empty list: one sentence and the next step. */
export function EmptyState({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** A failed load: a message and a button to retry. */
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

/** Says that data is stale, or that it does not change because the exchange is closed. */
export function StaleNote({ closed = false }: { readonly closed?: boolean }) {
  const { t } = useTranslation();
  return <output className={classes.stale}>{t(closed ? 'common.closed' : 'common.stale')}</output>;
}

/** A placeholder for a text that is loading, of the text's width. */
export function SkeletonText({ width }: { readonly width: number | string }) {
  return <span className={classes.bone} style={{ width }} />;
}

/** Placeholder rows as high as the loaded rows, announced to screen readers. */
export function SkeletonRows({ count, height = 20 }: { readonly count: number; readonly height?: number }) {
  const { t } = useTranslation();
  return (
    <>
      <output className="visually-hidden">{t('common.loading')}</output>
      <Bones count={count} height={height} />
    </>
  );
}

/**
 * The room of a placeholder whose content may have any height. It is as high as the viewport, so that nothing below it
 * is visible before the content has decided where it is.
 */
export function LoadingRoom({ children }: { readonly children: ReactNode }) {
  return <div className={classes.room}>{children}</div>;
}

/** Placeholder rows where another element already announces the loading. */
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
