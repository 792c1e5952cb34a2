import type { SavingsProduct } from '@bourse/contract/savings';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBalance } from '../../live/balance.ts';
import { isRefusedFor, refusalOf } from '../../live/failure.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { agreedTerms } from './agreed-terms.ts';
import { shortage } from './deposit-days.ts';
import { useLock } from './savings-reads.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useMoment } from './use-moment.ts';
import classes from './savings.module.css';

interface SubscribeDialogProps {
  /** The product as it was listed when it was chosen. */
  readonly chosen: SavingsProduct;
  /** The product as it is listed now; undefined when it is no longer offered. */
  readonly listed: SavingsProduct | undefined;
  readonly onClose: () => void;
}

/** Confirms a deposit: its interest, its dates, and the cost of an early redemption. */
export function SubscribeDialog({ chosen, listed, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const moment = useMoment();
  const lock = useLock(onClose);
  const termsChanged = isRefusedFor(lock.error, 'terms_changed');
  const product = useAgreedTerms(chosen, listed, termsChanged ? lock.error : null);
  const { code, id: currencyId } = product.currency;
  const available = useBalance(currencyId)?.available ?? null;
  const missing = available === null ? null : shortage(product.limit_number, available);
  return (
    <ConfirmDialog
      title={t('deposit.subscribeTo', { name: product.name })}
      opened
      facts={[
        { label: t('deposit.amount'), value: amount(product.limit_number, code) },
        { label: t('deposit.rate'), value: figures.percent(product.display_rate, 4) },
        { label: t('deposit.interest'), value: amount(product.interest, code) },
        { label: t('deposit.starts'), value: moment(product.starts_at) },
        { label: t('deposit.matures'), value: moment(product.matures_at) },
        { label: t('deposit.paidTo'), value: t('accounts.financial_account') },
        { label: t('deposit.redeemable'), value: t('deposit.afterDay') },
        { label: t('deposit.balance'), value: available === null ? noFigure : amount(available, code) },
      ]}
      risk={t('deposit.risk')}
      confirmLabel={t('deposit.confirm', { amount: amount(product.limit_number, code) })}
      cancelLabel={t('deposit.cancel')}
      busy={lock.isPending}
      error={termsChanged && listed === undefined ? t('errors.product_closed') : refusalOf(lock.error)}
      onConfirm={() => lock.mutate({ id: product.id, version: product.version })}
      onClose={onClose}
    >
      {missing !== null && (
        <p className={classes.short}>
          {t('deposit.short', { amount: amount(missing, code) })}{' '}
          <span className={classes.ways}>
            <Link to="/assets/transfer">{t('deposit.transfer')}</Link>
            <Link to="/assets/tradeAccount">{t('deposit.payIn')}</Link>
          </span>
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The shown terms. A refusal because of changed terms replaces them once, with the currently listed ones. */
function useAgreedTerms(chosen: SavingsProduct, listed: SavingsProduct | undefined, refusal: Error | null) {
  const [shown, setShown] = useState({ product: chosen, refusal });
  const product = agreedTerms(shown.product, listed, refusal !== null && refusal !== shown.refusal);
  if (product !== shown.product || refusal !== shown.refusal) setShown({ product, refusal });
  return product;
}
