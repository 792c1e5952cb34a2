import { useTranslation } from 'react-i18next';
import classes from './turn-buttons.module.css';

interface TurnButtonsProps {
  /** Where the pages after the first begin, up to the one that is shown. */
  readonly places: readonly string[];
  /** Where the following page begins; null when there is none. */
  readonly next: string | null;
  readonly onChange: (places: readonly string[]) => void;
}

/** Leafs through a list whose pages have no numbers; nothing where one page holds it all. */
export function TurnButtons({ places, next, onChange }: TurnButtonsProps) {
  const { t } = useTranslation();
  if (places.length === 0 && next === null) return null;
  return (
    <div className={classes.turn}>
      <button type="button" disabled={places.length === 0} onClick={() => onChange(places.slice(0, -1))}>
        {t('orders.newer')}
      </button>
      <button type="button" disabled={next === null} onClick={() => next !== null && onChange([...places, next])}>
        {t('orders.older')}
      </button>
    </div>
  );
}
