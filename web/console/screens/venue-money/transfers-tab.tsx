import { venueMoneyCalls, type VenueTransferRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { amountColumn, idColumn, timeColumn } from '../../parts/columns.tsx';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { useReasonText } from '../../parts/use-reason-text.ts';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { MoneyFrame, type MoneyTabProps } from './money-frame.tsx';
import { useAccountName } from './use-account-name.ts';

/** Transfers of the exchange's money, newest first. */
export function TransfersTab({ accounts, onAction }: MoneyTabProps) {
  const t = useTexts();
  const filters = useFilters(venueMoneyCalls.venueTransfers);
  const list = useList(venueMoneyCalls.venueTransfers, filters.values);
  const drawer = useDrawer();
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.sequence) === drawer.id);
  const currencies = (accounts.rows ?? []).map((row) => ({ value: String(row.currency_id), label: row.currency_code }));
  return (
    <MoneyFrame
      tab="transfers"
      accounts={accounts}
      onAction={onAction}
      filters={
        <Filters
          filters={filters}
          fields={[
            { kind: 'choice', name: 'currency_id', label: t('venueMoney.currency'), options: currencies, width: 120 },
            { kind: 'text', name: 'user_id', label: t('venueMoney.userId'), width: 120 },
            { kind: 'time', name: 'from', label: t('venueMoney.since') },
            { kind: 'time', name: 'to', label: t('venueMoney.until') },
          ]}
        />
      }
      drawer={
        open !== undefined && (
          <Drawer title={t('venueMoney.transfer', { sequence: open.sequence })} onClose={drawer.close}>
            <TransferDetails row={open} />
          </Drawer>
        )
      }
    >
      <ConsoleTable
        name="venue-transfers"
        caption={t('venueMoney.tabNames.transfers')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.sequence)}
        empty={t('venueMoney.noTransfers')}
        drawer={drawer}
        filters={filters}
      />
    </MoneyFrame>
  );
}

function TransferDetails({ row }: { readonly row: VenueTransferRow }) {
  const t = useTexts();
  const accountName = useAccountName();
  const reasonText = useReasonText();
  const { n, source, user_id: user } = row;
  return (
    <>
      <Facts
        facts={[
          [t('words.time'), <Time key="at" at={row.at} />],
          [t('venueMoney.from'), accountName(row.from)],
          [t('venueMoney.to'), accountName(row.to)],
          ...(user === null ? [] : [[t('venueMoney.user'), user] as const]),
          [t('venueMoney.amount'), <Amount key="amount" value={row.amount} currency={row.currency_code} />],
          [t('venueMoney.source'), `${source} ${n}`],
          [t('venueMoney.by'), row.by ?? t('history.setup')],
          ...(row.by === null ? [] : [[t('venueMoney.reason'), reasonText(row)] as const]),
        ]}
      />
      {user !== null && <ConsoleLink to={`/users?user=${user}`}>{t('venueMoney.openUser', { user })}</ConsoleLink>}
      {source === 'approval' && (
        <ConsoleLink to={`/approvals?view=history&row=${n}`}>{t('venueMoney.openApproval', { n })}</ConsoleLink>
      )}
    </>
  );
}

function useColumns(): readonly ConsoleColumn<VenueTransferRow>[] {
  const t = useTexts();
  const accountName = useAccountName();
  const reasonText = useReasonText();
  return useMemo(
    () => [
      idColumn('sequence', t('venueMoney.sequence'), (row) => row.sequence),
      timeColumn('time', t('words.time'), (row) => row.at),
      { id: 'from', head: t('venueMoney.from'), text: (row) => accountName(row.from), width: 110 },
      { id: 'to', head: t('venueMoney.to'), text: (row) => accountName(row.to), width: 130 },
      { id: 'user', head: t('venueMoney.user'), text: (row) => String(row.user_id ?? ''), figure: true, width: 90 },
      amountColumn('amount', t('venueMoney.amount'), (row) => [row.amount, row.currency_code]),
      { id: 'source', head: t('venueMoney.source'), text: (row) => `${row.source} ${row.n}`, width: 150 },
      { id: 'by', head: t('venueMoney.by'), text: (row) => row.by ?? t('venueMoney.setup'), width: 120 },
      {
        id: 'reason',
        head: t('venueMoney.reason'),
        text: (row) => (row.by === null ? '' : reasonText(row)),
      },
    ],
    [t, accountName, reasonText],
  );
}
