import type { LegalOrderDetail } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { useAmount } from '../../ui/use-amount.ts';
import { OwnImage } from '../images/index.ts';
import { hasEnded } from './next-action.ts';
import { OrderMarks } from './order-marks.tsx';
import { PayeeCard } from './payee-card.tsx';
import classes from './order.module.css';

/** The payment as its buyer filed it, which the seller compares with the own account: payer, reference, voucher. */
export function ConfirmPanel({ order }: { readonly order: LegalOrderDetail }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { paid_at: paidAt, payee, payer_name: payer, reference, side, voucher } = order;
  if (paidAt === null) return null;
  const isSeller = side === 'sell';
  const isOpen = !hasEnded(order);
  return (
    <section className={classes.card} aria-label={t('escrow.steps.confirm')}>
      <h2 className={classes.subtitle}>{t('escrow.steps.confirm')}</h2>
      {isOpen && <OrderMarks order={order} />}
      <dl className={classes.facts}>
        <div>
          <dt>{t('p2p.amount')}</dt>
          <dd className="figures">
            <b>{amount(order.amount, order.fiat)}</b>
          </dd>
        </div>
        <div>
          <dt>{t('escrow.payer')}</dt>
          <dd>
            <b>{payer}</b>
          </dd>
        </div>
        <div>
          <dt>{t('escrow.reference')}</dt>
          <dd className="figures">
            <b>{reference}</b>
          </dd>
        </div>
      </dl>
      {payee !== null && (
        <section aria-label={t('escrow.account')}>
          <h3 className={classes.subtitle}>{t('escrow.account')}</h3>
          <PayeeCard payee={payee} />
        </section>
      )}
      {voucher !== null && (
        <figure className={classes.voucher}>
          <figcaption>{t('escrow.voucher')}</figcaption>
          <OwnImage url={voucher} label={t('escrow.voucher')} />
          {isSeller && isOpen && <p className={classes.warning}>{t('escrow.voucherFake')}</p>}
        </figure>
      )}
    </section>
  );
}
