import type { Match } from '@bourse/contract/markets';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWidth } from '../../ui/use-width.ts';
import type { Market, MarketCatalogueState } from '../markets/index.ts';
import { ChartPanel, MarketChoice, MarketHeader } from '../spot/index.ts';
import { ContractsPanel } from './contracts-panel.tsx';
import { IndexChart } from './index-chart.tsx';
import { emptyDraft } from './seconds-draft.ts';
import type { Direction } from './seconds-fields.tsx';
import { SecondsForm } from './seconds-form.tsx';
import { useOpenOnPair } from './seconds-reads.ts';
import { SecondsSheet } from './seconds-sheet.tsx';
import { StrikeLines } from './strike-lines.tsx';
import classes from './second-screen.module.css';

interface SecondScreenProps {
  readonly market: Market;
  readonly markets: MarketCatalogueState;
}

/** The panels of a pair, arranged by the width of the screen. */
export function SecondScreen({ market, markets }: SecondScreenProps) {
  const { match, index } = market;
  const width = useWidth();
  const [listOpen, setListOpen] = useState(false);
  const [sheet, setSheet] = useState<Direction | null>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const { tape } = useLive();
  useLayoutEffect(() => tape.watch(match.symbol), [tape, match.symbol]);
  const hasList = width === 'wide';
  return (
    <div className={classes.screen}>
      <MarketChoice
        markets={markets}
        to="/second"
        selectedIndex={index}
        stale={stale}
        opened={listOpen}
        onOpen={setListOpen}
        place={hasList ? classes.list : null}
      />
      <div className={classes.header}>
        <MarketHeader market={market} onOpenList={hasList ? null : () => setListOpen(true)} tools={null} />
      </div>
      <Charts match={match} stale={stale} />
      {width === 'narrow' ? (
        <SecondsSheet match={match} draft={draft} onDraft={setDraft} stale={stale} sheet={sheet} onSheet={setSheet} />
      ) : (
        <SecondsForm className={classes.form} match={match} draft={draft} onDraft={setDraft} stale={stale} />
      )}
      <div className={classes.contracts}>
        <ContractsPanel stale={stale} />
      </div>
    </div>
  );
}

/** The index, whose ticks decide, or the candles of the market's trades. */
function Charts({ match, stale }: { readonly match: Match; readonly stale: boolean }) {
  const { t } = useTranslation();
  const [view, setView] = useState<'index' | 'candles'>('index');
  const contracts = useOpenOnPair(match.id);
  return (
    <Panel
      label={t('trade.chart')}
      stale={stale}
      className={classes.chart}
      head={
        <Tabs
          label={t('trade.chart')}
          tabs={[
            { id: 'index', label: t('seconds.index') },
            { id: 'candles', label: t('seconds.candles') },
          ]}
          selected={view}
          onSelect={setView}
        />
      }
    >
      {view === 'index' ? (
        <IndexChart match={match} contracts={contracts} />
      ) : (
        <ChartPanel match={match} lines={StrikeLines} />
      )}
    </Panel>
  );
}
