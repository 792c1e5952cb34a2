import type { Debt } from '@bourse/contract/credits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { isZero } from '../../live/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useOutflow, useRepayment } from './outflow-reads.ts';
import classes from './banner.module.css';

/**
 * Says that the user owes money for reversed deposits, with a payment for each debt; nothing without debts. Needs the
 * texts `convert`.
 */
export function DebtBanner() {
  const { t } = useTranslation();
  const { data } = useOutflow();
  const [repaying, setRepaying] = useState<Debt | null>(null);
  const debts = data?.data.debts ?? [];
  if (debts.length === 0 && repaying === null) return null;
  return (
    <section className={classes.banner} data-kind="debt" aria-label={t('outflow.debt')}>
      <p>{t('outflow.debtText')}</p>
      <ul className={classes.debts}>
        {debts.map((debt) => (
          <DebtRow key={debt.currency_id} debt={debt} onRepay={() => setRepaying(debt)} />
        ))}
      </ul>
      {repaying !== null && <RepayDialog debt={repaying} onClose={() => setRepaying(null)} />}
    </section>
  );
}

function DebtRow({ debt, onRepay }: { readonly debt: Debt; readonly onRepay: () => void }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { currency_code: code, repayable } = debt;
  const canPay = !isZero(repayable);
  return (
    <li>
      <span className={classes.owed}>
        <strong className="figures">{amount(debt.amount, code)}</strong>
        {!canPay && <span>{t('outflow.nothingToRepay', { currency: code })}</span>}
      </span>
      {canPay && (
        <Button size="dense" className={classes.button} onClick={onRepay}>
          {t('outflow.repay', { amount: amount(repayable, code) })}
        </Button>
      )}
    </li>
  );
}

/** Confirms the payment of what the spot account has, at most the debt, as shown when the dialog opened. */
function RepayDialog({ debt, onClose }: { readonly debt: Debt; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const repayment = useRepayment(onClose);
  const { currency_code: code, currency_id, repayable } = debt;
  return (
    <ConfirmDialog
      title={t('outflow.repayTitle', { currency: code })}
      opened
      facts={[
        { label: t('outflow.owed'), value: amount(debt.amount, code) },
        { label: t('outflow.payment'), value: amount(repayable, code) },
      ]}
      confirmLabel={t('outflow.repay', { amount: amount(repayable, code) })}
      cancelLabel={t('outflow.cancel')}
      busy={repayment.isPending}
      error={refusalOf(repayment.error) ?? (repayment.isError ? t('errors.server_error') : null)}
      onConfirm={() => repayment.mutate({ currency_id, number: repayable })}
      onClose={onClose}
    >
      <p>{t('outflow.repayFrom')}</p>
    </ConfirmDialog>
  );
}
