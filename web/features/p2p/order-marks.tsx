import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import classes from './order.module.css';

/** Warnings for a seller who is about to judge a payment; none for buyers. */
export function OrderMarks({ order: { marks } }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  return (
    <>
      {marks.includes('voucher_seen') && <p className={classes.warning}>{t('escrow.markSeen')}</p>}
      {marks.includes('equal_amount') && <p className={classes.warning}>{t('escrow.markEqual')}</p>}
    </>
  );
}
