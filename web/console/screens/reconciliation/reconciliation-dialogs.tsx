import { type PaymentHaltRow, reconciliationCalls } from '@bourse/contract/console';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

interface DialogProps {
  readonly onClose: () => void;
}

export function CompareNow({ onClose }: DialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={reconciliationCalls.compareNow}
      title={t('reconciliation.compareTitle')}
      confirmLabel={t('reconciliation.compare')}
      input={{}}
      onClose={onClose}
    >
      <p>{t('reconciliation.compareHint')}</p>
    </ActionDialog>
  );
}

export function ResumePayments({ halt, onClose }: DialogProps & { readonly halt: PaymentHaltRow }) {
  const t = useTexts();
  const before = t('reconciliation.halted');
  return (
    <ActionDialog
      call={reconciliationCalls.resumePayments}
      title={t('reconciliation.resumeTitle', { chain: halt.chain })}
      confirmLabel={t('reconciliation.resume')}
      reasonCode="incident"
      input={{ id: halt.chain_id, reason_seen: halt.reason }}
      changes={[{ field: t('reconciliation.payments'), before, after: t('reconciliation.made') }]}
      onClose={onClose}
    >
      <p>{t('reconciliation.resumeHint')}</p>
    </ActionDialog>
  );
}
