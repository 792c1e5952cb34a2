import { useFigures } from '../../ui/use-figures.ts';
import classes from './own-svg-line.module.css';

interface Point {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: number;
}

interface OwnSvgLineProps {
  readonly points: readonly Point[];
  /** The meaning of the line, for screen readers. */
  readonly label: string;
  readonly height?: number;
  readonly format?: (value: number) => string;
}

const viewWidth = 400;
const viewHeight = 100;

/** A line over time with its lowest and highest value and its first and last time. */
export function OwnSvgLine({ points, label, height = 120, format = String }: OwnSvgLineProps) {
  const figures = useFigures();
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const low = Math.min(...points.map(({ value }) => value));
  const high = Math.max(...points.map(({ value }) => value));
  return (
    <figure className={classes.chart} aria-label={label}>
      <div className={classes.values}>
        <span className="figures">{format(high)}</span>
        <span className="figures">{format(low)}</span>
      </div>
      <svg
        aria-hidden="true"
        className={classes.plot}
        height={height}
        viewBox={`0 0 ${viewWidth} ${viewHeight}`}
        preserveAspectRatio="none"
      >
        <polyline className={classes.line} points={pointsText(points, low, high)} />
      </svg>
      <div className={classes.times}>
        <span className="figures">{figures.dateTime(first.at)}</span>
        <span className="figures">{figures.dateTime(last.at)}</span>
      </div>
    </figure>
  );
}

/** The corners of the line; a level line runs through the middle. */
function pointsText(points: readonly Point[], low: number, high: number): string {
  const start = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - start;
  return points
    .map(({ at, value }) => {
      const x = span === 0 ? 0 : ((at - start) / span) * viewWidth;
      const y = high === low ? viewHeight / 2 : viewHeight - ((value - low) / (high - low)) * viewHeight;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
