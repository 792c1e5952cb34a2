import { depthLevels, type Match } from '@bourse/contract';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isFollowed } from '../../../live/book.ts';
import { useLive } from '../../../live/context.tsx';
import type { DepthView } from '../../../live/feeds/depth.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { bookLines, keepUnchanged, noLines, type BookLines, type BookSides, type LineChoice } from './book-lines.ts';
import { BookMiddle } from './book-middle.tsx';
import { BookSide, type RowHands } from './book-side.tsx';
import { LevelTip } from './level-tip.tsx';
import { useOwnOrders } from './own-orders.ts';
import type { PricePick } from './price-pick.ts';
import { useRowFocus } from './row-focus.ts';
import classes from './order-book.module.css';

interface BookBodyProps {
  readonly match: Match;
  readonly choice: LineChoice;
  readonly onPick: (pick: PricePick) => void;
}

/** A line by its side and price, and where it stands on the screen. */
export interface PointedLine {
  readonly side: keyof BookLines;
  readonly price: string;
  readonly place: DOMRect;
}

/** Both sides of the book around the last price. It is drawn again only when a line that it shows has changed. */
export function BookBody({ match, choice, onPick }: BookBodyProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const hint = useId();
  const body = useRef<HTMLDivElement>(null);
  const { shown, state } = useShownLines(match, choice);
  const [pointed, setPointed] = useState<PointedLine | null>(null);
  const rows = useMemo(() => rowsOf(shown), [shown]);
  const [tabStop, keys] = useRowFocus(body, rows, rowOf(shown.bids.length > 0 ? 'bids' : 'asks', shown));
  const hands = useMemo(
    (): RowHands => ({
      pick: (side, line, withAmount) => {
        onPick({ price: line.price, side: side === 'asks' ? 'buy' : 'sell', amount: withAmount ? line.sum : null });
      },
      point: (side, line, element) => {
        setPointed({ side, price: line.price, place: (element.closest('tr') ?? element).getBoundingClientRect() });
      },
      leave: () => setPointed(null),
    }),
    [onPick],
  );
  if (state === 'loading') return <SkeletonRows count={choice.asks + choice.bids} />;
  if (state === 'empty') return <EmptyState text={t('trade.bookEmpty')} />;
  const side = { match, choice, figures, hands, keys, tabStop };
  const reachOf = (name: keyof BookLines): number =>
    pointed?.side === name ? shown[name].findIndex(({ price }) => price === pointed.price) + 1 : 0;
  return (
    <div
      ref={body}
      role="group"
      aria-label={t('trade.book')}
      aria-describedby={hint}
      className={classNames(classes.body, state === 'waiting' && classes.waiting)}
      aria-busy={state === 'waiting'}
    >
      <p id={hint} className="visually-hidden">
        {t('book.keys')}
      </p>
      {choice.asks > 0 && <BookSide {...side} side="asks" lines={shown.asks} reach={reachOf('asks')} />}
      <BookMiddle match={match} onPick={onPick} />
      {choice.bids > 0 && <BookSide {...side} side="bids" lines={shown.bids} reach={reachOf('bids')} />}
      <LevelTip match={match} shown={shown} pointed={pointed} figures={figures} />
    </div>
  );
}

/** The rows from the top of the screen to its foot, by the names that their buttons carry. */
function rowsOf({ asks, bids }: BookLines): readonly string[] {
  return [...asks.toReversed().map(({ price }) => `asks ${price}`), ...bids.map(({ price }) => `bids ${price}`)];
}

/** The row of the best price of a side. */
function rowOf(side: keyof BookLines, shown: BookLines): string {
  return `${side} ${shown[side][0]?.price ?? ''}`;
}

type BookState = 'loading' | 'empty' | 'waiting' | 'live';

/** The lines to be shown and how far they can be relied on. While a lost book is fetched anew, its last lines stay. */
function useShownLines(match: Match, choice: LineChoice): { readonly shown: BookLines; readonly state: BookState } {
  const { depth } = useLive();
  const own = useOwnOrders(match);
  const [memory] = useState(createMemory);
  const select = useMemo(() => linesSelector(memory, match, own, choice), [memory, match, own, choice]);
  const shown = useStore(depth.store, select);
  const state = useStore(depth.store, (known) => stateOf(known, match.symbol));
  return { shown, state };
}

/** The lines that were shown last, so that those that say the same stay as they are, whatever has changed around them. */
interface LinesMemory {
  lines: BookLines;
}

function createMemory(): LinesMemory {
  return { lines: noLines };
}

/** Works the lines of a book out once for each book. */
function linesSelector(
  memory: LinesMemory,
  match: Match,
  own: BookSides,
  choice: LineChoice,
): (view: DepthView) => BookLines {
  let known: DepthView | null = null;
  return (view) => {
    if (view === known) return memory.lines;
    known = view;
    const fresh = view.symbol === match.symbol ? bookLines(view.book, own, match, choice, depthLevels) : noLines;
    memory.lines = keepUnchanged(memory.lines, fresh);
    return memory.lines;
  };
}

function stateOf({ symbol, book }: DepthView, wanted: string): BookState {
  const bare = book.asks.length === 0 && book.bids.length === 0;
  if (symbol !== wanted || (bare && !isFollowed(book))) return 'loading';
  if (!isFollowed(book)) return 'waiting';
  return bare ? 'empty' : 'live';
}
