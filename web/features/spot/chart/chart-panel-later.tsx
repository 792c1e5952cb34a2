import type { Match } from '@bourse/contract/markets';
import { lazy, Suspense } from 'react';
import { ChartSkeleton } from './chart-skeleton.tsx';
import classes from './chart-panel.module.css';

/**
 * The library that draws is the heaviest part of the page, and nothing else of the screen has to wait for it. It is
 * asked for at once, while the markets still come; whether it came is told where it is shown.
 */
const coming = import('./chart-panel.tsx');
coming.catch(() => undefined);

const Loaded = lazy(async () => ({ default: (await coming).ChartPanel }));

/** The chart of a market with its periods and tools. Its place is kept while it is fetched. */
export function ChartPanel({ match }: { readonly match: Match }) {
  return (
    <Suspense
      fallback={
        <div className={classes.panel}>
          <div className={classes.bar} />
          <div className={classes.frame}>
            <ChartSkeleton />
          </div>
        </div>
      }
    >
      <Loaded match={match} />
    </Suspense>
  );
}
