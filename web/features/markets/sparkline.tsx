import { sparklinePoints } from '@bourse/contract/markets';
import { memo, useMemo } from 'react';
import { sparklineHeight, sparklinePath } from './sparkline-path.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  /** Oldest first, as `market/sparklines` gives them. */
  readonly closes: readonly string[];
  readonly direction: 'up' | 'down' | 'flat';
}

/**
 * The last 24 hours as a small line, as large as its place. It only pictures what the figures beside it say, so it is
 * hidden from screen readers.
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
