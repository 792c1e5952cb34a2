import type { SavingsProduct } from '@bourse/contract/savings';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { Card } from './card.tsx';
import { useProducts } from './savings-reads.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useServerNow } from './use-server-now.ts';
import classes from './savings.module.css';

/** When no more than this many deposits are available, their number is shown. */
const scarce = 20;

/** The products by currency and term. Selecting one opens a confirmation, or sends a visitor to the login and back. */
export function Products() {
  const { t } = useTranslation();
  const token = useSessionToken();
  const navigate = useNavigate();
  const { data, isError, refetch } = useProducts();
  const [chosen, setChosen] = useState<SavingsProduct | null>(null);
  const products = data?.data;
  const columns = useColumns((product) => {
    if (token === null) void navigate({ to: '/login', search: { redirect: '/deposit' } });
    else setChosen(product);
  });
  useRefreshAtMidnight(products, refetch);
  return (
    <Card title={t('deposit.products')}>
      <DataTable
        caption={t('deposit.products')}
        columns={columns}
        rows={products}
        rowKey={({ id }) => id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('deposit.none')}
        expectedRows={7}
        expectedHeight={57}
      />
      {chosen !== null && (
        <SubscribeDialog
          chosen={chosen}
          listed={products?.find(({ id }) => id === chosen.id)}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

/** The dates of a new deposit change when a day ends. */
function useRefreshAtMidnight(products: readonly SavingsProduct[] | undefined, refetch: () => Promise<unknown>): void {
  const startsAt = products?.[0]?.starts_at ?? null;
  const changesAt = useCallback(
    (nowMs: number) => (startsAt !== null && startsAt > nowMs ? startsAt : null),
    [startsAt],
  );
  const refresh = useCallback((): void => void refetch(), [refetch]);
  useServerNow(changesAt, refresh);
}

function useColumns(onChoose: (product: SavingsProduct) => void): readonly Column<SavingsProduct>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return [
    {
      id: 'product',
      head: t('deposit.product'),
      cell: (product) => <ProductName product={product} />,
    },
    {
      id: 'term',
      head: t('deposit.term'),
      cell: ({ limit_days: count }) => t('deposit.days', { count }),
      figure: true,
    },
    {
      id: 'rate',
      head: t('deposit.rate'),
      cell: ({ display_rate: rate }) => <span className={classes.rate}>{figures.percent(rate, 4)}</span>,
      figure: true,
    },
    {
      id: 'amount',
      head: t('deposit.amount'),
      cell: ({ limit_number: number, currency }) => amount(number, currency.code),
      figure: true,
    },
    {
      id: 'interest',
      head: t('deposit.interest'),
      cell: ({ interest, currency }) => amount(interest, currency.code),
      figure: true,
    },
    {
      id: 'action',
      head: t('deposit.action'),
      cell: (product) => <SubscribeButton product={product} onPress={() => onChoose(product)} />,
      figure: true,
      wide: true,
    },
  ];
}

function ProductName({ product: { name, currency, quota_left: left } }: { readonly product: SavingsProduct }) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <span className={classes.product}>
      <CoinMark code={currency.code} />
      <span>
        <span className={classes.name}>{name}</span>
        {left > 0 && (
          <span className={classNames(classes.below, left <= scarce && classes.scarce)}>
            {t('deposit.left', { left: figures.trimmed(String(left), 0) })}
          </span>
        )}
      </span>
    </span>
  );
}

function SubscribeButton({ product, onPress }: { readonly product: SavingsProduct; readonly onPress: () => void }) {
  const { t } = useTranslation();
  const { name, quota_left: left, mine_left: mine } = product;
  if (left === 0) return <span className={classes.quiet}>{t('deposit.soldOut')}</span>;
  if (mine === 0) return <span className={classes.quiet}>{t('deposit.limitReached')}</span>;
  return (
    <Button className={classes.button} aria-label={t('deposit.subscribeTo', { name })} onClick={onPress}>
      {t('deposit.subscribe')}
    </Button>
  );
}
