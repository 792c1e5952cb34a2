import { useTranslation } from 'react-i18next';
import classes from './turn-buttons.module.css';

interface TurnButtonsProps {
  /** The start cursors of the pages after the first, up to the current one. */
  readonly places: readonly string[];
  /** The start cursor of the next page; null when there is none. */
  readonly next: string | null;
  readonly onChange: (places: readonly string[]) => void;
}

/** Buttons for a list with cursor-based pages; nothing when there is only one page. */
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
