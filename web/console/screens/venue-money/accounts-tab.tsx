import type { VenueAccountsRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { figureColumn } from '../../parts/columns.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { PlainTable } from '../../parts/section.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { balanceFields, sumOf } from './balances.ts';
import { MoneyButtons, MoneyFrame, type MoneyTabProps, Sum } from './money-frame.tsx';

/** The balances of all accounts, one row for each currency. */
export function AccountsTab({ accounts, onAction }: MoneyTabProps) {
  const t = useTexts();
  const drawer = useDrawer();
  const columns = useMemo<readonly ConsoleColumn<VenueAccountsRow>[]>(
    () => [
      { id: 'currency', head: t('venueMoney.currency'), text: (row) => row.currency_code, width: 90 },
      { id: 'sum', head: t('venueMoney.sum'), text: sumOf, cell: (row) => <Sum row={row} />, width: 90 },
      ...balanceFields.flatMap((field) => [
        figureColumn<VenueAccountsRow>(field, t(`venueMoney.accounts.${field}`), (row) => row[field]),
        ...(field === 'savings_house'
          ? [figureColumn<VenueAccountsRow>('reserved', t('venueMoney.savingsReserved'), (row) => row.savings_reserved)]
          : []),
      ]),
    ],
    [t],
  );
  const open = accounts.rows?.find((row) => String(row.currency_id) === drawer.id);
  return (
    <MoneyFrame
      tab="accounts"
      accounts={accounts}
      onAction={onAction}
      drawer={
        open !== undefined && (
          <Drawer
            title={t('venueMoney.one', { code: open.currency_code })}
            onClose={drawer.close}
            actions={<MoneyButtons currencyId={open.currency_id} onAction={onAction} />}
          >
            <AccountDetails row={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="venue-accounts"
        caption={t('venueMoney.tabNames.accounts')}
        columns={columns}
        list={accounts}
        rowKey={(row) => String(row.currency_id)}
        empty={t('venueMoney.empty')}
        drawer={drawer}
      />
    </MoneyFrame>
  );
}

function AccountDetails({ row }: { readonly row: VenueAccountsRow }) {
  const t = useTexts();
  const { currency_code: code } = row;
  return (
    <>
      <PlainTable
        caption={t('venueMoney.one', { code })}
        heads={[t('venueMoney.account'), t('venueMoney.meaning'), t('venueMoney.balance')]}
        figures={[t('venueMoney.balance')]}
        rows={balanceFields}
        rowKey={(field) => field}
        renderCells={(field) => [
          t(`venueMoney.accounts.${field}`),
          t(`venueMoney.about.${field}`),
          <Figure key="balance" value={row[field]} />,
        ]}
      />
      <Facts
        facts={[
          [t('venueMoney.sum'), <Sum key="sum" row={row} />],
          [t('venueMoney.savingsReserved'), <Amount key="reserved" value={row.savings_reserved} currency={code} />],
        ]}
      />
      <ConsoleLink to={`/venue-money?tab=transfers&currency_id=${row.currency_id}`}>
        {t('venueMoney.transfersOf', { code })}
      </ConsoleLink>
    </>
  );
}
