import { sparklinePoints } from '@bourse/contract/markets';
import { memo, useMemo } from 'react';
import { sparklineHeight, sparklinePath } from './sparkline-path.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** The closing prices, oldest first, as in the `market/sparklines` response. */
  readonly closes: readonly string[];
  readonly direction: 'up' | 'down' | 'flat';
}

/**
 * The prices of the last 24 hours as a small line that fills its container. Hidden from screen readers, because the
 * numbers beside it say the same.
 */
export const Sparkline = memo(function Sparkline({ closes, direction }: SparklineProps) {
  const path = useMemo(() => sparklinePath(closes, sparklinePoints), [closes]);
  return (
    <svg
      className={classes.line}
      data-direction={direction}
      viewBox={`0 0 ${sparklinePoints - 1} ${sparklineHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {path !== '' && <path d={path} />}
    </svg>
  );
});
