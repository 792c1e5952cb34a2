import { legalConcede, type LegalOrderDetail } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { useP2pAction } from './p2p-reads.ts';
import { PasswordDialog } from './password-dialog.tsx';
import classes from './p2p.module.css';

interface ConcedeDialogProps {
  readonly order: LegalOrderDetail;
  readonly onClose: () => void;
}

/** Gives in: the buyer returns the coins, or the seller releases them in an appeal. */
export function ConcedeDialog({ order, onClose }: ConcedeDialogProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const concede = useP2pAction(legalConcede, onClose);
  const isBuyer = order.side === 'buy';
  return (
    <PasswordDialog
      title={t('escrow.concedeTitle')}
      confirmLabel={t(isBuyer ? 'escrow.concedeBuyer' : 'escrow.concedeSeller')}
      look="danger"
      isReady
      busy={concede.busy}
      error={concede.error}
      refusal={concede.refusal}
      onChange={concede.reset}
      onConfirm={(password) => concede.run({ id: order.id, pay_password: password })}
      onClose={onClose}
    >
      {isBuyer ? (
        <p>{t('escrow.concedeBuyerText')}</p>
      ) : (
        <>
          <p>{t('escrow.releaseTitle', { amount: amount(order.number_coin, order.currency.code) })}</p>
          <p className={classes.banner}>{t('escrow.releaseFinal')}</p>
        </>
      )}
    </PasswordDialog>
  );
}
