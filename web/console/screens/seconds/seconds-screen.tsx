import { secondsCalls, type SecondsMarketRow, type SecondsResultRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { noFigure } from '../../../ui/figures.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { History } from '../../parts/history.tsx';
import { percentOf } from '../../parts/percent.ts';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { IndexBadge, MarketDrawer, MarketState } from './market-drawer.tsx';
import { Offer } from './offer.tsx';
import { type SecondsAction, SecondsDialog } from './seconds-dialogs.tsx';
import { useSecondsChanges } from './use-seconds-changes.ts';
import classes from './offer.module.css';

const views = ['markets', 'results', 'decisions'] as const;
type View = (typeof views)[number];

/** Seconds contracts: the offer and the money behind it, exposure by market, results, and all decisions. */
export function SecondsScreen() {
  const t = useTexts();
  const [view, show] = useState<View>('markets');
  const [action, begin] = useState<SecondsAction | null>(null);
  const drawer = useDrawer();
  const markets = useList(secondsCalls.secondsMarkets, {});
  const open = markets.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('seconds.title')}
      filters={
        <Tabs
          label={t('seconds.title')}
          tabs={views.map((id) => ({ id, label: t(`seconds.views.${id}`) }))}
          selected={view}
          onSelect={show}
        />
      }
      drawer={
        open !== undefined && (
          <MarketDrawer market={open} onClose={drawer.close} onState={() => begin({ kind: 'market', market: open })} />
        )
      }
    >
      <Offer onAction={begin} />
      {view === 'markets' && <Markets list={markets} drawer={drawer} />}
      {view === 'results' && <Results />}
      {view === 'decisions' && <Decisions />}
      {action !== null && <SecondsDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

interface MarketsProps {
  readonly list: ReturnType<typeof useList<typeof secondsCalls.secondsMarkets>>;
  readonly drawer: ReturnType<typeof useDrawer>;
}

function Markets({ list, drawer }: MarketsProps) {
  const t = useTexts();
  const columns = useMarketColumns();
  return (
    <ConsoleTable
      name="seconds-markets"
      caption={t('seconds.views.markets')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('seconds.noMarkets')}
      drawer={drawer}
    />
  );
}

function Results() {
  const t = useTexts();
  const list = useList(secondsCalls.secondsResults, {});
  const columns = useResultColumns();
  return (
    <ConsoleTable
      name="seconds-results"
      caption={t('seconds.views.results')}
      columns={columns}
      list={list}
      rowKey={(row) => [row.id, row.seconds, row.currency_code, row.profit_ratio, row.fee_rate].join(' ')}
      empty={t('seconds.noResults')}
    />
  );
}

/** All decisions about durations, currencies and markets. */
function Decisions() {
  const t = useTexts();
  const list = useList(secondsCalls.secondsHistory, {});
  const changesBetween = useSecondsChanges();
  return (
    <section className={classes.history} aria-label={t('seconds.views.decisions')}>
      <History
        list={list}
        changesOf={({ before, after }) => changesBetween(before, after)}
        titleOf={({ name }) => name ?? t('seconds.fields.options')}
      />
    </section>
  );
}

function useMarketColumns(): readonly ConsoleColumn<SecondsMarketRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<SecondsMarketRow>[] => {
    const side = (id: string, head: string, value: (row: SecondsMarketRow['sides'][number]) => string) => ({
      id,
      head,
      figure: true,
      width: 170,
      text: ({ sides }: SecondsMarketRow) =>
        sides.length === 0 ? noFigure : sides.map((row) => `${value(row)} ${row.currency_code}`).join(', '),
    });
    return [
      { id: 'pair', head: t('seconds.pair'), text: (row) => row.symbol, width: 110 },
      {
        id: 'state',
        head: t('words.state'),
        width: 130,
        text: (row) => row.state ?? t('seconds.states.none'),
        cell: (row) => <MarketState market={row} />,
      },
      {
        id: 'index',
        head: t('seconds.index'),
        width: 170,
        text: (row) => t(`seconds.indexStates.${row.index}`),
        cell: (row) => <IndexBadge market={row} />,
      },
      {
        id: 'contracts',
        head: t('seconds.contracts'),
        figure: true,
        width: 110,
        text: ({ sides }) => String(sides.reduce((sum, { up, down }) => sum + up.contracts + down.contracts, 0)),
      },
      side('stakedUp', t('seconds.stakedUp'), ({ up }) => up.staked),
      side('payoutUp', t('seconds.payoutUp'), ({ up }) => up.payout),
      side('stakedDown', t('seconds.stakedDown'), ({ down }) => down.staked),
      side('payoutDown', t('seconds.payoutDown'), ({ down }) => down.payout),
    ];
  }, [t]);
}

function useResultColumns(): readonly ConsoleColumn<SecondsResultRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<SecondsResultRow>[] => {
    const count = (id: 'seconds' | 'wins' | 'losses' | 'ties' | 'voids') => ({
      id,
      head: t(`seconds.${id}`),
      figure: true,
      width: 100,
      text: (row: SecondsResultRow) => String(row[id]),
    });
    const money = (id: 'staked' | 'paid_out' | 'house_result', head: string) => ({
      id,
      head,
      figure: true,
      width: 140,
      text: (row: SecondsResultRow) => `${row[id]} ${row.currency_code}`,
    });
    const rate = (id: 'win_rate' | 'break_even' | 'void_rate', head: string) => ({
      id,
      head,
      figure: true,
      width: 110,
      text: (row: SecondsResultRow) => {
        const percent = row[id];
        return percent === null ? noFigure : t('seconds.percent', { percent });
      },
    });
    return [
      { id: 'pair', head: t('seconds.pair'), text: (row) => row.symbol, width: 110 },
      count('seconds'),
      {
        id: 'ratio',
        head: t('seconds.ratio'),
        figure: true,
        width: 100,
        text: (row) => t('seconds.percent', { percent: percentOf(row.profit_ratio) }),
      },
      ...(['wins', 'losses', 'ties', 'voids'] as const).map(count),
      rate('win_rate', t('seconds.winRate')),
      rate('break_even', t('seconds.breakEven')),
      rate('void_rate', t('seconds.voidRate')),
      money('staked', t('seconds.staked')),
      money('paid_out', t('seconds.paidOut')),
      money('house_result', t('seconds.houseResult')),
    ];
  }, [t]);
}
