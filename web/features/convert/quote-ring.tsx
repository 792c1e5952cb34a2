import { useTranslation } from 'react-i18next';
import classes from './convert.module.css';

const radius = 15;
const length = 2 * Math.PI * radius;

/** The remaining seconds of a quote as a number in a ring that empties. */
export function QuoteRing({ left, of }: { readonly left: number; readonly of: number }) {
  const { t } = useTranslation();
  const filled = of === 0 ? 0 : Math.min(1, left / of);
  return (
    <span className={classes.ring} role="timer" aria-label={t('convert.secondsLeft', { count: left })}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
        <circle className={classes.track} cx="18" cy="18" r={radius} />
        <circle
          className={classes.arc}
          cx="18"
          cy="18"
          r={radius}
          strokeDasharray={length}
          strokeDashoffset={length * (1 - filled)}
        />
      </svg>
      <span className="figures" aria-hidden="true">
        {left}
      </span>
    </span>
  );
}
