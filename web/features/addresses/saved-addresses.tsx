import { type WithdrawalAddress, removeWithdrawalAddress } from '@bourse/contract/addresses';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useChanges } from './use-changes.ts';
import classes from '../../ui/wallet.module.css';

interface SavedAddressesProps {
  readonly rows: readonly WithdrawalAddress[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/** The saved addresses of a user, each with the button that removes it. */
export function SavedAddresses(props: SavedAddressesProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      {...props}
      caption={t('addresses.saved')}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={t('addresses.none')}
    />
  );
}

function useColumns(): readonly Column<WithdrawalAddress>[] {
  const { t } = useTranslation();
  const { call } = useLive();
  const figures = useFigures();
  const changed = useChanges();
  const remove = useMutation({
    mutationFn: async (id: number) => (await call(removeWithdrawalAddress, { id })).message,
    onSuccess: changed,
  });
  return [
    { id: 'label', head: t('addresses.label'), cell: ({ label }) => label },
    {
      id: 'network',
      head: t('wallet.network'),
      cell: ({ chain_protocol: chain, currency_code: code }) => (
        <span className={classes.whole}>{`${code} · ${chain.code}`}</span>
      ),
    },
    {
      id: 'address',
      head: t('wallet.receiver'),
      cell: ({ address, memo }) => (
        <span className={classes.broken}>{memo === null ? address : `${address} (${memo})`}</span>
      ),
    },
    {
      id: 'usable',
      head: t('addresses.usableFrom'),
      cell: ({ usable_from: time }) => <span className="figures">{figures.dateTime(time)}</span>,
    },
    {
      id: 'remove',
      head: '',
      cell: ({ id }) => (
        <button type="button" className={classes.link} onClick={() => remove.mutate(id)}>
          <span className={classes.whole}>{t('addresses.stop')}</span>
        </button>
      ),
      wide: true,
    },
  ];
}
