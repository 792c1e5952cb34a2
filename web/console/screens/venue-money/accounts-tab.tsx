import type { VenueAccountsRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import { useFigures } from '../../../ui/use-figures.ts';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Figure } from '../../parts/figures.tsx';
import { PlainTable } from '../../parts/section.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { balanceFields, sumOf } from './balances.ts';
import { MoneyButtons, MoneyFrame, type MoneyTabProps, Sum } from './money-frame.tsx';

type Row = VenueAccountsRow;

/** The fields of the table: users beside the money from outside, which is mostly theirs. */
const shownFields = [
  ...(['external', 'people', 'treasury', 'fees', 'savings_house', 'savings_reserved'] as const),
  ...(['insurance', 'lever_house', 'micro_house'] as const),
];

/** The balances of all accounts, one row for each currency. */
export function AccountsTab({ accounts, onAction }: MoneyTabProps) {
  const t = useTexts();
  const drawer = useDrawer();
  const columns = useColumns(accounts.rows);
  const open = accounts.rows?.find((row) => String(row.currency_id) === drawer.id);
  return (
    <MoneyFrame
      tab="accounts"
      accounts={accounts}
      onAction={onAction}
      drawer={open !== undefined && <AccountDrawer row={open} onClose={drawer.close} onAction={onAction} />}
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

function useColumns(rows: readonly Row[] | undefined): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  const figures = useFigures();
  return useMemo(
    () => [
      { id: 'currency', head: t('venueMoney.currency'), text: (row) => row.currency_code, width: 90 },
      { id: 'sum', head: t('venueMoney.sum'), text: sumOf, cell: (row) => <Sum row={row} />, width: 90 },
      ...shownFields.map((field): ConsoleColumn<Row> => {
        const texts = (rows ?? []).map((row) => figures.trimmed(row[field], 18));
        return {
          id: field,
          head: t(field === 'savings_reserved' ? 'venueMoney.reserved' : `venueMoney.accounts.${field}`),
          text: (row) => row[field],
          cell: (row) => <Figure value={row[field]} />,
          figure: true,
          // A balance must not be cut, however long it is.
          width: Math.max(96, 28 + 8 * Math.max(0, ...texts.map(({ length }) => length))),
        };
      }),
    ],
    [t, figures, rows],
  );
}

interface AccountDrawerProps extends Pick<MoneyTabProps, 'onAction'> {
  readonly row: Row;
  readonly onClose: () => void;
}

function AccountDrawer({ row, onClose, onAction }: AccountDrawerProps) {
  const t = useTexts();
  return (
    <Drawer
      title={t('venueMoney.one', { code: row.currency_code })}
      onClose={onClose}
      actions={<MoneyButtons currencyId={row.currency_id} onAction={onAction} />}
    >
      <AccountDetails row={row} />
    </Drawer>
  );
}

function AccountDetails({ row }: { readonly row: Row }) {
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
