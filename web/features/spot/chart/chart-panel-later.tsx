import { lazy, Suspense, type ComponentProps } from 'react';
import { ChartSkeleton } from './chart-skeleton.tsx';
import classes from './chart-panel.module.css';

/**
 * The chart library is the largest script of the page, and nothing else on the screen depends on it. Its loading starts
 * immediately, while the markets are still loading; a failure surfaces where the chart is rendered.
 */
const coming = import('./chart-panel.tsx');
coming.catch(() => undefined);

type ChartPanelProps = ComponentProps<Awaited<typeof coming>['ChartPanel']>;

const Loaded = lazy(async () => ({ default: (await coming).ChartPanel }));

/** The chart of a market with its periods and tools. Space is reserved while it loads. */
export function ChartPanel(props: ChartPanelProps) {
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
      <Loaded {...props} />
    </Suspense>
  );
}
