import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { Suspense, useEffect, useState, type ReactNode, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { isRefusedFor } from '../../live/failure.ts';
import { requestedPart } from '../../ui/requested-part.ts';
import { EmptyState, ErrorState, LoadingRoom, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { AppealPanel } from './appeal-panel.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import { LatePanel } from './late-panel.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderSituation } from './order-situation.tsx';
import { DemoBanner } from './p2p-head.tsx';
import { useOrder, useP2pInfo } from './p2p-reads.ts';
import { PayPanel } from './pay-panel.tsx';
import { RatingPanel } from './rating-panel.tsx';
import { useOrderNews } from './use-order-news.ts';
import classes from './order.module.css';

const ProfileDialog = requestedPart(
  async () => (await import('./profile-dialog.tsx')).ProfileDialog,
  ({ onClose }) => onClose(),
);

interface OrderViewProps {
  readonly id: number;
  /** The link back to the list of orders. */
  readonly back: ReactNode;
  /** Opens the order that continues this one. */
  readonly onOther: (id: number) => void;
}

/**
 * An order with everything that its two sides do: steps, payment, appeal and end at the left, the chat at the right. On
 * a phone they are tabs, and the next action is fixed below.
 */
export function OrderView({ back, id, onOther }: OrderViewProps) {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useOrder(id);
  const info = useP2pInfo();
  // The banner of a demo is above the order, so that neither is shown before both are known.
  const isLoading = info.isPending || (data === undefined && !isError);
  useOrderNews(id);
  useAppealTime(data?.data, refetch);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          {data === undefined ? t('p2p.orders.title') : t('escrow.title', { number: data.data.number })}
        </h1>
        {back}
      </header>
      {!isLoading && info.data?.data.demo === 1 && <DemoBanner />}
      {isLoading && (
        <LoadingRoom>
          <SkeletonRows count={10} height={56} />
        </LoadingRoom>
      )}
      {!isLoading && data === undefined && (
        <section className={classes.card}>
          {isRefusedFor(error, 'escrow_unknown') ? (
            <EmptyState text={t('errors.escrow_unknown')} />
          ) : (
            <ErrorState onRetry={() => void refetch()} />
          )}
        </section>
      )}
      {!isLoading && data !== undefined && (
        <>
          {isError && <StaleNote />}
          <Columns order={data.data} onOther={onOther} />
        </>
      )}
    </div>
  );
}

/** Reads the order again at the time from which it can be appealed, which no message reports. */
function useAppealTime(order: LegalOrderDetail | undefined, refetch: () => unknown): void {
  const { clock } = useLive();
  const from = order === undefined || order.can.includes('appeal') ? null : order.appeal_from;
  useEffect(() => {
    const waitMs = from === null ? 0 : from - clock.nowMs();
    if (waitMs <= 0) return;
    const timer = setTimeout(() => void refetch(), waitMs + marginMs);
    return () => clearTimeout(timer);
  }, [clock, from, refetch]);
}

/** The server's clock is known to the second. */
const marginMs = 1_000;

interface ColumnsProps extends Pick<OrderViewProps, 'onOther'> {
  readonly order: LegalOrderDetail;
}

function Columns({ onOther, order }: ColumnsProps) {
  const { t } = useTranslation();
  const isNarrow = useWidth() === 'narrow';
  const [tab, setTab] = useState<'order' | 'chat'>('order');
  const [profile, setProfile] = useState(false);
  const { can, counterparty, number } = order;
  const isBehind = isNarrow && tab !== 'order';
  /** Shows the form whose button was pressed beside the chat, as something may be missing there. */
  const showForm = ({ currentTarget, target }: SubmitEvent<HTMLDivElement>): void => {
    if (isBehind && target instanceof Node && currentTarget.contains(target)) flushSync(() => setTab('order'));
  };
  return (
    <>
      {isNarrow && (
        <Tabs
          label={t('escrow.title', { number })}
          tabs={[
            { id: 'order', label: t('escrow.tabOrder') },
            { id: 'chat', label: t('escrow.tabChat'), count: tab === 'chat' ? 0 : order.unread },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      )}
      <div className={classes.columns}>
        <div className={classes.left} data-behind={isBehind} onSubmitCapture={showForm}>
          <section className={classes.card} aria-label={t('escrow.tabOrder')}>
            <OrderProgress order={order} />
            <OrderSituation order={order} />
            <OrderFacts order={order} onTrader={() => setProfile(true)} />
          </section>
          {can.includes('pay') && <PayPanel key={order.status} order={order} />}
          <ConfirmPanel order={order} />
          {order.appeal !== null && <AppealPanel order={order} appeal={order.appeal} />}
          <LatePanel order={order} onOther={onOther} />
          <OrderActions order={order} onOther={onOther} />
          <RatingPanel order={order} />
        </div>
        <div className={classes.right} hidden={isNarrow && tab !== 'chat'}>
          <ChatPanel order={order} isSeen={!isNarrow || tab === 'chat'} />
        </div>
      </div>
      {profile && (
        <Suspense fallback={null}>
          <ProfileDialog id={counterparty.id} name={counterparty.name} onClose={() => setProfile(false)} />
        </Suspense>
      )}
    </>
  );
}
