import { withdrawalCalls } from '@bourse/contract/console';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { useWithdrawalColumns } from '../../parts/withdrawal-columns.tsx';

/** The withdrawals of a user. */
export function WithdrawalTab({ id }: { readonly id: number }) {
  const t = useTexts();
  const list = useList(withdrawalCalls.userWithdrawals, { id });
  const columns = useWithdrawalColumns();
  return (
    <ConsoleTable
      name="user-withdrawals"
      caption={t('users.tabNames.withdrawals')}
      columns={columns}
      list={list}
      rowKey={(row) => String(row.id)}
      empty={t('withdrawals.empty')}
    />
  );
}
