import type { SavingsLock } from '@bourse/contract/savings';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useMoment } from './use-moment.ts';
import { useRedemption } from './savings-reads.ts';

/** Confirms an early redemption: the amount returned and the interest forfeited. */
export function RedeemDialog({ lock, onClose }: { readonly lock: SavingsLock; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const moment = useMoment();
  const redemption = useRedemption(onClose);
  const { code } = lock.currency;
  const returned = amount(lock.number, code);
  return (
    <ConfirmDialog
      title={t('deposit.redeemTitle', { name: lock.name })}
      opened
      facts={[
        { label: t('deposit.returned'), value: returned },
        { label: t('deposit.paidTo'), value: t('accounts.financial_account') },
        { label: t('deposit.forfeited'), value: amount(lock.accrued, code) },
        { label: t('deposit.interest'), value: amount(lock.interest, code) },
        { label: t('deposit.matures'), value: moment(lock.matures_at) },
      ]}
      risk={t('deposit.redeemRisk')}
      confirmLabel={t('deposit.redeemConfirm', { amount: returned })}
      cancelLabel={t('deposit.keep')}
      isDestructive
      busy={redemption.isPending}
      error={refusalOf(redemption.error)}
      onConfirm={() => redemption.mutate({ id: lock.id })}
      onClose={onClose}
    />
  );
}
