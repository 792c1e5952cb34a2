import { type CancelReason, cancelReasons, legalCancel, type LegalOrderDetail } from '@bourse/contract/p2p';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Radio } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useP2pAction, useP2pInfo } from './p2p-reads.ts';
import classes from './p2p.module.css';

interface CancelDialogProps {
  readonly order: LegalOrderDetail;
  readonly onClose: () => void;
}

/** Cancels an unpaid order, with the reason and what it costs. */
export function CancelDialog({ order, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<CancelReason>(order.cancel_asked === 1 ? 'asked' : 'changed_mind');
  const cancels = useP2pInfo().data?.data.own?.cancels_today ?? 0;
  const cancel = useP2pAction(legalCancel, onClose);
  return (
    <ConfirmDialog
      title={t('escrow.cancelTitle')}
      opened
      risk={t('escrow.cancelWarning')}
      confirmLabel={t('escrow.cancel')}
      cancelLabel={t('escrow.keep')}
      isDestructive
      busy={cancel.busy}
      error={cancel.refusal}
      onConfirm={() => cancel.run({ id: order.id, reason })}
      onClose={onClose}
    >
      <fieldset className={classes.choices}>
        <legend>{t('escrow.cancelReason')}</legend>
        {cancelReasons.map((one) => (
          <Radio key={one} name="reason" checked={one === reason} onChoose={() => setReason(one)}>
            {t(`escrow.cancelReasons.${one}`)}
          </Radio>
        ))}
      </fieldset>
      {order.cancel_asked === 0 && <p>{t('escrow.cancelCount', { cancels })}</p>}
    </ConfirmDialog>
  );
}
