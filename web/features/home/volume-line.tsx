import type { MatchGroup } from '@bourse/contract/markets';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { marketVolumeUnit } from '../../app/i18n/languages.ts';
import { useLive } from '../../live/context.tsx';
import { SkeletonText } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { marketVolume } from './market-volume.ts';
import classes from './volume-line.module.css';

/** The volume changes with every trade; it is updated at most this often, in milliseconds. */
const everyMs = 1_000;

/**
 * The total volume of the last 24 hours, in the unit customary for the user's language. Its space is reserved while
 * loading.
 */
export function MarketVolume({ groups }: { readonly groups: readonly MatchGroup[] | null }) {
  if (groups !== null) return <Volume groups={groups} />;
  return (
    <p className={classes.volume} aria-hidden="true">
      <SkeletonText width={200} />
    </p>
  );
}

function Volume({ groups }: { readonly groups: readonly MatchGroup[] }) {
  const { t } = useTranslation();
  const { tickers } = useLive();
  const figures = useFigures();
  const unit = marketVolumeUnit(figures.locale);
  const [volume, setVolume] = useState(() => marketVolume(groups, tickers.store.getState(), unit));
  useEffect(() => {
    const timer = setInterval(() => setVolume(marketVolume(groups, tickers.store.getState(), unit)), everyMs);
    return () => clearInterval(timer);
  }, [groups, tickers, unit]);
  if (volume === null) return null;
  return (
    <p className={classes.volume}>
      <span>{t('home.marketVolume', { unit })}</span>
      <span className={classes.figure}>{figures.fixed(volume, unit === 'BTC' ? 2 : 0)}</span>
    </p>
  );
}
