import { type LegalOrderDetail, legalStatus } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { fromUnits, toUnits } from '../../live/decimal.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { hasEnded } from './next-action.ts';
import { useTimeLeft } from './use-time-left.ts';
import classes from './order.module.css';

/** Finer than the decimals of every coin. */
const coinDecimals = 8;

/** The next event and the time until then, or how the order ended. */
export function OrderSituation({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const isConnected = useStore(useLive().socket.status, ({ phase }) => phase === 'open');
  return (
    <div className={classes.situation}>
      <Situation order={order} />
      {!isConnected && !hasEnded(order) && <p className={classes.warning}>{t('escrow.connection')}</p>}
    </div>
  );
}

function Situation({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const isBuyer = order.side === 'buy';
  const silence = t(order.on_silence === 'release' ? 'escrow.autoRelease' : 'escrow.autoAppeal');
  switch (order.status) {
    case legalStatus.unpaid:
      return (
        <>
          <Countdown until={order.pay_until} say={isBuyer ? 'escrow.payWithin' : 'escrow.paidWithin'} />
          {order.cancel_asked === 1 && <p>{t(isBuyer ? 'escrow.askCancelText' : 'escrow.askedToCancel')}</p>}
        </>
      );
    case legalStatus.paid:
    case legalStatus.delayed:
      return (
        <>
          {order.status === legalStatus.delayed && <p className={classes.warning}>{t('escrow.delayedText')}</p>}
          {order.confirm_until !== null && (
            <Countdown until={order.confirm_until} say={isBuyer ? 'escrow.sellerConfirms' : 'escrow.youConfirm'} />
          )}
          <p className={classes.quiet}>{silence}</p>
        </>
      );
    case legalStatus.appeal:
    case legalStatus.abnormal:
      return <p className={classes.lead}>{t('escrow.appealText')}</p>;
    case legalStatus.completed:
      return <Completed order={order} />;
    case legalStatus.cancelled:
      return (
        <>
          <p className={classes.lead}>{order.end_reason !== null && t(`p2p.endReasons.${order.end_reason}`)}</p>
          {isBuyer && order.reopened_as === null && <p className={classes.warning}>{t('escrow.cancelledText')}</p>}
        </>
      );
  }
}

interface CountdownProps {
  readonly until: number;
  readonly say: 'escrow.payWithin' | 'escrow.paidWithin' | 'escrow.sellerConfirms' | 'escrow.youConfirm';
}

/** A sentence with the time left, which is a timer and not read out at each second. */
function Countdown({ say, until }: CountdownProps) {
  const { t } = useTranslation();
  const time = useTimeLeft(until);
  return (
    <p className={classes.lead} role="timer" aria-live="off">
      {t(say, { time })}
    </p>
  );
}

/** The receipt of a completed order. */
function Completed({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const { currency, fee, matures_at: maturesAt, number_coin: number, released_by: releasedBy, side } = order;
  const received = fromUnits(toUnits(number, coinDecimals) - toUnits(fee, coinDecimals), coinDecimals);
  return (
    <>
      <p className={classes.lead}>
        {t(side === 'buy' ? 'escrow.receivedText' : 'escrow.completedText', {
          amount: amount(received, currency.code),
        })}
      </p>
      {releasedBy === 'auto' && <p>{t('escrow.autoReleased')}</p>}
      {maturesAt !== null && (
        <p className={classes.quiet}>{t('escrow.maturesAt', { time: figures.dateTime(maturesAt) })}</p>
      )}
    </>
  );
}
