import { tapeLength, type Match, type TapeRow } from '@bourse/contract';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { Figure } from '../../../ui/figure.tsx';
import type { Figures } from '../../../ui/figures.ts';
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { flash } from './flash.ts';
import { placeRows } from './place-rows.ts';
import type { PricePick } from './price-pick.ts';
import { useRowFocus, type RowHandlers } from './row-focus.ts';
import { useRowPointer } from './row-pointer.ts';
import classes from './trades.module.css';

interface TradesProps {
  readonly match: Match;
  readonly onPick: (pick: PricePick) => void;
}

/** The latest thirty trades. The arrow and the colour are the side of the taker, which is also there in words. */
export const Trades = memo(function Trades({ match, onPick }: TradesProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { symbol, loaded, knownFrom, rows } = useStore(useLive().tape.store);
  const tape = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    placeRows(body.current, 'top');
  });
  const names = useMemo(() => rows.map(({ id }) => String(id)), [rows]);
  const [tabStop, keys] = useRowFocus(tape, names, names[0] ?? '');
  useRowPointer(tape, {
    press: (name) => {
      const row = rows.find(({ id }) => String(id) === name);
      if (row !== undefined) onPick({ price: row.price, side: row.way === 2 ? 'buy' : 'sell', amount: null });
    },
  });
  if (!loaded || symbol !== match.symbol) {
    return (
      <div ref={tape} className={classes.tape}>
        <SkeletonRows count={tapeLength + 1} />
      </div>
    );
  }
  if (rows.length === 0) {
    return (
      <div ref={tape} className={classes.tape}>
        <EmptyState text={t('trade.tapeEmpty')} />
      </div>
    );
  }
  return (
    <div ref={tape} className={classes.tape} role="group" aria-label={t('trade.tape')}>
      <table className={classes.table} aria-live="off" data-testid="tape">
        <caption className="visually-hidden">{t('trade.tapeCaption')}</caption>
        <thead>
          <tr className={classes.head}>
            <th scope="col">{t('trade.priceIn', { currency: match.quote_currency_code })}</th>
            <th scope="col">{t('trade.amountIn', { currency: match.base_currency_code })}</th>
            <th scope="col">{t('trade.time')}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <TradeRow
              key={row.id}
              row={row}
              match={match}
              figures={figures}
              isNew={row.id > knownFrom}
              isTabStop={String(row.id) === tabStop}
              keys={keys}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

interface TradeRowProps {
  readonly row: TapeRow;
  readonly match: Match;
  readonly figures: Figures;
  /** Whether it happened while the tape was on screen. */
  readonly isNew: boolean;
  readonly isTabStop: boolean;
  readonly keys: RowHandlers;
}

const TradeRow = memo(function TradeRow({ row, match, figures, isNew, isTabStop, keys }: TradeRowProps) {
  const { t } = useTranslation();
  const bought = row.way === 2;
  const line = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    if (isNew && line.current !== null) flash(line.current);
  }, [isNew]);
  return (
    <tr ref={line} className={classes.row} data-way={bought ? 'buy' : 'sell'}>
      <td className={bought ? 'up' : 'down'}>
        <span className={classes.way} aria-hidden="true">
          {bought ? '↑' : '↓'}
        </span>
        <span className="visually-hidden">{bought ? t('trade.bought') : t('trade.sold')}</span>
        <button
          type="button"
          tabIndex={isTabStop ? 0 : -1}
          className={classes.price}
          data-row={row.id}
          {...keys}
          aria-label={t('trade.usePrice', { price: figures.fixed(row.price, match.price_decimals) })}
        >
          <Figure value={row.price} decimals={match.price_decimals} figures={figures} />
        </button>
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
