import { noFigure } from '../../ui/figures.ts';
import { Figure as SharedFigure } from '../../ui/figure.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { coarseDuration } from './duration.ts';
import { useNow } from './use-now.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './figures.module.css';

/** A number in digits of equal width: exactly `decimals` decimals, or all of them. Null is shown as a dash. */
export function Figure({ value, decimals }: { readonly value: string | number | null; readonly decimals?: number }) {
  const figures = useFigures();
  if (value === null) return <span className={classes.none}>{noFigure}</span>;
  if (decimals !== undefined) return <SharedFigure value={String(value)} decimals={decimals} figures={figures} />;
  return <span className="figures">{figures.trimmed(String(value), 18)}</span>;
}

/** An amount of money with its currency. */
export function Amount({ value, currency }: { readonly value: string | number | null; readonly currency: string }) {
  return (
    <span className={classes.amount}>
      <Figure value={value} /> <span className={classes.unit}>{currency}</span>
    </span>
  );
}

/** A time in UTC, and how long ago or until then. Times are epoch milliseconds; null is shown as a dash. */
export function Time({ at, only }: { readonly at: number | null; readonly only?: 'absolute' | 'relative' }) {
  const t = useTexts();
  const figures = useFigures();
  const now = useNow();
  if (at === null) return <span className={classes.none}>{noFigure}</span>;
  const absolute = figures.dateTime(at);
  const away = coarseDuration(Math.abs(now - at));
  const relative = Math.abs(now - at) < 10_000 ? t('time.now') : at < now ? `−${away}` : `+${away}`;
  return (
    <time dateTime={new Date(at).toISOString()} title={t('time.utc', { time: absolute })} className={classes.time}>
      {only !== 'relative' && <span className="figures">{absolute}</span>}
      {only !== 'absolute' && <span className={only === 'relative' ? 'figures' : classes.relative}>{relative}</span>}
    </time>
  );
}
