import { type LegalOrderDetail, legalRelease } from '@bourse/contract/p2p';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/choice.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useP2pAction } from './p2p-reads.ts';
import { PasswordDialog } from './password-dialog.tsx';
import classes from './p2p.module.css';

interface ReleaseDialogProps {
  readonly order: LegalOrderDetail;
  readonly onClose: () => void;
}

/** Releases the coins, once the seller has confirmed both the money and the name of the payer. */
export function ReleaseDialog({ order, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const [hasArrived, setArrived] = useState(false);
  const [isPayer, setPayer] = useState(false);
  const release = useP2pAction(legalRelease, onClose);
  return (
    <PasswordDialog
      title={t('escrow.releaseTitle', { amount: amount(order.number_coin, order.currency.code) })}
      confirmLabel={t('escrow.release')}
      look="accent"
      isReady={hasArrived && isPayer}
      busy={release.busy}
      error={release.error}
      refusal={release.refusal}
      onChange={release.reset}
      onConfirm={(password) => release.run({ id: order.id, pay_password: password })}
      onClose={onClose}
    >
      <Checkbox checked={hasArrived} onChange={setArrived}>
        {t('escrow.releaseArrived', { amount: amount(order.amount, order.fiat) })}
      </Checkbox>
      <Checkbox checked={isPayer} onChange={setPayer}>
        {t('escrow.releasePayer', { name: order.payer_name })}
      </Checkbox>
      <p className={classes.banner}>{t('escrow.releaseFinal')}</p>
    </PasswordDialog>
  );
}
