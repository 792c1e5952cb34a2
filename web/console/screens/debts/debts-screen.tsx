import { debtCalls, type DebtRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { SettleDialog } from './settle-dialog.tsx';

/** The debts of users for reversed deposits. */
export function DebtsScreen() {
  const t = useTexts();
  const list = useList(debtCalls.debts, {});
  const drawer = useDrawer();
  const maySettle = useMay(debtCalls.settleDebt);
  const [settled, settle] = useState<DebtRow | null>(null);
  const columns = useColumns();
  const open = list.rows?.find(({ id }) => id === drawer.id);
  return (
    <Screen
      title={t('debts.title')}
      drawer={
        open !== undefined && (
          <Drawer
            title={t('debts.one', { user: open.user_id, code: open.currency_code })}
            onClose={drawer.close}
            actions={
              maySettle && (
                <Button size="dense" onClick={() => settle(open)}>
                  {t('debts.settle')}
                </Button>
              )
            }
          >
            <DebtFacts debt={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="debts"
        caption={t('debts.title')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={t('debts.empty')}
        drawer={drawer}
      />
      {settled !== null && <SettleDialog debt={settled} onClose={() => settle(null)} />}
    </Screen>
  );
}

function DebtFacts({ debt }: { readonly debt: DebtRow }) {
  const t = useTexts();
  const { currency_code: code, user_id: user } = debt;
  return (
    <Facts
      facts={[
        [
          t('debts.user'),
          <ConsoleLink key="user" to={`/users?row=${user}`}>
            {t('debts.openUser', { user })}
          </ConsoleLink>,
        ],
        [t('debts.amount'), <Amount key="amount" value={debt.amount} currency={code} />],
        [t('debts.worth'), <Figure key="worth" value={debt.worth_usd} />],
        [t('debts.insurance'), <Amount key="insurance" value={debt.insurance} currency={code} />],
        [t('debts.treasury'), <Amount key="treasury" value={debt.treasury} currency={code} />],
      ]}
    />
  );
}

function useColumns(): readonly ConsoleColumn<DebtRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'user', head: t('debts.user'), text: (row) => String(row.user_id), figure: true, width: 100 },
      { id: 'currency', head: t('debts.currency'), text: (row) => row.currency_code, width: 90 },
      ...(['amount', 'worth_usd', 'insurance', 'treasury'] as const).map((field): ConsoleColumn<DebtRow> => ({
        id: field,
        head: t(field === 'worth_usd' ? 'debts.worth' : `debts.${field}`),
        text: (row) => row[field],
        cell: (row) => <Figure value={row[field]} />,
        figure: true,
        width: 150,
      })),
    ],
    [t],
  );
}
