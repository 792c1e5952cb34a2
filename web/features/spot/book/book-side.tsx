import type { Match } from '@bourse/contract';
import { memo, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { Figure } from '../../../ui/figure.tsx';
import type { Figures } from '../../../ui/figures.ts';
import { groupedDecimals, type BookLine, type BookLines, type LineChoice } from './book-lines.ts';
import { flash } from './flash.ts';
import { placeRows } from './place-rows.ts';
import type { RowHandlers } from './row-focus.ts';
import { useRowPointer } from './row-pointer.ts';
import classes from './order-book.module.css';

/** What can be done with a line. */
export interface RowHands {
  readonly pick: (side: keyof BookLines, line: BookLine, withAmount: boolean) => void;
  readonly point: (side: keyof BookLines, line: BookLine, element: Element) => void;
  readonly leave: () => void;
}

interface BookSideProps {
  readonly side: keyof BookLines;
  readonly lines: readonly BookLine[];
  readonly match: Match;
  readonly choice: LineChoice;
  readonly figures: Figures;
  readonly hands: RowHands;
  readonly keys: RowHandlers;
  readonly tabStop: string;
  /** How many lines from the best price on are pointed at; 0 when none is. */
  readonly reach: number;
}

/** One side as a table, the best price next to the middle. Missing lines keep their place. */
export const BookSide = memo(function BookSide({
  side,
  lines,
  match,
  choice,
  figures,
  hands,
  keys,
  tabStop,
  reach,
}: BookSideProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const withLine = (row: string, work: (line: BookLine) => void): void => {
    const line = lines.find(({ price }) => row === nameOf(side, price));
    if (line !== undefined) work(line);
  };
  useRowPointer(body, {
    press: (row, event) => withLine(row, (line) => hands.pick(side, line, event.shiftKey)),
    enter: (row, element) => withLine(row, (line) => hands.point(side, line, element)),
    leave: hands.leave,
  });
  const settled = useRef(false);
  useLayoutEffect(() => {
    settled.current = true;
  }, []);
  useLayoutEffect(() => {
    placeRows(body.current, side === 'asks' ? 'bottom' : 'top');
  });
  const decimals = groupedDecimals(match, choice.factor);
  const ordered = side === 'asks' ? lines.toReversed() : lines;
  return (
    <div className={classes.side} data-side={side}>
      {reach > 0 && <div className={classes.reach} style={{ height: heightOf(reach) }} />}
      <table className={classes.lines} data-testid={side} aria-live="off">
        <caption className="visually-hidden">{t(`trade.${side}`)}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('trade.price')}</th>
            <th scope="col">{t('trade.amount')}</th>
            <th scope="col">{t('trade.sumIn', { currency: match.base_currency_code })}</th>
          </tr>
        </thead>
        <tbody ref={body} style={{ height: heightOf(choice[side]) }}>
          {ordered.map((line) => (
            <BookRow
              key={line.price}
              side={side}
              line={line}
              decimals={decimals}
              amountDecimals={match.amount_decimals}
              currency={match.base_currency_code}
              figures={figures}
              hands={hands}
              keys={keys}
              isTabStop={tabStop === nameOf(side, line.price)}
              settled={settled}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
});

function heightOf(lines: number): string {
  return `calc(${lines} * var(--line-height))`;
}

interface BookRowProps {
  readonly side: keyof BookLines;
  readonly line: BookLine;
  readonly decimals: number;
  readonly amountDecimals: number;
  readonly currency: string;
  readonly figures: Figures;
  readonly hands: RowHands;
  readonly keys: RowHandlers;
  readonly isTabStop: boolean;
  /** False while the side is drawn for the first time, when everything is new and nothing has changed. */
  readonly settled: RefObject<boolean>;
}

/** A line that says the same as before is the same object, so that this is not called again for it. */
const BookRow = memo(function BookRow(props: BookRowProps) {
  const { side, line, decimals, amountDecimals, currency, figures, hands, keys, isTabStop, settled } = props;
  const row = useRef<HTMLTableRowElement>(null);
  const latest = useRef(line);
  useLayoutEffect(() => {
    latest.current = line;
  }, [line]);
  useFlash(row, line.amount, settled);
  return (
    <tr ref={row} className={classes.row} data-side={side} style={{ backgroundSize: `${line.share}% 100%` }}>
      <td>
        <PriceButton
          side={side}
          price={line.price}
          own={line.own}
          line={latest}
          decimals={decimals}
          amountDecimals={amountDecimals}
          currency={currency}
          figures={figures}
          hands={hands}
          keys={keys}
          isTabStop={isTabStop}
        />
      </td>
      <td>
        <Figure value={line.amount} decimals={amountDecimals} figures={figures} />
      </td>
      <td>
        <Figure value={line.sum} decimals={amountDecimals} figures={figures} />
      </td>
    </tr>
  );
});

interface PriceButtonProps extends Omit<BookRowProps, 'line' | 'settled'> {
  readonly price: string;
  readonly own: string | null;
  /** The line as it was drawn last. */
  readonly line: RefObject<BookLine>;
}

/** What the keyboard and the readers of a screen take hold of. Its price is what a line keeps while its amounts change. */
const PriceButton = memo(function PriceButton(props: PriceButtonProps) {
  const { side, price, own, line, decimals, amountDecimals, currency, figures, hands, keys, isTabStop } = props;
  const { t } = useTranslation();
  const written = t('trade.usePrice', { price: figures.fixed(price, decimals) });
  const marked = own === null ? null : t('book.own', { amount: figures.trimmed(own, amountDecimals), currency });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.shiftKey) return keys.onKeyDown(event);
    event.preventDefault();
    return hands.pick(side, line.current, true);
  };
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(classes.price, side === 'asks' ? 'down' : 'up')}
      aria-label={marked === null ? written : `${written}, ${marked}`}
      title={marked ?? undefined}
      data-row={nameOf(side, price)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        keys.onFocus(event);
        hands.point(side, line.current, event.currentTarget);
      }}
      onBlur={() => {
        keys.onBlur();
        hands.leave();
      }}
    >
      {marked !== null && <span className={classes.own} aria-hidden="true" />}
      <Figure value={price} decimals={decimals} figures={figures} />
    </button>
  );
});

/** What a row is called among those of both sides. */
function nameOf(side: keyof BookLines, price: string): string {
  return `${side} ${price}`;
}

/** Flashes a row whose amount has changed, and one that is new; the row at the end is only one that has come into sight. */
function useFlash(row: RefObject<HTMLTableRowElement | null>, amount: string, settled: RefObject<boolean>): void {
  const known = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = known.current;
    known.current = amount;
    const element = row.current;
    if (element === null || before === amount || !settled.current) return;
    const beyond = element.dataset['side'] === 'asks' ? element.previousElementSibling : element.nextElementSibling;
    if (before !== null || beyond !== null) flash(element);
  }, [row, amount, settled]);
}
