import { tapeLength, type Match, type TapeRow } from '@bourse/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { Figure } from '../../ui/figure.tsx';
import type { Figures } from '../../ui/figures.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './trades.module.css';

/** The latest thirty trades. Green is a buy by the taker; the side is also there in words for those who cannot see it. */
export const Trades = memo(function Trades({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { loaded, rows } = useStore(useLive().tape.store);
  return (
    <div className={classes.tape}>
      {!loaded && <SkeletonRows count={tapeLength + 1} />}
      {loaded && rows.length === 0 && <EmptyState text={t('trade.tapeEmpty')} />}
      {loaded && rows.length > 0 && (
        <table className={classes.table} aria-live="off" data-testid="tape">
          <caption className="visually-hidden">{t('trade.tapeCaption')}</caption>
          <thead>
            <tr className={classes.head}>
              <th scope="col">{t('trade.priceIn', { currency: match.quote_currency_code })}</th>
              <th scope="col">{t('trade.amountIn', { currency: match.base_currency_code })}</th>
              <th scope="col">{t('trade.time')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TradeRow key={row.id} row={row} match={match} figures={figures} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
});

interface TradeRowProps {
  readonly row: TapeRow;
  readonly match: Match;
  readonly figures: Figures;
}

const TradeRow = memo(function TradeRow({ row, match, figures }: TradeRowProps) {
  const { t } = useTranslation();
  const bought = row.way === 2;
  return (
    <tr className={classes.row} data-way={bought ? 'buy' : 'sell'}>
      <td className={bought ? 'up' : 'down'}>
        <span className="visually-hidden">{bought ? t('trade.bought') : t('trade.sold')}</span>
        <Figure value={row.price} decimals={match.price_decimals} figures={figures} />
      </td>
      <td>
        <Figure value={row.amount} decimals={match.amount_decimals} figures={figures} />
      </td>
      <td className={classes.time}>
        <time className="figures" dateTime={new Date(row.time).toISOString()} title={figures.dateTime(row.time)}>
          {figures.time(row.time)}
        </time>
      </td>
    </tr>
  );
});
