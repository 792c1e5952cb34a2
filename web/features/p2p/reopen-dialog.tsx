import { type LegalOrderDetail, legalReopen } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { useP2pAction } from './p2p-reads.ts';
import { PasswordDialog } from './password-dialog.tsx';

interface ReopenDialogProps {
  readonly order: LegalOrderDetail;
  /** Opens the order that continues this one. */
  readonly onOther: (id: number) => void;
  readonly onClose: () => void;
}

/** Opens a cancelled order again, after its late payment has arrived. */
export function ReopenDialog({ order, onClose, onOther }: ReopenDialogProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const reopen = useP2pAction(legalReopen, ({ id }) => {
    onClose();
    onOther(id);
  });
  return (
    <PasswordDialog
      title={t('escrow.reopen')}
      confirmLabel={t('escrow.reopen')}
      look="accent"
      isReady
      busy={reopen.busy}
      error={reopen.error}
      refusal={reopen.refusal}
      onChange={reopen.reset}
      onConfirm={(password) => reopen.run({ id: order.id, pay_password: password })}
      onClose={onClose}
    >
      <p>{t('escrow.reopenText', { amount: amount(order.number_coin, order.currency.code) })}</p>
    </PasswordDialog>
  );
}
