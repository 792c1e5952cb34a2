import { marketCalls, marketStates } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Change } from '../../../ui/figure.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { ListMarket } from './list-market.tsx';
import { MarketDrawer } from './market-drawer.tsx';
import { fieldText } from './market-fields.ts';
import { MarketStateBadge } from './market-state.tsx';

type Row = RowOf<typeof marketCalls.markets>;

/** The spot markets with their state and activity; the open row shows their terms and changes them. */
export function MarketsScreen() {
  const t = useTexts();
  const filters = useFilters(marketCalls.markets);
  const list = useList(marketCalls.markets, filters.values);
  const drawer = useDrawer();
  const mayList = useMay(marketCalls.listMarket);
  const [isListing, setListing] = useState(false);
  const columns = useColumns();
  return (
    <Screen
      title={t('markets.title')}
      actions={
        mayList && (
          <Button size="dense" onClick={() => setListing(true)}>
            {t('markets.list')}
          </Button>
        )
      }
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'text', name: 'q', label: t('markets.symbol') },
            {
              kind: 'choice',
              name: 'state',
              label: t('words.state'),
              options: marketStates.map((value) => ({ value, label: t(`markets.states.${value}`) })),
            },
          ]}
        />
      }
      drawer={drawer.id !== null && <MarketDrawer key={drawer.id} id={Number(drawer.id)} onClose={drawer.close} />}
    >
      <ConsoleTable
        name="markets"
        caption={t('markets.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('markets.empty')}
        drawer={drawer}
        filters={filters}
      />
      {isListing && <ListMarket onClose={() => setListing(false)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  const figures = useFigures();
  return useMemo(
    () => [
      { id: 'symbol', head: t('markets.symbol'), text: (row) => row.symbol, width: 150 },
      {
        id: 'state',
        head: t('words.state'),
        text: (row) => t(`markets.states.${row.state}`),
        cell: (row) => <MarketStateBadge state={row.state} />,
        width: 120,
      },
      {
        id: 'last_price',
        head: t('markets.lastPrice'),
        text: (row) => row.last_price ?? '',
        cell: (row) => <Figure value={row.last_price} />,
        figure: true,
      },
      {
        id: 'change',
        head: t('markets.change'),
        text: (row) => row.change,
        cell: (row) => <Change percent={row.change} figures={figures} />,
        figure: true,
        width: 110,
      },
      {
        id: 'volume',
        head: t('markets.volume'),
        text: (row) => `${row.volume} ${row.base_code}`,
        cell: (row) => <Amount value={row.volume} currency={row.base_code} />,
        figure: true,
      },
      { id: 'orders', head: t('markets.openOrders'), text: (row) => String(row.open_orders), figure: true, width: 120 },
      {
        id: 'maker_fee',
        head: t('markets.fields.maker_fee'),
        text: (row) => fieldText(t, 'maker_fee', row.maker_fee),
        figure: true,
        width: 100,
      },
      {
        id: 'taker_fee',
        head: t('markets.fields.taker_fee'),
        text: (row) => fieldText(t, 'taker_fee', row.taker_fee),
        figure: true,
        width: 100,
      },
    ],
    [t, figures],
  );
}
