import type { P2pOrderRow } from '@bourse/contract/console';
import type { ConsoleColumn } from '../../parts/column.ts';
import { amountColumn, figureColumn, idColumn, shownColumn } from '../../parts/columns.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { statusTones } from './p2p-tones.ts';
import { UserLink } from './user-link.tsx';

type Texts = ReturnType<typeof useTexts>;

/** The columns that lists of orders and of appeals share. */
export function orderColumns<Row extends P2pOrderRow>(t: Texts): readonly ConsoleColumn<Row>[] {
  const user = (id: string, head: string, userOf: (row: Row) => number): ConsoleColumn<Row> =>
    shownColumn({ ...idColumn(id, head, userOf), width: 90 }, (row) => <UserLink id={userOf(row)} />);
  return [
    { id: 'number', head: t('fiat.order'), width: 150, text: (row) => row.number },
    shownColumn(
      { id: 'status', head: t('words.state'), width: 120, text: (row) => t(`fiat.statuses.${row.status}`) },
      (row) => <OrderStatus status={row.status} />,
    ),
    amountColumn('amount', t('fiat.amount'), ({ amount, fiat }) => [amount, fiat]),
    amountColumn('coins', t('fiat.coins'), ({ currency_code: code, number_coin: coins }) => [coins, code]),
    figureColumn('usd', t('fiat.usd'), ({ usd }) => usd),
    user('buyer', t('fiat.buyer'), ({ buyer_id: id }) => id),
    user('seller', t('fiat.seller'), ({ seller_id: id }) => id),
  ];
}

export function OrderStatus({ status }: Pick<P2pOrderRow, 'status'>) {
  const t = useTexts();
  return <StateBadge tone={statusTones[status]}>{t(`fiat.statuses.${status}`)}</StateBadge>;
}
