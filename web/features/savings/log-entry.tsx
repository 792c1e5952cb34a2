import { savingsStatus, type SavingsLogEntry } from '@bourse/contract/savings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlainKey } from '../../app/i18n/plain-key.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { Card } from './card.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import classes from './savings.module.css';

type Row = SavingsLogEntry['rows'][number];

/** How many rows of a deposit are shown at first. */
const rowsAtFirst = 5;

const names = {
  lock: 'deposit.logLock',
  interest: 'deposit.logInterest',
  matured: 'deposit.logMatured',
  redeemed: 'deposit.logRedeemed',
} as const satisfies Record<Row['type'], PlainKey>;

/** One deposit and its history, newest first. */
export function LogEntry({ entry: { lock, rows } }: { readonly entry: SavingsLogEntry }) {
  const { t } = useTranslation();
  const columns = useColumns(lock.currency.code);
  const [all, setAll] = useState(false);
  const isCut = !all && rows.length > rowsAtFirst;
  return (
    <Card
      title={lock.name}
      note={
        <span className={classes.status} data-running={lock.status === savingsStatus.inForce}>
          {lock.status_name}
        </span>
      }
    >
      <DataTable
        caption={t('deposit.logOf', { name: lock.name })}
        columns={columns}
        rows={isCut ? rows.slice(0, rowsAtFirst) : rows}
        rowKey={(_, index) => rows.length - index}
        failed={false}
        onRetry={() => undefined}
        empty=""
      />
      {isCut && (
        <Button look="plain" className={classes.more} onClick={() => setAll(true)}>
          {t('deposit.showAll', { count: rows.length })}
        </Button>
      )}
    </Card>
  );
}

function useColumns(currency: string): readonly Column<Row>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return [
    {
      id: 'time',
      head: t('deposit.time'),
      cell: ({ time }) => <span className="figures">{figures.dateTime(time)}</span>,
    },
    { id: 'type', head: t('deposit.type'), cell: ({ type }) => t(names[type]) },
    {
      id: 'amount',
      head: t('deposit.amount'),
      cell: (row) => `${row.type === 'lock' ? '−' : '+'}${amount(row.amount, currency)}`,
      figure: true,
    },
  ];
}
