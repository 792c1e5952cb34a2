import { marketCalls } from '@bourse/contract/console';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Time } from '../../parts/figures.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { type RowOf, useList } from '../../wire/use-list.ts';
import { ListCurrency } from './list-currency.tsx';

type Row = RowOf<typeof marketCalls.currencies>;

/** The currencies of the exchange. A currency is never changed or removed, so there is nothing to open. */
export function CurrenciesScreen() {
  const t = useTexts();
  const list = useList(marketCalls.currencies, {});
  const mayList = useMay(marketCalls.listCurrency);
  const [isListing, setListing] = useState(false);
  const columns = useColumns();
  return (
    <Screen
      title={t('currencies.title')}
      actions={
        mayList && (
          <Button size="dense" onClick={() => setListing(true)}>
            {t('currencies.list')}
          </Button>
        )
      }
    >
      <ConsoleTable
        name="currencies"
        caption={t('currencies.title')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('currencies.empty')}
      />
      {isListing && <ListCurrency onClose={() => setListing(false)} />}
    </Screen>
  );
}

function useColumns(): readonly ConsoleColumn<Row>[] {
  const t = useTexts();
  return useMemo(
    () => [
      { id: 'id', head: t('words.id'), text: (row) => String(row.id), figure: true, width: 60 },
      { id: 'code', head: t('currencies.code'), text: (row) => row.code, width: 120 },
      { id: 'name', head: t('words.name'), text: (row) => row.name },
      { id: 'decimals', head: t('currencies.decimals'), text: (row) => String(row.decimals), figure: true, width: 110 },
      { id: 'markets', head: t('currencies.markets'), text: (row) => String(row.markets), figure: true, width: 110 },
      {
        id: 'listed_at',
        head: t('currencies.listedAt'),
        text: (row) => (row.listed_at === 0 ? '' : new Date(row.listed_at).toISOString()),
        cell: (row) => <Time at={row.listed_at === 0 ? null : row.listed_at} only="absolute" />,
        width: 170,
      },
      { id: 'by', head: t('currencies.listedBy'), text: (row) => row.listed_by ?? t('currencies.setUp'), width: 150 },
    ],
    [t],
  );
}
