import { type P2pOrderRow, p2pCalls } from '@bourse/contract/console';
import { legalStatus } from '@bourse/contract/p2p';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { ConsoleColumn } from '../../parts/column.ts';
import { timeColumn } from '../../parts/columns.tsx';
import { ConsoleTable } from '../../parts/console-table.tsx';
import { Drawer, Facts } from '../../parts/drawer.tsx';
import { Amount, Time } from '../../parts/figures.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Screen } from '../../parts/screen.tsx';
import { useDrawer } from '../../parts/use-drawer.ts';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useList } from '../../wire/use-list.ts';
import { OrderCaseLook } from './order-case.tsx';
import { orderColumns, OrderStatus } from './order-columns.tsx';
import { UserLink } from './user-link.tsx';

const statuses = ['1', '2', '3', '4', '5', '6'] as const;

/** The orders of all users. Filtered by an appeal, abnormal ones are among them. */
export function OrdersView({ tabs }: { readonly tabs: ReactNode }) {
  const t = useTexts();
  const filters = useFilters(p2pCalls.p2pOrders);
  const list = useList(p2pCalls.p2pOrders, filters.values);
  const drawer = useDrawer();
  const columns = useColumns();
  const open = list.rows?.find((row) => String(row.id) === drawer.id);
  return (
    <Screen
      title={t('fiat.title')}
      filters={
        <>
          {tabs}
          <Filters
            filters={filters}
            fields={[
              {
                kind: 'choice',
                name: 'status',
                label: t('words.state'),
                options: statuses.map((value) => ({ value, label: t(`fiat.statuses.${value}`) })),
              },
              { kind: 'text', name: 'user', label: t('fiat.user'), width: 110 },
              { kind: 'text', name: 'number', label: t('fiat.order'), width: 180 },
              { kind: 'text', name: 'fiat', label: t('fiat.currency'), width: 110 },
            ]}
          />
        </>
      }
      drawer={open !== undefined && <OrderDrawer key={open.id} row={open} onClose={drawer.close} />}
    >
      <ConsoleTable
        name="fiat-orders"
        caption={t('fiat.views.orders')}
        columns={columns}
        list={list}
        rowKey={(row) => String(row.id)}
        empty={t('fiat.noOrders')}
        drawer={drawer}
        filters={filters}
      />
    </Screen>
  );
}

interface OrderDrawerProps {
  readonly row: P2pOrderRow;
  readonly onClose: () => void;
}

function OrderDrawer({ onClose, row }: OrderDrawerProps) {
  const t = useTexts();
  const mayLook = useMay(p2pCalls.p2pOrderCase);
  const mayHold = useMay(p2pCalls.holdP2pOrder);
  const [isHolding, setHolding] = useState(false);
  return (
    <Drawer
      title={t('fiat.orderOf', { number: row.number })}
      onClose={onClose}
      actions={
        mayHold &&
        canBeHeld(row) && (
          <Button size="dense" onClick={() => setHolding(true)}>
            {t('fiat.hold')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('words.state'), <OrderStatus key="status" status={row.status} />],
          [t('fiat.outcome'), useEnd(row)],
          [t('fiat.ad'), row.ad_id],
          [t('fiat.buyer'), <UserLink key="buyer" id={row.buyer_id} />],
          [t('fiat.seller'), <UserLink key="seller" id={row.seller_id} />],
          [t('fiat.amount'), <Amount key="amount" value={row.amount} currency={row.fiat} />],
          [t('fiat.coins'), <Amount key="coins" value={row.number_coin} currency={row.currency_code} />],
          [t('fiat.usd'), <Amount key="usd" value={row.usd} currency="USD" />],
          [t('fiat.created'), <Time key="created" at={row.created_at} />],
          [t('fiat.paidAt'), <Time key="paid" at={row.paid_at} />],
          [t('fiat.endedAt'), <Time key="ended" at={row.ended_at} />],
        ]}
      />
      {mayLook && <OrderCaseLook id={row.id} number={row.number} />}
      {isHolding && <HoldDialog row={row} onClose={() => setHolding(false)} />}
    </Drawer>
  );
}

/** Whether staff can hold an order: it is paid, and neither in an appeal nor over. */
function canBeHeld({ status }: P2pOrderRow): boolean {
  return status === legalStatus.paid || status === legalStatus.delayed;
}

function HoldDialog({ onClose, row: { id, number, status } }: OrderDrawerProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={p2pCalls.holdP2pOrder}
      title={t('fiat.holdTitle', { number })}
      confirmLabel={t('fiat.hold')}
      reasonCode="incident"
      isDestructive
      input={{ id }}
      changes={[{ field: t('words.state'), before: t(`fiat.statuses.${status}`), after: t('fiat.statuses.4') }]}
      onClose={onClose}
    >
      <p>{t('fiat.holdHint')}</p>
    </ActionDialog>
  );
}

/** How an order ended, in words. */
function useEnd({ end_reason: end, released_by: releaser }: P2pOrderRow): string {
  const t = useTexts();
  if (end !== null) return t(`fiat.ends.${end}`);
  return releaser === null ? noFigure : t(`fiat.releasers.${releaser}`);
}

function useColumns(): readonly ConsoleColumn<P2pOrderRow>[] {
  const t = useTexts();
  return useMemo(
    (): readonly ConsoleColumn<P2pOrderRow>[] => [
      ...orderColumns<P2pOrderRow>(t),
      timeColumn('created', t('fiat.created'), (row) => row.created_at),
    ],
    [t],
  );
}
