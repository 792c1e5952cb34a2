import { withdrawalCalls, type WithdrawalRow } from '@bourse/contract/console';
import { withdrawalStatuses } from '@bourse/contract/withdrawals';
import { useMemo, useState } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { type Decision, DecisionDialog } from './decision-dialogs.tsx';
import { reasonText } from './reason-text.ts';
import { WithdrawalDrawer, WithdrawalStatus } from './withdrawal-drawer.tsx';

/** The withdrawals of all users; those that wait for staff are found by their state. */
export function WithdrawalsScreen() {
  const t = useTexts();
  const filters = useFilters(withdrawalCalls.withdrawals);
  const list = useList(withdrawalCalls.withdrawals, filters.values);
  const drawer = useDrawer();
  const [decision, decide] = useState<Decision | null>(null);
  const columns = useColumns();
  const statuses = withdrawalStatuses.map((value) => ({ value, label: t(`withdrawals.statuses.${value}`) }));
  return (
    <Screen
      title={t('withdrawals.title')}
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'choice', name: 'status', label: t('words.state'), options: statuses },
            { kind: 'text', name: 'user', label: t('withdrawals.userId'), width: 110 },
            { kind: 'text', name: 'currency', label: t('withdrawals.currency'), width: 100 },
            { kind: 'text', name: 'chain', label: t('withdrawals.chain'), width: 130 },
            { kind: 'text', name: 'address', label: t('withdrawals.address'), width: 320 },
          ]}
        />
      }
      drawer={
        drawer.id !== null && (
          <WithdrawalDrawer key={drawer.id} id={Number(drawer.id)} onClose={drawer.close} onDecide={decide} />
        )
      }
    >
      <ConsoleTable
        name="withdrawals"
        caption={t('withdrawals.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('withdrawals.empty')}
        drawer={drawer}
        filters={filters}
      />
      {decision !== null && <DecisionDialog decision={decision} onClose={() => decide(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<WithdrawalRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 70 },
      {
        id: 'time',
        head: t('words.time'),
        text: (row) => new Date(row.created_at).toISOString(),
        cell: (row) => <Time at={row.created_at} />,
        width: 190,
      },
      {
        id: 'status',
        head: t('words.state'),
        text: (row) => t(`withdrawals.statuses.${row.status}`),
        cell: (row) => <WithdrawalStatus status={row.status} />,
        width: 130,
      },
      {
        id: 'reason',
        head: t('withdrawals.reason'),
        text: (row) => reasonText(t, row) ?? '',
        width: 200,
      },
      { id: 'user', head: t('withdrawals.user'), text: (row) => String(row.user_id), width: 90 },
      {
        id: 'amount',
        head: t('withdrawals.amount'),
        text: (row) => row.amount,
        cell: (row) => <Figure value={row.amount} />,
        figure: true,
        width: 140,
      },
      { id: 'currency', head: t('withdrawals.currency'), text: (row) => row.currency_code, width: 90 },
      {
        id: 'usd',
        head: t('withdrawals.usd'),
        text: (row) => row.usd,
        cell: (row) => <Figure value={row.usd} />,
        figure: true,
        width: 110,
      },
      { id: 'network', head: t('withdrawals.network'), text: (row) => row.network, width: 90 },
      { id: 'address', head: t('withdrawals.address'), text: (row) => row.address, width: 340 },
      { id: 'chain', head: t('withdrawals.chain'), text: (row) => row.chain, width: 120 },
    ],
    [t],
  );
}
