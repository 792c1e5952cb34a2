import { type P2pMerchantRow, p2pCalls } from '@bourse/contract/console';
import { merchantStates } from '@bourse/contract/p2p';
import { useMemo, useState } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { idColumn, shownColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { type MerchantAction, MerchantDialog } from './merchant-dialog.tsx';
import { MerchantDrawer } from './merchant-drawer.tsx';
import { merchantTones } from './p2p-tones.ts';

/** The merchants and applicants: applications first, the longest waiting at the top. */
export function MerchantsScreen() {
  const t = useTexts();
  const filters = useFilters(p2pCalls.p2pMerchants);
  const list = useList(p2pCalls.p2pMerchants, filters.values);
  const drawer = useDrawer();
  const [action, begin] = useState<MerchantAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('fiat.merchants')}
      filters={
        <Filters
          filters={filters}
          fields={[
            {
              kind: 'choice',
              name: 'state',
              label: t('words.state'),
              options: merchantStates.map((value) => ({ value, label: t(`fiat.merchantStates.${value}`) })),
            },
            { kind: 'text', name: 'user', label: t('fiat.user'), width: 110 },
          ]}
        />
      }
      drawer={open !== undefined && <MerchantDrawer key={open.id} row={open} onClose={drawer.close} onAction={begin} />}
    >
      <ConsoleTable
        name="merchants"
        caption={t('fiat.merchants')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('fiat.noMerchants')}
        drawer={drawer}
        filters={filters}
      />
      {action !== null && <MerchantDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<P2pMerchantRow>[] {
  const t = useTexts();
  return useMemo((): readonly ConsoleColumn<P2pMerchantRow>[] => {
    const count = (
      id: 'lost_appeals' | 'upheld_reports' | 'same_name' | 'orders_30d' | 'ads_open' | 'orders_open',
      head: string,
      isBad = false,
    ): ConsoleColumn<P2pMerchantRow> =>
      shownColumn({ id, head, figure: true, width: 100, text: (row) => String(row[id]) }, (row) =>
        isBad && row[id] > 0 ? <StateBadge tone="bad">{row[id]}</StateBadge> : <Figure value={row[id]} />,
      );
    return [
      idColumn('user', t('fiat.user'), (row) => row.id),
      { id: 'name', head: t('words.name'), text: (row) => row.name },
      shownColumn(
        { id: 'state', head: t('words.state'), width: 120, text: (row) => t(`fiat.merchantStates.${row.state}`) },
        (row) => <StateBadge tone={merchantTones[row.state]}>{t(`fiat.merchantStates.${row.state}`)}</StateBadge>,
      ),
      shownColumn(
        {
          id: 'applied',
          head: t('fiat.applied'),
          width: 110,
          text: (row) => new Date(row.applied_at).toISOString(),
        },
        (row) => <Time at={row.applied_at} only="relative" />,
      ),
      { id: 'level', head: t('fiat.level'), figure: true, width: 70, text: (row) => String(row.level ?? '') },
      count('orders_30d', t('fiat.orders30')),
      { id: 'rate', head: t('fiat.completion'), figure: true, width: 110, text: (row) => row.completion_rate ?? '' },
      count('ads_open', t('fiat.openAds')),
      count('orders_open', t('fiat.openOrders')),
      count('lost_appeals', t('fiat.lost90'), true),
      count('upheld_reports', t('fiat.upheld'), true),
      count('same_name', t('fiat.sameName'), true),
    ];
  }, [t]);
}
