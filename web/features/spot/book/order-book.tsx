import type { Match } from '@bourse/contract/markets';
import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BookBody } from './book-body.tsx';
import { useBookChoices } from './book-choices.ts';
import { BookTools } from './book-tools.tsx';
import type { PricePick } from './price-pick.ts';
import { useRowsThatFit } from './rows-that-fit.ts';
import classes from './order-book.module.css';

interface OrderBookProps {
  readonly match: Match;
  readonly onPick: (pick: PricePick) => void;
}

/** The order book of a market: its settings, its column headers, and as many lines as fit. */
export const OrderBook = memo(function OrderBook({ match, onPick }: OrderBookProps) {
  const { t } = useTranslation();
  const { view, bars, factor, choose } = useBookChoices(match.id);
  const room = useRef<HTMLDivElement>(null);
  const rows = useRowsThatFit(room);
  const choice = useMemo(() => {
    const each = view === 'both' ? Math.floor(rows / 2) : rows;
    return { factor, bars, asks: view === 'bids' ? 0 : each, bids: view === 'asks' ? 0 : each };
  }, [rows, view, bars, factor]);
  return (
    <div className={classes.book}>
      <BookTools match={match} view={view} bars={bars} factor={factor} onChoose={choose} />
      <div className={classes.columns} aria-hidden="true">
        <span>{t('trade.priceIn', { currency: match.quote_currency_code })}</span>
        <span>{t('trade.amountIn', { currency: match.base_currency_code })}</span>
        <span>{t('trade.sumIn', { currency: match.base_currency_code })}</span>
      </div>
      <div ref={room} className={classes.room}>
        {rows > 0 && <BookBody key={`${match.id} ${factor} ${view}`} match={match} choice={choice} onPick={onPick} />}
      </div>
    </div>
  );
});
