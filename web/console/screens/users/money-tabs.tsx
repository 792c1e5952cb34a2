import { userCalls, type ConsoleOutput, type UserAccountLogRow } from '@bourse/contract/console';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList, useRowsOf } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { figureColumn, idColumn } from '../../parts/columns.tsx';

type Balances = ConsoleOutput<typeof userCalls.userBalances>;
type Balance = Balances['rows'][number];

interface TabProps {
  readonly id: number;
}

const balancesIn = ({ rows }: Balances): readonly Balance[] => rows;

export function BalanceTab({ id }: TabProps) {
  const t = useTexts();
  const list = useRowsOf(useRead(userCalls.userBalances, { id }), balancesIn);
  const columns = useMemo<readonly ConsoleColumn<Balance>[]>(
    () => [
      { id: 'account', head: t('users.account'), text: (row) => row.account },
      { id: 'currency', head: t('users.currency'), text: (row) => row.currency, width: 110 },
      figureColumn('available', t('users.available'), (row) => row.available),
      figureColumn('locked', t('users.locked'), (row) => row.locked),
      figureColumn('worth', t('users.worth'), (row) => row.worth_usd, 2),
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-balances"
      caption={t('users.tabNames.balances')}
      columns={columns}
      list={list}
      rowKey={(row) => `${row.account} ${row.currency_id}`}
      empty={t('users.noBalances')}
    />
  );
}

export function LogTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userAccountLog, { id });
  const columns = useMemo<readonly ConsoleColumn<UserAccountLogRow>[]>(
    () => [
      idColumn('sequence', t('users.sequence'), (row) => row.sequence),
      { id: 'account', head: t('users.account'), text: (row) => row.account },
      { id: 'cause', head: t('users.cause'), text: (row) => `${row.cause} ${row.cause_id}` },
      { id: 'currency', head: t('users.currency'), text: (row) => row.currency, width: 110 },
      figureColumn('amount', t('users.amount'), (row) => row.amount),
      figureColumn('fee', t('users.fee'), (row) => row.fee),
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-account-log"
      caption={t('users.tabNames.log')}
      columns={columns}
      list={list}
      rowKey={(row) => `${row.sequence}.${row.leg}`}
      empty={t('users.noLog')}
    />
  );
}
