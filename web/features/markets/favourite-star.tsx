import type { Match } from '@bourse/contract/markets';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFavourite } from './favourites.ts';
import classes from './favourite-star.module.css';

interface FavouriteStarProps {
  readonly match: Pick<Match, 'id' | 'symbol'>;
  readonly tabIndex?: 0 | -1;
}

/** Stars or unstars a market. */
export function FavouriteStar({ match: { id, symbol }, tabIndex }: FavouriteStarProps) {
  const { t } = useTranslation();
  const { starred, toggle } = useFavourite(id);
  const Icon = starred ? IconStarFilled : IconStar;
  const label = starred ? t('favourites.remove', { symbol }) : t('favourites.add', { symbol });
  return (
    <button
      type="button"
      className={classes.star}
      data-starred={starred}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={toggle}
    >
      <Icon size={14} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
