import { withdrawalCalls } from '@bourse/contract/console';
import { withdrawalStatuses } from '@bourse/contract/withdrawals';
import { useState } from 'react';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { type Decision, DecisionDialog } from './decision-dialogs.tsx';
import { useWithdrawalColumns } from '../../parts/withdrawal-columns.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';

/** The withdrawals of all users; those that wait for staff are found by their state. */
export function WithdrawalsScreen() {
  const t = useTexts();
  const filters = useFilters(withdrawalCalls.withdrawals);
  const list = useList(withdrawalCalls.withdrawals, filters.values);
  const drawer = useDrawer();
  const [decision, decide] = useState<Decision | null>(null);
  const columns = useWithdrawalColumns();
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
