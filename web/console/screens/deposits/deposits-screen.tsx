import { depositCalls, type DepositRow, depositStages } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { AssignDeposit } from './assign-deposit.tsx';
import { DepositDrawer, DepositStage } from './deposit-drawer.tsx';

/** The deposits of all users, and those that name none. */
export function DepositsScreen() {
  const t = useTexts();
  const filters = useFilters(depositCalls.deposits);
  const list = useList(depositCalls.deposits, filters.values);
  const drawer = useDrawer();
  const [assigned, assign] = useState<DepositRow | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  const stages = depositStages.map((value) => ({ value, label: t(`deposits.stages.${value}`) }));
  return (
    <Screen
      title={t('deposits.title')}
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'text', name: 'user', label: t('deposits.userId'), width: 110 },
            { kind: 'text', name: 'currency', label: t('deposits.currency'), width: 100 },
            { kind: 'choice', name: 'stage', label: t('words.state'), options: stages },
            { kind: 'text', name: 'tx', label: t('deposits.tx'), width: 320 },
          ]}
        />
      }
      drawer={
        open !== undefined && <DepositDrawer deposit={open} onClose={drawer.close} onAssign={() => assign(open)} />
      }
    >
      <ConsoleTable
        name="deposits"
        caption={t('deposits.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('deposits.empty')}
        drawer={drawer}
        filters={filters}
      />
      {assigned !== null && <AssignDeposit deposit={assigned} onClose={() => assign(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<DepositRow>[] {
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
        id: 'stage',
        head: t('words.state'),
        text: (row) => t(`deposits.stages.${row.stage}`),
        cell: (row) => <DepositStage stage={row.stage} />,
        width: 140,
      },
      { id: 'credit', head: t('deposits.credit'), text: (row) => t(`deposits.credits.${row.credit}`), width: 110 },
      {
        id: 'user',
        head: t('deposits.user'),
        text: (row) => (row.user_id === null ? t('deposits.noUser') : String(row.user_id)),
        width: 90,
      },
      {
        id: 'amount',
        head: t('deposits.amount'),
        text: (row) => row.amount,
        cell: (row) => <Figure value={row.amount} />,
        figure: true,
        width: 150,
      },
      { id: 'currency', head: t('deposits.currency'), text: (row) => row.currency_code, width: 90 },
      { id: 'network', head: t('deposits.network'), text: (row) => row.network, width: 90 },
      {
        id: 'confirmations',
        head: t('deposits.confirmations'),
        text: (row) => t('deposits.confirmed', { given: row.confirmations, needed: row.needed }),
        width: 120,
      },
      { id: 'tx', head: t('deposits.tx'), text: (row) => row.tx, width: 320 },
    ],
    [t],
  );
}
