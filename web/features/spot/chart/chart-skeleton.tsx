import { useTranslation } from 'react-i18next';
import classes from './chart-skeleton.module.css';

const candles = Array.from({ length: 32 }, (_, at) => ({
  // Two sine waves of different length resemble a market, and are the same on every screen.
  top: 34 + 16 * Math.sin(at / 4.1) + 9 * Math.sin(at / 1.3),
  height: 9 + 6 * Math.abs(Math.sin(at * 1.7)),
  volume: 5 + 9 * Math.abs(Math.sin(at * 2.3)),
}));

/** A placeholder of candles while the chart loads. It fades in late, so that a quick load does not show it. */
export function ChartSkeleton() {
  const { t } = useTranslation();
  return (
    <output className={classes.veil} aria-label={t('common.loading')}>
      {candles.map(({ top, height, volume }, at) => (
        <span key={at} className={classes.candle}>
          <span style={{ top: `${top}%`, height: `${height}%` }} />
          <span style={{ bottom: 0, height: `${volume}%` }} />
        </span>
      ))}
    </output>
  );
}
