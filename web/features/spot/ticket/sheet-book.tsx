import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { noFigure } from '../../../ui/figures.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import type { PricePick } from '../book/price-pick.ts';
import classes from './sheet-book.module.css';

interface SheetBookProps {
  readonly match: Match;
  readonly onPick: (pick: PricePick) => void;
}

/** The number of levels on each side. */
const levels = [0, 1, 2, 3] as const;

/** The best levels of the book above the form of a phone, bids beside asks. Each fills in its price when tapped. */
export function SheetBook({ match, onPick }: SheetBookProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t('trade.book')} className={classes.book}>
      <p className={classes.head} aria-hidden="true">
        <span>{t('trade.amount')}</span>
        <span>{t('trade.price')}</span>
        <span>{t('trade.amount')}</span>
      </p>
      {levels.map((level) => (
        <div key={level} className={classes.line}>
          <Level match={match} side="bids" level={level} onPick={onPick} />
          <Level match={match} side="asks" level={level} onPick={onPick} />
        </div>
      ))}
    </div>
  );
}

interface LevelProps extends SheetBookProps {
  readonly side: 'bids' | 'asks';
  readonly level: number;
}

/** A level renders when its price or amount changes. */
function Level({ match, side, level, onPick }: LevelProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { depth } = useLive();
  const price = useStore(depth.store, ({ symbol, book }) =>
    symbol === match.symbol ? book[side][level]?.price : undefined,
  );
  const amount = useStore(depth.store, ({ symbol, book }) =>
    symbol === match.symbol ? book[side][level]?.amount : undefined,
  );
  if (price === undefined || amount === undefined) {
    return <span className={classNames(classes.level, classes[side])}>{noFigure}</span>;
  }
  const written = figures.fixed(price, match.price_decimals);
  return (
    <button
      type="button"
      className={classNames(classes.level, classes[side], 'figures')}
      aria-label={t('trade.usePrice', { price: written })}
      onClick={() => onPick({ price, side: side === 'asks' ? 'buy' : 'sell', amount: null })}
    >
      <span className={side === 'asks' ? 'down' : 'up'}>{written}</span>
      <span>{figures.trimmed(amount, match.amount_decimals)}</span>
    </button>
  );
}
