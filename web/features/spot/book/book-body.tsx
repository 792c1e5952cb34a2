import type { Match } from '@bourse/contract/markets';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isFollowed } from '../../../live/book.ts';
import { useLive } from '../../../live/context.tsx';
import type { DepthView } from '../../../live/feeds/depth.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import type { BookBoard, BookLook } from './book-board.ts';
import { groupedDecimals, type BookLines, type BookSides, type LineChoice } from './book-lines.ts';
import { BookMiddle } from './book-middle.tsx';
import { BookSide } from './book-side.tsx';
import { LevelTip } from './level-tip.tsx';
import { useOwnOrders } from './own-orders.ts';
import type { PricePick } from './price-pick.ts';
import { useRowPointer } from './row-pointer.ts';
import { RowWalk } from './row-walk.ts';
import { followLines, lineNamed, rowNameOf, type NamedLine, type ShownLines } from './shown-lines.ts';
import { SidesInTurn } from './sides-in-turn.ts';
import classes from './order-book.module.css';

interface BookBodyProps {
  readonly match: Match;
  readonly choice: LineChoice;
  readonly onPick: (pick: PricePick) => void;
}

/** A line by side and price, and its place on the screen. */
export interface PointedLine extends NamedLine {
  readonly place: DOMRect;
}

/** Both sides of the book around the last price, or its loading or empty state. */
export function BookBody(props: BookBodyProps) {
  const { match, choice } = props;
  const { t } = useTranslation();
  const state = useStore(useLive().depth.store, (known) => stateOf(known, match.symbol));
  if (state === 'loading') return <SkeletonRows count={choice.asks + choice.bids} />;
  if (state === 'empty') return <EmptyState text={t('trade.bookEmpty')} />;
  return <BookLevels {...props} waiting={state === 'waiting'} />;
}

/** The lines are rendered outside React, which renders only the pointed line and the settings. */
function BookLevels({ match, choice, onPick, waiting }: BookBodyProps & { readonly waiting: boolean }) {
  const { t } = useTranslation();
  const hint = useId();
  const body = useRef<HTMLDivElement>(null);
  const boards = useRef(new Map<keyof BookLines, BookBoard>());
  const { depth } = useLive();
  const own = useOwnOrders(match);
  const shown = useMemo(() => followLines(depth.store, match, own, choice), [depth, match, own, choice]);
  const look = useBookLook(match, choice.factor);
  const [pointed, setPointed] = useState<PointedLine | null>(null);
  const point = (row: string, element: Element): void => {
    setPointed({ ...lineNamed(row), place: (element.closest('tr') ?? element).getBoundingClientRect() });
  };
  const leave = (): void => setPointed(null);
  // Uses the line as the user saw it, even if it has changed since.
  const pick = (row: string, withAmount: boolean): void => {
    const { side, price } = lineNamed(row);
    const line = boards.current.get(side)?.at(price);
    if (line === undefined) return;
    onPick({ price, side: side === 'asks' ? 'buy' : 'sell', amount: withAmount ? line.sum : null });
  };
  useRowPointer(body, { press: (row, event) => pick(row, event.shiftKey), enter: point, leave });
  const [whole] = useState(() => createStore(() => sidesOf(depth.store)));
  const onWhole = useCallback(() => whole.setState(sidesOf(depth.store), true), [whole, depth]);
  useDrawnLines({ body, boards, shown, look, onWhole }, { point, leave, pick });
  const onBoard = useCallback((name: keyof BookLines, board: BookBoard | null) => {
    if (board === null) boards.current.delete(name);
    else boards.current.set(name, board);
  }, []);
  const empty = {
    asks: useStore(depth.store, ({ book }) => book.asks.length === 0),
    bids: useStore(depth.store, ({ book }) => book.bids.length === 0),
  };
  const notes = {
    asks: match.sell_blocked ? t('trade.remind') : t('book.noAsks'),
    bids: t('book.noBids'),
  };
  const side = { match, shown, look, pointed, onBoard };
  return (
    <div
      ref={body}
      role="group"
      aria-label={t('trade.book')}
      aria-describedby={hint}
      className={classNames(classes.body, waiting && classes.waiting)}
      aria-busy={waiting}
    >
      <p id={hint} className="visually-hidden">
        {t('book.keys')}
      </p>
      {choice.asks > 0 && <BookSide {...side} side="asks" room={choice.asks} note={empty.asks ? notes.asks : null} />}
      <BookMiddle match={match} best={whole} onPick={onPick} />
      {choice.bids > 0 && <BookSide {...side} side="bids" room={choice.bids} note={empty.bids ? notes.bids : null} />}
      {pointed !== null && <LevelTip match={match} shown={shown} pointed={pointed} figures={look.figures} />}
    </div>
  );
}

/** The actions on a line, by the name of its row. */
interface RowHands {
  readonly pick: (row: string, withAmount: boolean) => void;
  readonly point: (row: string, element: Element) => void;
  readonly leave: () => void;
}

interface DrawnBook {
  readonly body: RefObject<HTMLElement | null>;
  readonly boards: RefObject<ReadonlyMap<keyof BookLines, BookBoard>>;
  readonly shown: ShownLines;
  readonly look: BookLook;
  readonly onWhole: () => void;
}

/** Renders the sides with each change of the book, and keeps focus and tab stop within their rows. */
function useDrawnLines({ body, boards, shown, look, onWhole }: DrawnBook, hands: RowHands): void {
  const walk = useRef<RowWalk>(null);
  const latest = useRef(hands);
  useLayoutEffect(() => {
    latest.current = hands;
  });
  useLayoutEffect(() => {
    if (body.current === null) return undefined;
    const opened = new RowWalk(body.current, {
      onFocus: (row, button) => latest.current.point(row, button),
      onBlur: () => latest.current.leave(),
      onShiftEnter: (row) => latest.current.pick(row, true),
    });
    walk.current = opened;
    return () => opened.close();
  }, [body]);
  useLayoutEffect(() => {
    const sides = new SidesInTurn((side, lines) => {
      const first = rowNameOf(lines.bids.length > 0 ? 'bids' : 'asks', (lines.bids[0] ?? lines.asks[0])?.price ?? '');
      walk.current?.redraw(() => boards.current.get(side)?.draw(lines[side], look), first);
    }, onWhole);
    sides.all(shown.now());
    const stop = shown.subscribe(() => sides.follow(shown.now()));
    return () => {
      stop();
      sides.close();
    };
  }, [boards, shown, look, onWhole]);
}

function sidesOf(store: StoreApi<DepthView>): BookSides {
  const { asks, bids } = store.getState().book;
  return { asks, bids };
}

function useBookLook(match: Match, factor: number): BookLook {
  const { t } = useTranslation();
  const figures = useFigures();
  return useMemo(() => {
    const decimals = groupedDecimals(match, factor);
    const { amount_decimals: amountDecimals, base_currency_code: currency } = match;
    return {
      figures,
      decimals,
      amountDecimals,
      nameOf: (price) => t('trade.usePrice', { price: figures.fixed(price, decimals) }),
      ownOf: (amount) => t('book.own', { amount: figures.trimmed(amount, amountDecimals), currency }),
    };
  }, [t, figures, match, factor]);
}

type BookState = 'loading' | 'empty' | 'waiting' | 'live';

function stateOf({ symbol, book }: DepthView, wanted: string): BookState {
  const bare = book.asks.length === 0 && book.bids.length === 0;
  if (symbol !== wanted || (bare && !isFollowed(book))) return 'loading';
  if (!isFollowed(book)) return 'waiting';
  return bare ? 'empty' : 'live';
}
