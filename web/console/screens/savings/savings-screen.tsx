import { savingsCalls, type SavingsProductRow } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { percentOf } from '../../parts/percent.ts';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { InterestAccounts } from './interest-accounts.tsx';
import { type ProductAction, ProductDialog } from './product-dialogs.tsx';
import { ProductDrawer, ProductState } from './product-drawer.tsx';

/** The products of fixed-term deposits, and the accounts that pay their interest. */
export function SavingsScreen() {
  const t = useTexts();
  const list = useList(savingsCalls.savingsProducts, {});
  const drawer = useDrawer();
  const mayConfigure = useMay(savingsCalls.configureProduct);
  const [action, begin] = useState<ProductAction | null>(null);
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('savings.title')}
      actions={
        mayConfigure && (
          <Button size="dense" onClick={() => begin({ kind: 'add' })}>
            {t('savings.add')}
          </Button>
        )
      }
      drawer={open !== undefined && <ProductDrawer product={open} onClose={drawer.close} onAction={begin} />}
    >
      <InterestAccounts />
      <ConsoleTable
        name="savings-products"
        caption={t('savings.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('savings.empty')}
        drawer={drawer}
      />
      {action !== null && <ProductDialog action={action} onClose={() => begin(null)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<SavingsProductRow>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 60 },
      { id: 'currency', head: t('savings.fields.currency_code'), text: (row) => row.currency_code, width: 90 },
      {
        id: 'state',
        head: t('words.state'),
        text: (row) => t(`savings.states.${row.state}`),
        cell: (row) => <ProductState state={row.state} />,
        width: 90,
      },
      {
        id: 'amount',
        head: t('savings.fields.amount'),
        text: (row) => row.amount,
        cell: (row) => <Figure value={row.amount} />,
        figure: true,
        width: 110,
      },
      { id: 'days', head: t('savings.fields.days'), text: (row) => String(row.days), figure: true, width: 70 },
      {
        id: 'rate',
        head: t('savings.fields.rate'),
        text: (row) => t('savings.percent', { percent: percentOf(row.rate) }),
        figure: true,
        width: 110,
      },
      {
        id: 'quota',
        head: t('savings.fields.quota'),
        text: (row) => String(row.quota),
        cell: (row) => <Figure value={row.quota} />,
        figure: true,
        width: 90,
      },
      {
        id: 'userQuota',
        head: t('savings.fields.user_quota'),
        text: (row) => String(row.user_quota),
        cell: (row) => <Figure value={row.user_quota} />,
        figure: true,
        width: 90,
      },
      {
        id: 'running',
        head: t('savings.running'),
        text: (row) => String(row.running),
        cell: (row) => <Figure value={row.running} />,
        figure: true,
        width: 90,
      },
      {
        id: 'principal',
        head: t('savings.runningPrincipal'),
        text: (row) => `${row.running_principal} ${row.currency_code}`,
        cell: (row) => <Amount value={row.running_principal} currency={row.currency_code} />,
        figure: true,
        width: 150,
      },
      {
        id: 'reserved',
        head: t('savings.reservedInterest'),
        text: (row) => `${row.reserved_interest} ${row.currency_code}`,
        cell: (row) => <Amount value={row.reserved_interest} currency={row.currency_code} />,
        figure: true,
        width: 150,
      },
      { id: 'version', head: t('words.version'), text: (row) => String(row.version), figure: true, hidden: true },
    ],
    [t],
  );
}
