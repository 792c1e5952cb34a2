import type { WalletMovement } from '@bourse/contract/wallet';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from '../../ui/wallet.module.css';

interface MovementTableProps {
  readonly caption: string;
  readonly rows: readonly WalletMovement[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly empty: string;
  /** The last cell of a row. */
  readonly action?: (row: WalletMovement) => ReactNode;
}

/** Deposits or withdrawals with their state and their confirmations. */
export function MovementTable({ action, ...props }: MovementTableProps) {
  return <DataTable {...props} columns={useColumns(action)} rowKey={({ id }) => id} expectedRows={4} />;
}

function useColumns(action: MovementTableProps['action']): readonly Column<WalletMovement>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return [
    {
      id: 'time',
      head: t('assets.time'),
      cell: ({ created_at: time }) => <span className="figures">{figures.dateTime(time)}</span>,
    },
    {
      id: 'amount',
      head: t('assets.amount'),
      cell: ({ currency_code: code, number }) => amount(number, code),
      figure: true,
    },
    { id: 'network', head: t('wallet.network'), cell: ({ protocol }) => protocol },
    {
      id: 'state',
      head: t('wallet.state'),
      cell: (row) => (
        <span className={classes.state} data-state={row.status}>
          {row.status_name}
          {isUnderWay(row) && <Confirmations row={row} />}
          {row.earliest_at !== null && leavesLater.has(row.status) && (
            <span className={classes.reason}>
              {t('wallet.leavesFrom', { time: figures.dateTime(row.earliest_at) })}
            </span>
          )}
          {row.reason !== null && <span className={classes.reason}>{t(`wallet.reason.${row.reason}`)}</span>}
        </span>
      ),
    },
    {
      id: 'transaction',
      head: t('wallet.transaction'),
      cell: ({ tx_hash: hash, tx_url: url }) =>
        hash === null ? noFigure : url === null ? middleOf(hash) : <a href={url}>{middleOf(hash)}</a>,
    },
    ...(action === undefined ? [] : [{ id: 'action', head: '', cell: action, wide: true }]),
  ];
}

/** The states of a deposit that a card paid before it can leave; of withdrawals, the page names the time. */
const leavesLater: ReadonlySet<string> = new Set(['credited', 'maturing']);

function isUnderWay({ confirmations, needed, status, tx_hash: hash }: WalletMovement): boolean {
  return hash !== null && confirmations < needed && ['seen', 'credited', 'broadcast'].includes(status);
}

/** "2 of 6", with a bar for the eye. */
function Confirmations({ row: { confirmations, needed } }: { readonly row: WalletMovement }) {
  const { t } = useTranslation();
  return (
    <span className={classes.confirmations}>
      <span className={classes.bar} aria-hidden="true">
        <span style={{ width: `${(100 * confirmations) / needed}%` }} />
      </span>
      <span className="figures">{t('wallet.confirmations', { confirmations, needed })}</span>
    </span>
  );
}

/** The beginning and the end of a hash. */
function middleOf(hash: string): string {
  return `${hash.slice(0, 8)}…${hash.slice(-6)}`;
}
