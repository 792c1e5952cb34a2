import { userCalls } from '@bourse/contract/console';
import type { Order } from '@bourse/contract/spot';
import { useMemo } from 'react';
import type { ConsoleColumn } from '../../parts/column.ts';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { useTexts } from '../../texts/texts.ts';
import { type ListState, type RowOf, useList } from '../../wire/use-list.ts';
import { amountColumn, figureColumn, idColumn, timeColumn } from '../../parts/columns.tsx';

interface TabProps {
  readonly id: number;
}

type Trade = RowOf<typeof userCalls.userTrades>;

export function OpenOrderTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userOpenOrders, { id });
  return (
    <OrderTable
      name="user-open-orders"
      caption={t('users.tabNames.open')}
      list={list}
      empty={t('users.noOpenOrders')}
    />
  );
}

export function OrderTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userOrders, { id });
  return <OrderTable name="user-orders" caption={t('users.tabNames.orders')} list={list} empty={t('users.noOrders')} />;
}

interface OrderTableProps {
  readonly name: string;
  readonly caption: string;
  readonly list: ListState<Order>;
  readonly empty: string;
}

function OrderTable(props: OrderTableProps) {
  const t = useTexts();
  const columns = useMemo<readonly ConsoleColumn<Order>[]>(
    () => [
      idColumn('id', t('words.id'), (row) => row.id),
      timeColumn('time', t('words.time'), (row) => row.created_at),
      { id: 'market', head: t('users.market'), text: (row) => row.currency_match.symbol, width: 110 },
      { id: 'side', head: t('users.side'), text: (row) => row.way_name, width: 70 },
      { id: 'type', head: t('users.type'), text: (row) => row.order_type, width: 110 },
      figureColumn('price', t('users.price'), (row) => row.price),
      figureColumn('amount', t('users.amount'), (row) => row.quote_amount ?? row.number),
      figureColumn('filled', t('users.filled'), (row) => row.transacted_amount),
      { id: 'state', head: t('words.state'), text: (row) => row.status_name },
    ],
    [t],
  );
  return <ConsoleTable {...props} columns={columns} rowKey={({ id }) => String(id)} />;
}

export function TradeTab({ id }: TabProps) {
  const t = useTexts();
  const list = useList(userCalls.userTrades, { id });
  const columns = useMemo<readonly ConsoleColumn<Trade>[]>(
    () => [
      idColumn('id', t('words.id'), (row) => row.id),
      timeColumn('time', t('words.time'), (row) => row.time),
      { id: 'market', head: t('users.market'), text: (row) => row.currency_match.symbol, width: 110 },
      { id: 'side', head: t('users.side'), text: (row) => row.way_name, width: 70 },
      { id: 'role', head: t('users.role'), text: (row) => row.role, width: 80 },
      figureColumn('price', t('users.price'), (row) => row.price),
      figureColumn('amount', t('users.amount'), (row) => row.amount),
      amountColumn('fee', t('users.fee'), (row) => [row.fee, row.fee_currency]),
      idColumn('order', t('users.order'), (row) => row.order_id),
    ],
    [t],
  );
  return (
    <ConsoleTable
      name="user-trades"
      caption={t('users.tabNames.trades')}
      columns={columns}
      list={list}
      rowKey={(row) => `${row.id} ${row.role}`}
      empty={t('users.noTrades')}
    />
  );
}
