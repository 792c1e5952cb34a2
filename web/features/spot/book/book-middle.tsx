import type { Match } from '@bourse/contract/markets';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useLive } from '../../../live/context.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Figure } from '../../../ui/figure.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { spreadOf, type BookSides } from './book-lines.ts';
import { lastMove } from './last-move.ts';
import type { PricePick } from './price-pick.ts';
import classes from './order-book.module.css';

interface BookMiddleProps {
  readonly match: Match;
  /** The best prices of the book on screen, updated when both sides are rendered. */
  readonly best: StoreApi<BookSides>;
  readonly onPick: (pick: PricePick) => void;
}

/** The middle of the book: the last price with its direction, and the spread. */
export const BookMiddle = memo(function BookMiddle({ match, best, onPick }: BookMiddleProps) {
  return (
    <div className={classes.middle}>
      <div className={classes.middleSheet}>
        <LastPrice match={match} onPick={onPick} />
        <Spread match={match} best={best} />
      </div>
    </div>
  );
});

const arrows = { up: '↑', down: '↓', flat: '' } as const;

function LastPrice({ match, onPick }: Omit<BookMiddleProps, 'best'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { tape, tickers } = useLive();
  const traded = useStore(tape.store, ({ symbol, rows }) => (symbol === match.symbol ? rows[0]?.price : undefined));
  const way = useStore(tape.store, ({ symbol, rows }) => (symbol === match.symbol ? lastMove(rows) : 'flat'));
  // The 24-hour quotation is used only until a trade is known.
  const price = useStore(
    tickers.store,
    (known) => traded ?? known[match.id]?.quotation.close ?? match.currency_quotation.close,
  );
  const names = { up: t('book.rising'), down: t('book.falling'), flat: t('book.unmoved') };
  return (
    <button
      type="button"
      className={classNames(classes.last, way)}
      title={names[way]}
      onClick={() => onPick({ price, side: way === 'down' ? 'sell' : 'buy', amount: null })}
    >
      <Figure value={price} decimals={match.price_decimals} figures={figures} />
      <span aria-hidden="true">{arrows[way]}</span>
      <span className="visually-hidden">{names[way]}</span>
    </button>
  );
}

function Spread({ match, best }: Omit<BookMiddleProps, 'onPick'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  // Selects the formatted text rather than the prices, which often move together.
  const amount = useStore(best, ({ asks, bids }) => {
    const spread = spreadOf(asks[0]?.price, bids[0]?.price);
    return spread === null ? null : figures.fixed(spread.amount, match.price_decimals);
  });
  const percent = useStore(best, ({ asks, bids }) => {
    const spread = spreadOf(asks[0]?.price, bids[0]?.price);
    return spread === null ? null : figures.fixedPercent(spread.percent, 3);
  });
  if (amount === null) return null;
  return (
    <span className={classes.spread} data-testid="spread">
      {t('trade.spread')}
      <span className="figures">{amount}</span>
      <span className="figures">{percent}</span>
    </span>
  );
}
