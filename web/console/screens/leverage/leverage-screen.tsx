import {
  leverageCalls,
  type LeveragePairRow,
  type LeveragePositionRow,
  type LiquidationRow,
} from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { noFigure } from '../../../ui/figures.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Amount, Figure, Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { Funds } from './funds.tsx';
import { type LeverageAction, LeverageDialog } from './leverage-dialogs.tsx';
import { PairDrawer, PairState } from './pair-drawer.tsx';

const views = ['pairs', 'positions', 'liquidations'] as const;
type View = (typeof views)[number];

/** Leverage: the money behind it, the pairs with their exposure, the largest positions, and the last liquidations. */
export function LeverageScreen() {
  const t = useTexts();
  const [view, show] = useState<View>('pairs');
  const [action, begin] = useState<LeverageAction | null>(null);
  const drawer = useDrawer();
  const pairs = useList(leverageCalls.leveragePairs, {});
  const open = pairs.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('leverage.title')}
      filters={
        <Tabs
          label={t('leverage.title')}
          tabs={views.map((id) => ({ id, label: t(`leverage.views.${id}`) }))}
          selected={view}
          onSelect={show}
        />
      }
      drawer={open !== undefined && <PairDrawer pair={open} onClose={drawer.close} onAction={begin} />}
    >
      <Funds onFloor={(fund) => begin({ kind: 'floor', fund })} />
      {view === 'pairs' && <Pairs list={pairs} drawer={drawer} />}
      {view === 'positions' && <Positions />}
      {view === 'liquidations' && <Liquidations />}
      {action !== null && <LeverageDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

interface PairsProps {
  readonly list: ReturnType<typeof useList<typeof leverageCalls.leveragePairs>>;
  readonly drawer: ReturnType<typeof useDrawer>;
}

function Pairs({ list, drawer }: PairsProps) {
  const t = useTexts();
  const columns = usePairColumns();
  return (
    <ConsoleTable
      name="leverage-pairs"
      caption={t('leverage.views.pairs')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('leverage.noPairs')}
      drawer={drawer}
    />
  );
}

function Positions() {
  const t = useTexts();
  const list = useList(leverageCalls.leveragePositions, {});
  const columns = usePositionColumns();
  return (
    <ConsoleTable
      name="leverage-positions"
      caption={t('leverage.views.positions')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('leverage.noPositions')}
    />
  );
}

function Liquidations() {
  const t = useTexts();
  const list = useList(leverageCalls.leverageLiquidations, {});
  const columns = useLiquidationColumns();
  return (
    <ConsoleTable
      name="leverage-liquidations"
      caption={t('leverage.views.liquidations')}
      columns={columns}
      list={list}
      rowKey={({ sequence, user_id: user, currency_code: code, n }) => `${sequence} ${user} ${code} ${n}`}
      empty={t('leverage.noLiquidations')}
    />
  );
}

function usePairColumns(): readonly ConsoleColumn<LeveragePairRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<LeveragePairRow>[] => {
    const money = (id: string, head: string, value: (row: LeveragePairRow) => string | null) => ({
      id,
      head,
      figure: true,
      width: 150,
      text: (row: LeveragePairRow) => value(row) ?? noFigure,
      cell: (row: LeveragePairRow) => <Amount value={value(row)} currency={row.quote_code} />,
    });
    return [
      { id: 'pair', head: t('leverage.pair'), text: (row) => row.symbol, width: 110 },
      {
        id: 'state',
        head: t('words.state'),
        width: 170,
        text: (row) => row.terms?.state ?? t('leverage.states.none'),
        cell: (row) => <PairState pair={row} />,
      },
      {
        id: 'mark',
        head: t('leverage.mark'),
        figure: true,
        width: 120,
        text: (row) => row.mark ?? noFigure,
        cell: (row) => <Figure value={row.mark} />,
      },
      money('long', t('leverage.long'), (row) => row.long.gross),
      money('short', t('leverage.short'), (row) => row.short.gross),
      money('net', t('leverage.net'), (row) => row.net),
      money('ordered', t('leverage.ordered'), (row) => row.ordered),
      money('cap', t('leverage.fields.gross_cap'), (row) => row.terms?.gross_cap ?? null),
    ];
  }, [t]);
}

function usePositionColumns(): readonly ConsoleColumn<LeveragePositionRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<LeveragePositionRow>[] => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 80 },
      {
        id: 'user',
        head: t('leverage.user'),
        width: 90,
        text: (row) => String(row.user_id),
        cell: (row) => <ConsoleLink to={`/users?user=${row.user_id}`}>{row.user_id}</ConsoleLink>,
      },
      { id: 'pair', head: t('leverage.pair'), text: (row) => row.symbol, width: 110 },
      { id: 'side', head: t('leverage.side'), text: (row) => t(`leverage.${row.side}`), width: 80 },
      {
        id: 'amount',
        head: t('leverage.amount'),
        figure: true,
        width: 150,
        text: (row) => row.amount,
        cell: (row) => <Amount value={row.amount} currency={row.quote_code} />,
      },
      {
        id: 'profit',
        head: t('leverage.profit'),
        figure: true,
        width: 150,
        text: (row) => row.profit,
        cell: (row) => <Amount value={row.profit} currency={row.quote_code} />,
      },
      {
        id: 'rate',
        head: t('leverage.riskRate'),
        figure: true,
        width: 100,
        text: (row) => (row.risk_rate === null ? noFigure : t('leverage.percent', { percent: row.risk_rate })),
      },
      {
        id: 'adl',
        head: t('leverage.adl'),
        figure: true,
        width: 80,
        text: (row) => (row.adl_rank === null ? noFigure : String(row.adl_rank)),
      },
    ],
    [t],
  );
}

function useLiquidationColumns(): readonly ConsoleColumn<LiquidationRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<LiquidationRow>[] => {
    const money = (id: 'equity' | 'maintenance' | 'fee', head: string) => ({
      id,
      head,
      figure: true,
      width: 150,
      text: (row: LiquidationRow) => row[id],
      cell: (row: LiquidationRow) => <Amount value={row[id]} currency={row.currency_code} />,
    });
    return [
      {
        id: 'at',
        head: t('words.time'),
        width: 200,
        text: (row) => new Date(row.at).toISOString(),
        cell: (row) => <Time at={row.at} />,
      },
      {
        id: 'user',
        head: t('leverage.user'),
        width: 90,
        text: (row) => String(row.user_id),
        cell: (row) => <ConsoleLink to={`/users?user=${row.user_id}`}>{row.user_id}</ConsoleLink>,
      },
      money('equity', t('leverage.equity')),
      money('maintenance', t('leverage.maintenance')),
      { id: 'closed', head: t('leverage.closed'), text: (row) => String(row.closed), figure: true, width: 90 },
      money('fee', t('leverage.feeTaken')),
    ];
  }, [t]);
}
