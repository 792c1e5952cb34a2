import type { Match } from '@bourse/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Figure } from '../../../ui/figure.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { useQuotation } from '../../markets/market-catalogue.ts';
import { spreadOf } from './book-lines.ts';
import { lastMove } from './last-move.ts';
import type { PricePick } from './price-pick.ts';
import classes from './order-book.module.css';

interface BookMiddleProps {
  readonly match: Match;
  readonly onPick: (pick: PricePick) => void;
}

/** Between the sides: the last price with the way it went, and the gap between the best prices. */
export const BookMiddle = memo(function BookMiddle({ match, onPick }: BookMiddleProps) {
  return (
    <div className={classes.middle}>
      <LastPrice match={match} onPick={onPick} />
      <Spread match={match} />
    </div>
  );
});

const arrows = { up: '↑', down: '↓', flat: '' } as const;

function LastPrice({ match, onPick }: BookMiddleProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { tape } = useLive();
  const quotation = useQuotation(match);
  const traded = useStore(tape.store, ({ symbol, rows }) => (symbol === match.symbol ? rows[0]?.price : undefined));
  const way = useStore(tape.store, ({ symbol, rows }) => (symbol === match.symbol ? lastMove(rows) : 'flat'));
  const price = traded ?? quotation.close;
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

function Spread({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { depth } = useLive();
  const ask = useStore(depth.store, ({ book }) => book.asks[0]?.price);
  const bid = useStore(depth.store, ({ book }) => book.bids[0]?.price);
  const spread = spreadOf(ask, bid);
  if (spread === null) return null;
  return (
    <span className={classes.spread} data-testid="spread">
      {t('trade.spread')}
      <span className="figures">{figures.fixed(spread.amount, match.price_decimals)}</span>
      <span className="figures">{`${figures.fixed(spread.percent, 3)}%`}</span>
    </span>
  );
}
