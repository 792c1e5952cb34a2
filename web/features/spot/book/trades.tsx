import { tapeLength, type Match } from '@bourse/contract/markets';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import type { TapeView } from '../../../live/feeds/tape.ts';
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import type { PricePick } from './price-pick.ts';
import { useRowPointer } from './row-pointer.ts';
import { RowWalk } from './row-walk.ts';
import { TapeBoard, type TapeLook } from './tape-board.ts';
import classes from './trades.module.css';

interface TradesProps {
  readonly match: Match;
  readonly onPick: (pick: PricePick) => void;
}

/** The latest thirty trades. Arrow and colour show the taker's side, which is also given as text. */
export const Trades = memo(function Trades({ match, onPick }: TradesProps) {
  const { t } = useTranslation();
  const state = useStore(useLive().tape.store, (view) => stateOf(view, match.symbol));
  return (
    <div className={classes.tape}>
      {state === 'loading' && <SkeletonRows count={tapeLength + 1} />}
      {state === 'empty' && <EmptyState text={t('trade.tapeEmpty')} />}
      {state === 'full' && <Tape match={match} onPick={onPick} />}
    </div>
  );
});

/** The table of the trades. `TapeBoard` fills in its rows. */
function Tape({ match, onPick }: TradesProps) {
  const { t } = useTranslation();
  const { store } = useLive().tape;
  const look = useTapeLook(match);
  const list = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const drawing = useRef<{ readonly board: TapeBoard; readonly walk: RowWalk }>(null);
  const firstLook = useRef(look);
  useLayoutEffect(() => {
    if (body.current === null) return undefined;
    const [board, walk] = [new TapeBoard(body.current, firstLook.current), new RowWalk(body.current)];
    drawing.current = { board, walk };
    return () => {
      board.close();
      walk.close();
    };
  }, []);
  useLayoutEffect(() => {
    const draw = (): void => {
      const { rows, knownFrom } = store.getState();
      const { board, walk } = drawing.current ?? {};
      walk?.redraw(() => board?.draw(rows, knownFrom, look), String(rows[0]?.id ?? ''));
    };
    draw();
    return store.subscribe(draw);
  }, [store, look]);
  useRowPointer(list, {
    press: (name) => {
      const row = store.getState().rows.find(({ id }) => String(id) === name);
      if (row !== undefined) onPick({ price: row.price, side: row.way === 2 ? 'buy' : 'sell', amount: null });
    },
  });
  return (
    <div ref={list} role="group" aria-label={t('trade.tape')}>
      <table className={classes.table} aria-live="off" data-testid="tape">
        <caption className="visually-hidden">{t('trade.tapeCaption')}</caption>
        <thead>
          <tr className={classes.head}>
            <th scope="col">{t('trade.priceIn', { currency: match.quote_currency_code })}</th>
            <th scope="col">{t('trade.amountIn', { currency: match.base_currency_code })}</th>
            <th scope="col">{t('trade.time')}</th>
          </tr>
        </thead>
        <tbody ref={body} />
      </table>
    </div>
  );
}

function useTapeLook(match: Match): TapeLook {
  const { t } = useTranslation();
  const figures = useFigures();
  return useMemo(
    () => ({
      figures,
      match,
      bought: t('way.buy'),
      sold: t('way.sell'),
      nameOf: (price) => t('trade.usePrice', { price: figures.fixed(price, match.price_decimals) }),
    }),
    [t, figures, match],
  );
}

function stateOf({ symbol, loaded, rows }: TapeView, wanted: string): 'loading' | 'empty' | 'full' {
  if (!loaded || symbol !== wanted) return 'loading';
  return rows.length === 0 ? 'empty' : 'full';
}
