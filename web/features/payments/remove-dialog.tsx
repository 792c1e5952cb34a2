import type { PaymentMethod } from '@bourse/contract/payments';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { nameOf } from './method-card.tsx';
import { useRemoval } from './payment-reads.ts';

/** Confirms the removal of a payment method. */
export function RemoveDialog({ method, onClose }: { readonly method: PaymentMethod; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const removal = useRemoval(onClose);
  return (
    <ConfirmDialog
      title={t('collect.removeTitle', { method: nameOf(method) })}
      opened
      confirmLabel={t('collect.remove')}
      cancelLabel={t('collect.keep')}
      isDestructive
      busy={removal.isPending}
      error={refusalOf(removal.error)}
      onConfirm={() => removal.mutate({ id: method.id })}
      onClose={onClose}
    >
      <p>{t('collect.removeText')}</p>
    </ConfirmDialog>
  );
}
