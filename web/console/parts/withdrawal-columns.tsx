import type { WithdrawalRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from './column.ts';
import { Figure, Time } from './figures.tsx';
import { useTexts } from '../texts/texts.ts';
import { reasonText } from './withdrawal-reason.ts';
import { WithdrawalStatus } from './withdrawal-status.tsx';

/** The columns of tables of withdrawals. */
export function useWithdrawalColumns(): readonly ConsoleColumn<WithdrawalRow>[] {
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
