import type { LeverPosition } from '@bourse/contract/leverage';
import type { Match } from '@bourse/contract/markets';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { noFigure } from '../../ui/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toasts.ts';
import { announce } from '../../ui/announcer.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useWidth, type Width } from '../../ui/use-width.ts';
import type { Market, MarketCatalogueState } from '../markets/index.ts';
import { ChartPanel, MarketChoice, MarketHeader, OrderBook, type PricePick } from '../spot/index.ts';
import { AccountStrip } from './account-strip.tsx';
import { LeverForm } from './lever-form.tsx';
import { LeverLines } from './lever-lines.tsx';
import { LeverSheet } from './lever-sheet.tsx';
import { useFollowedPositions } from './lever-reads.ts';
import { useMark } from './marks.ts';
import { PositionsPanel } from './positions-panel.tsx';
import { useLeverTexts } from './lever-texts.ts';
import { emptyDraft, type LeverDraft } from './lever-draft.ts';
import type { LeverSide } from './order-terms.ts';
import classes from './lever-screen.module.css';

interface LeverScreenProps {
  readonly market: Market;
  readonly markets: MarketCatalogueState;
}

/** The panels of a pair, arranged by the width of the screen. */
export function LeverScreen({ market, markets }: LeverScreenProps) {
  const { match, index } = market;
  const { t } = useTranslation();
  const width = useWidth();
  const [listOpen, setListOpen] = useState(false);
  const [sheet, setSheet] = useState<LeverSide | null>(null);
  const [draft, setDraft] = useDraft(match.id);
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const mark = useMarkText(match);
  const facts = useMemo(() => [{ name: t('lever.mark'), value: mark }], [t, mark]);
  useMarketFeeds(match);
  useClosedNotices();
  const pick = useCallback(
    ({ price, side }: PricePick) => {
      setDraft((before) => ({ ...before, kind: 'limit', price }));
      if (width === 'narrow') setSheet(side === 'buy' ? 'long' : 'short');
    },
    [width, setDraft],
  );
  const hasList = width === 'wide';
  return (
    <div className={classes.screen}>
      <MarketChoice
        markets={markets}
        to="/lever"
        selectedIndex={index}
        stale={stale}
        opened={listOpen}
        onOpen={setListOpen}
        place={hasList ? classes.list : null}
      />
      <div className={classes.header}>
        <MarketHeader
          market={market}
          facts={facts}
          onOpenList={hasList ? null : () => setListOpen(true)}
          tools={null}
        />
      </div>
      <Views width={width} match={match} stale={stale} onPick={pick} />
      {width === 'narrow' ? (
        <LeverSheet match={match} draft={draft} onDraft={setDraft} sheet={sheet} onSheet={setSheet} />
      ) : (
        <LeverForm className={classes.form} match={match} draft={draft} onDraft={setDraft} />
      )}
      <AccountStrip className={classes.strip} match={match} />
      {width !== 'narrow' && (
        <div className={classes.positions}>
          <PositionsPanel match={match} />
        </div>
      )}
    </div>
  );
}

/** The input of the form; it starts empty on each pair. */
function useDraft(marketId: number) {
  const [kept, setKept] = useState({ marketId, draft: emptyDraft });
  const setDraft = useCallback(
    (change: (before: LeverDraft) => LeverDraft): void =>
      setKept((before) => {
        const draft = before.marketId === marketId ? before.draft : emptyDraft;
        return { marketId, draft: change(draft) };
      }),
    [marketId],
  );
  return [kept.marketId === marketId ? kept.draft : emptyDraft, setDraft] as const;
}

type View = 'chart' | 'book' | 'positions';

interface ViewsProps {
  readonly width: Width;
  readonly match: Match;
  readonly stale: boolean;
  readonly onPick: (pick: PricePick) => void;
}

/** Chart and book side by side; on a phone in tabs, with the positions. */
function Views({ width, match, stale, onPick }: ViewsProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('chart');
  const chart = <ChartPanel match={match} lines={LeverLines} />;
  const book = <OrderBook match={match} onPick={onPick} />;
  if (width !== 'narrow') {
    return (
      <>
        <Panel label={t('trade.chart')} headless stale={stale} className={classes.chart}>
          {chart}
        </Panel>
        <Panel label={t('trade.book')} stale={stale} className={classes.book}>
          {book}
        </Panel>
      </>
    );
  }
  const contents = {
    chart,
    book,
    positions: (
      <div className={classes.inTab}>
        <PositionsPanel match={match} />
      </div>
    ),
  };
  return (
    <Panel
      label={t('trade.chart')}
      stale={stale}
      className={classes.chart}
      head={
        <Tabs
          label={t('trade.chart')}
          tabs={[
            { id: 'chart', label: t('trade.chart') },
            { id: 'book', label: t('trade.book') },
            { id: 'positions', label: t('lever.positions') },
          ]}
          selected={view}
          onSelect={setView}
        />
      }
    >
      {contents[view]}
    </Panel>
  );
}

/** The mark as it is shown: "Suspended" without an index. */
function useMarkText(match: Match): string {
  const { t } = useTranslation();
  const figures = useFigures();
  const mark = useMark(match.id);
  if (mark === undefined) return noFigure;
  return mark === null ? t('lever.suspended') : figures.fixed(mark, match.price_decimals);
}

/** Reports positions that were not closed by the user. */
function useClosedNotices(): void {
  const texts = useLeverTexts();
  const { closed } = texts;
  const report = useCallback(
    (position: LeverPosition): void => {
      if (position.close_reason === 'user' || position.revoke_reason === 'cancelled') return;
      const message = closed(position);
      toast(message, position.revoke_reason === null ? 'neutral' : 'error');
      announce(message);
    },
    [closed],
  );
  useFollowedPositions(report);
}

function useMarketFeeds({ symbol }: Match): void {
  const { depth, tape } = useLive();
  useLayoutEffect(() => depth.watch(symbol), [depth, symbol]);
  useLayoutEffect(() => tape.watch(symbol), [tape, symbol]);
}
