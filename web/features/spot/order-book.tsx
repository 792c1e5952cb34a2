import type { Match } from '@bourse/contract';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure } from '../../ui/figure.tsx';
import { directionOf, type Figures } from '../../ui/figures.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useQuotation } from '../markets/market-catalogue.ts';
import { bookLines, groupedDecimals, groupings, spreadOf, type BookLine } from './book-rows.ts';
import type { Side } from './order-form.ts';
import classes from './order-book.module.css';

interface OrderBookProps {
  readonly match: Match;
  /** How many lines each side has; missing ones keep their place. */
  readonly lines: number;
  /** A price was picked, and the side on which it could be traded at once. */
  readonly onPrice: (price: string, side: Side) => void;
}

export const OrderBook = memo(function OrderBook({ match, lines, onPrice }: OrderBookProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { book } = useStore(useLive().depth.store);
  const [chosenStep, setChosenStep] = useState<{ matchId: number; step: string } | null>(null);
  const step = chosenStep?.matchId === match.id ? chosenStep.step : match.price_step;
  const shown = useMemo(
    () => bookLines(book.asks, book.bids, step, match.price_step, lines),
    [book, step, match.price_step, lines],
  );
  const decimals = groupedDecimals(step, match.price_step, match.price_decimals);
  const loading = book.sequence === null && book.asks.length === 0 && book.bids.length === 0;
  const empty = !loading && shown.asks.length === 0 && shown.bids.length === 0;
  const side = { lines, match, figures, decimals, onPrice };

  return (
    <div className={classes.book}>
      <div className={classes.columns} aria-hidden="true">
        <span>{t('trade.priceIn', { currency: match.quote_currency_code })}</span>
        <span>{t('trade.amountIn', { currency: match.base_currency_code })}</span>
        <span>{t('trade.sumIn', { currency: match.base_currency_code })}</span>
      </div>
      {loading && <SkeletonRows count={lines * 2 + 2} />}
      {empty && <EmptyState text={t('trade.bookEmpty')} />}
      {!loading && !empty && (
        <>
          <BookSide {...side} caption={t('trade.asks')} kind="ask" rows={shown.asks} />
          <Middle match={match} figures={figures}>
            <GroupingChoice
              steps={groupings(match.price_step, book.bids[0]?.price ?? '0')}
              value={step}
              figures={figures}
              onChoose={(chosen) => setChosenStep({ matchId: match.id, step: chosen })}
            />
          </Middle>
          <BookSide {...side} caption={t('trade.bids')} kind="bid" rows={shown.bids} />
        </>
      )}
    </div>
  );
});

interface BookSideProps extends Omit<OrderBookProps, 'onPrice'> {
  readonly caption: string;
  readonly kind: 'ask' | 'bid';
  readonly rows: readonly BookLine[];
  readonly figures: Figures;
  readonly decimals: number;
  readonly onPrice: OrderBookProps['onPrice'];
}

/** One side as a table, the best price next to the middle. */
function BookSide({ caption, kind, rows, lines, match, figures, decimals, onPrice }: BookSideProps) {
  const { t } = useTranslation();
  const missing = Array.from({ length: Math.max(0, lines - rows.length) }, (_, index) => index);
  const ordered = kind === 'ask' ? rows.toReversed() : rows;
  const blanks = missing.map((index) => (
    <tr key={`blank-${index}`} className={classes.row} aria-hidden="true">
      <td>{'\u00a0'}</td>
    </tr>
  ));
  return (
    <table className={classes.side} aria-live="off" data-testid={kind === 'ask' ? 'asks' : 'bids'}>
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('trade.price')}</th>
          <th scope="col">{t('trade.amount')}</th>
          <th scope="col">{t('trade.sumIn', { currency: match.base_currency_code })}</th>
        </tr>
      </thead>
      <tbody>
        {kind === 'ask' && blanks}
        {ordered.map((row) => (
          <BookRow
            key={row.price}
            kind={kind}
            price={row.price}
            amount={row.amount}
            sum={row.sum}
            share={row.share}
            decimals={decimals}
            amountDecimals={match.amount_decimals}
            figures={figures}
            onPrice={onPrice}
          />
        ))}
        {kind === 'bid' && blanks}
      </tbody>
    </table>
  );
}

interface BookRowProps extends BookLine {
  readonly kind: 'ask' | 'bid';
  readonly decimals: number;
  readonly amountDecimals: number;
  readonly figures: Figures;
  readonly onPrice: OrderBookProps['onPrice'];
}

const BookRow = memo(function BookRow({
  kind,
  price,
  amount,
  sum,
  share,
  decimals,
  amountDecimals,
  figures,
  onPrice,
}: BookRowProps) {
  const { t } = useTranslation();
  const written = figures.fixed(price, decimals);
  return (
    <tr className={classes.row} data-kind={kind}>
      <td>
        <button
          type="button"
          tabIndex={-1}
          className={classNames(classes.price, kind === 'ask' ? 'down' : 'up')}
          aria-label={t('trade.usePrice', { price: written })}
          onClick={() => onPrice(price, kind === 'ask' ? 'buy' : 'sell')}
        >
          <Figure value={price} decimals={decimals} figures={figures} />
        </button>
        <span className={classes.depth} style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
      </td>
      <td>
        <Figure value={amount} decimals={amountDecimals} figures={figures} />
      </td>
      <td>
        <Figure value={sum} decimals={amountDecimals} figures={figures} />
      </td>
    </tr>
  );
});

interface MiddleProps {
  readonly match: Match;
  readonly figures: Figures;
  readonly children: React.ReactNode;
}

/** Between the sides: the last price with its direction over the day, and the spread. */
function Middle({ match, figures, children }: MiddleProps) {
  const { t } = useTranslation();
  const quotation = useQuotation(match);
  const { asks, bids } = useStore(useLive().depth.store, (view) => view.book);
  const spread = spreadOf(asks[0], bids[0]);
  const direction = directionOf(quotation.change);
  const arrow = { up: '↑', down: '↓', flat: '' }[direction];
  return (
    <div className={classes.middle}>
      <span className={classNames(classes.last, direction)}>
        <Figure value={quotation.close} decimals={match.price_decimals} figures={figures} />
        <span aria-hidden="true">{arrow}</span>
      </span>
      {spread !== null && (
        <span className={classes.spread} title={`${figures.fixed(spread.percent, 3)}%`}>
          {`${t('trade.spread')} `}
          <span className="figures">{figures.fixed(spread.amount, match.price_decimals)}</span>
        </span>
      )}
      {children}
    </div>
  );
}

interface GroupingChoiceProps {
  readonly steps: readonly string[];
  readonly value: string;
  readonly figures: Figures;
  readonly onChoose: (step: string) => void;
}

function GroupingChoice({ steps, value, figures, onChoose }: GroupingChoiceProps) {
  const { t } = useTranslation();
  const choices = steps.includes(value) ? steps : [value, ...steps];
  return (
    <select
      className={classes.grouping}
      aria-label={t('trade.grouping')}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {choices.map((step) => (
        <option key={step} value={step}>
          {figures.trimmed(step, 8)}
        </option>
      ))}
    </select>
  );
}
