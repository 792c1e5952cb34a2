import { type AppealReason, legalAppealWithdraw, legalAskCancel, type LegalOrderDetail } from '@bourse/contract/p2p';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { AppealDialog } from './appeal-dialog.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ConcedeDialog } from './concede-dialog.tsx';
import { hasEnded, isInAppeal, nextAction, type OrderStep, otherActions } from './next-action.ts';
import { useP2pAction } from './p2p-reads.ts';
import { ReleaseDialog } from './release-dialog.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import classes from './order.module.css';

/** A dialog, with the reason that an appeal starts with. */
interface Opened {
  readonly step: OrderStep | 'block' | 'report';
  readonly reason?: AppealReason;
}

interface OrderActionsProps {
  readonly order: LegalOrderDetail;
  readonly onOther: (id: number) => void;
}

/** The next action, the others, and what can be done about the other side. */
export function OrderActions({ onOther, order }: OrderActionsProps) {
  const { t } = useTranslation();
  const [opened, open] = useState<Opened | null>(null);
  const { can, counterparty } = order;
  const next = nextAction(order);
  // The forms of these two have their own buttons.
  const shownNext = next === 'pay' || next === 'late' ? null : next;
  const others = otherActions(order).filter((step) => step !== 'late');
  const texts = useTexts(order);
  const isPaidSale = order.side === 'sell' && !hasEnded(order) && order.paid_at !== null && !isInAppeal(order);
  return (
    <section className={classes.actions} aria-label={t('p2p.trade')}>
      <AppealTime order={order} />
      {shownNext !== null && (
        <div className={classes.next} data-foot-bar>
          <Button size="touch" onClick={() => open({ step: shownNext })}>
            {texts[shownNext]}
          </Button>
        </div>
      )}
      <div className={classes.others}>
        {isPaidSale && can.includes('appeal') && (
          <Button look="plain" onClick={() => open({ step: 'appeal', reason: 'not_paid' })}>
            {t('escrow.notArrived')}
          </Button>
        )}
        {isPaidSale && (can.includes('abnormal') || can.includes('appeal')) && (
          <Button
            look="plain"
            onClick={() => open({ step: can.includes('abnormal') ? 'abnormal' : 'appeal', reason: 'third_party' })}
          >
            {t('escrow.otherPayer')}
          </Button>
        )}
        {others.map((step) => (
          <Button key={step} look="plain" onClick={() => open({ step })}>
            {texts[step]}
          </Button>
        ))}
        {can.includes('block') && (
          <Button look="plain" onClick={() => open({ step: 'block' })}>
            {t('p2p.block.action')}
          </Button>
        )}
        {can.includes('report') && (
          <Button look="plain" onClick={() => open({ step: 'report' })}>
            {t('p2p.report.action')}
          </Button>
        )}
      </div>
      {opened !== null && (
        <ActionDialog
          order={order}
          opened={opened}
          name={counterparty.name}
          onOther={onOther}
          onClose={() => open(null)}
        />
      )}
    </section>
  );
}

function useTexts({ side }: LegalOrderDetail): Readonly<Record<OrderStep, string>> {
  const { t } = useTranslation();
  return {
    pay: t('escrow.paid'),
    cancel: t('escrow.cancel'),
    ask_cancel: t('escrow.askCancel'),
    release: t('escrow.release'),
    concede: t(side === 'buy' ? 'escrow.concedeBuyer' : 'escrow.concedeSeller'),
    appeal: t('escrow.appeal'),
    evidence: t('escrow.addEvidence'),
    appeal_withdraw: t('escrow.appealWithdraw'),
    abnormal: t('escrow.abnormal'),
    late: t('escrow.late'),
    reopen: t('escrow.reopen'),
  };
}

/** From when a paid order can be appealed, while it cannot. */
function AppealTime({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const { clock } = useLive();
  const figures = useFigures();
  const { appeal_from: from, can } = order;
  if (from === null || can.includes('appeal') || hasEnded(order) || isInAppeal(order)) return null;
  if (from <= clock.nowMs()) return null;
  return <p className={classes.quiet}>{t('escrow.appealFrom', { time: figures.dateTime(from) })}</p>;
}

interface ActionDialogProps extends OrderActionsProps {
  readonly opened: Opened;
  /** The name of the other side. */
  readonly name: string;
  readonly onClose: () => void;
}

function ActionDialog({ name, onClose, onOther, opened, order }: ActionDialogProps) {
  const shared = { order, onClose };
  const reason = opened.reason === undefined ? {} : { reason: opened.reason };
  const trader = { id: order.counterparty.id, name, onClose };
  switch (opened.step) {
    case 'release':
      return <ReleaseDialog {...shared} />;
    case 'cancel':
      return <CancelDialog {...shared} />;
    case 'concede':
      return <ConcedeDialog {...shared} />;
    case 'reopen':
      return <ReopenDialog {...shared} onOther={onOther} />;
    case 'appeal':
    case 'abnormal':
    case 'evidence':
      return <AppealDialog {...shared} {...reason} kind={opened.step} />;
    case 'appeal_withdraw':
      return <WithdrawDialog {...shared} />;
    case 'ask_cancel':
      return <AskCancelDialog {...shared} />;
    case 'block':
      return <BlockDialog {...trader} />;
    case 'report':
      return <ReportDialog {...trader} subject="trader" />;
    // Their forms are on the page.
    case 'pay':
    case 'late':
      return null;
  }
}

type DialogProps = Pick<ActionDialogProps, 'onClose' | 'order'>;

function WithdrawDialog({ onClose, order }: DialogProps) {
  const { t } = useTranslation();
  const withdraw = useP2pAction(legalAppealWithdraw, onClose);
  return (
    <ConfirmDialog
      title={t('escrow.appealWithdraw')}
      opened
      confirmLabel={t('escrow.appealWithdraw')}
      cancelLabel={t('p2p.cancel')}
      busy={withdraw.busy}
      error={withdraw.refusal}
      onConfirm={() => withdraw.run({ id: order.id })}
      onClose={onClose}
    >
      <p>{t('escrow.appealWithdrawText')}</p>
    </ConfirmDialog>
  );
}

function AskCancelDialog({ onClose, order }: DialogProps) {
  const { t } = useTranslation();
  const ask = useP2pAction(legalAskCancel, onClose);
  return (
    <ConfirmDialog
      title={t('escrow.askCancel')}
      opened
      confirmLabel={t('escrow.askCancel')}
      cancelLabel={t('p2p.cancel')}
      busy={ask.busy}
      error={ask.refusal}
      onConfirm={() => ask.run({ id: order.id })}
      onClose={onClose}
    >
      <p>{t('escrow.chat.lines.cancel_asked')}</p>
    </ConfirmDialog>
  );
}
