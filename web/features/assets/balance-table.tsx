import type { AccountCode } from '@bourse/contract/texts';
import type { AccountRow } from '@bourse/contract/wallet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { Amount } from './amount.tsx';
import { AssetFilters } from './asset-filters.tsx';
import { type AssetFilter, type AssetRow, assetRows } from './asset-rows.ts';
import { RowActions } from './row-actions.tsx';
import { useMarketOf } from './use-market-of.ts';
import classes from './assets.module.css';

const noFilter: AssetFilter = { search: '', hideSmall: false };

interface BalanceTableProps {
  readonly caption: string;
  /** One balance of each currency; undefined while loading. */
  readonly balances: readonly AccountRow[] | undefined;
  /** The account whose money the actions move. */
  readonly account: AccountCode;
  /** Whether deposits are credited to the account. */
  readonly recharges: boolean;
  readonly failed: boolean;
  readonly onRetry: () => void;
  readonly hidden: boolean;
  readonly onConvert: (currencyId: number) => void;
}

/** Balances with their actions. */
export function BalanceTable(props: BalanceTableProps) {
  const { caption, balances, failed, onRetry } = props;
  const { t } = useTranslation();
  const [filter, setFilter] = useState(noFilter);
  const columns = useColumns(props);
  return (
    <section className={classes.card} aria-label={caption}>
      <AssetFilters filter={filter} onChange={setFilter} />
      <DataTable
        caption={caption}
        columns={columns}
        rows={balances === undefined ? undefined : assetRows(balances, filter)}
        rowKey={({ id }) => id}
        failed={failed}
        onRetry={onRetry}
        empty={t(filter.search === '' ? 'assets.onlySmall' : 'assets.none')}
        expectedRows={8}
        expectedHeight={57}
      >
        <Button look="plain" onClick={() => setFilter(noFilter)}>
          {t('assets.showAll')}
        </Button>
      </DataTable>
    </section>
  );
}

function useColumns({ account, recharges, hidden, onConvert }: BalanceTableProps): readonly Column<AssetRow>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const marketOf = useMarketOf();
  const amount = (value: string) => <Amount hidden={hidden}>{figures.trimmed(value, 8)}</Amount>;
  return [
    {
      id: 'currency',
      head: t('assets.currency'),
      cell: ({ code }) => (
        <span className={classes.coin}>
          <CoinMark code={code} size={24} />
          {code}
        </span>
      ),
      wide: true,
    },
    {
      id: 'total',
      head: t('assets.total'),
      cell: ({ total, worth }) => (
        <>
          {amount(total)}
          <span className={classes.below}>
            {worth === null ? noFigure : <Amount hidden={hidden}>{`≈ ${figures.money(worth, 'USD')}`}</Amount>}
          </span>
        </>
      ),
      figure: true,
    },
    { id: 'available', head: t('assets.available'), cell: ({ available }) => amount(available), figure: true },
    {
      id: 'locked',
      head: t('assets.locked'),
      cell: ({ locked }) => <span title={t('assets.lockedText')}>{amount(locked)}</span>,
      figure: true,
    },
    {
      id: 'actions',
      head: t('assets.actions'),
      cell: (row) => (
        <RowActions
          code={row.code}
          conditions={{
            account,
            recharges,
            currency: row.currency,
            hasMarket: marketOf(row.id) !== undefined,
          }}
          market={marketOf(row.id)}
          onConvert={() => onConvert(row.id)}
        />
      ),
      figure: true,
      wide: true,
    },
  ];
}
