import type { Match } from '@bourse/contract/markets';
import { memo, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { BookBoard, type BookLook } from './book-board.ts';
import type { BookLines } from './book-lines.ts';
import type { NamedLine, ShownLines } from './shown-lines.ts';
import classes from './order-book.module.css';

interface BookSideProps {
  readonly side: keyof BookLines;
  readonly match: Match;
  /** The number of lines that fit. */
  readonly room: number;
  /** Says why there are no lines; null while there are some. */
  readonly note: string | null;
  readonly shown: ShownLines;
  readonly look: BookLook;
  readonly pointed: NamedLine | null;
  /** Called with the board that renders the lines, and with null when it is unmounted. */
  readonly onBoard: (side: keyof BookLines, board: BookBoard | null) => void;
}

/**
 * One side as a table, the best price next to the middle. Space is reserved for missing lines. `BookBoard` fills in
 * rows and bars.
 */
export const BookSide = memo(function BookSide(props: BookSideProps) {
  const { side, match, room, note, shown, look, pointed, onBoard } = props;
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const firstLook = useRef(look);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const board = new BookBoard(element.current, side, firstLook.current);
    onBoard(side, board);
    return () => {
      onBoard(side, null);
      board.close();
    };
  }, [side, onBoard]);
  const style = { height: `calc(${room} * var(--line-height))` };
  return (
    <div className={classes.side} data-side={side}>
      <div ref={element} className={classes.sheet} style={style}>
        {note !== null && <p className={classes.none}>{note}</p>}
        {pointed?.side === side && <Reach price={pointed.price} side={side} shown={shown} />}
        <svg className={classes.bars} viewBox={`0 0 100 ${room}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={classes.lit} />
          <path className={classes.bar} />
        </svg>
        <table className={classes.lines} data-testid={side} aria-live="off">
          <caption className="visually-hidden">{t(`trade.${side}`)}</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('trade.price')}</th>
              <th scope="col">{t('trade.amount')}</th>
              <th scope="col">{t('trade.sumIn', { currency: match.base_currency_code })}</th>
            </tr>
          </thead>
          <tbody />
        </table>
      </div>
    </div>
  );
});

/** Highlights everything from the best price to the pointed line. */
function Reach({ side, price, shown }: NamedLine & Pick<BookSideProps, 'shown'>) {
  const lines = useSyncExternalStore(
    shown.subscribe,
    useCallback(() => shown.now()[side].findIndex((line) => line.price === price) + 1, [shown, side, price]),
  );
  if (lines === 0) return null;
  return <div className={classes.reach} style={{ height: `calc(${lines} * var(--line-height))` }} />;
}
