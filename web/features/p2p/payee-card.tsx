import { type PaymentField, paymentFields } from '@bourse/contract/payments';
import type { LegalPayee } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { OwnImage } from '../images/index.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './order.module.css';

/** An account of the seller: each of its values can be copied, and its QR code scanned. */
export function PayeeCard({ payee }: { readonly payee: LegalPayee }) {
  const { t } = useTranslation();
  const { method, raw_data: data } = payee;
  const shown = paymentFields.filter(
    (field): field is Exclude<PaymentField, 'qrcode'> => field !== 'qrcode' && (data[field] ?? '') !== '',
  );
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t('p2p.method')}</dt>
          <dd>{method.name}</dd>
        </div>
        {shown.map((field) => (
          <div key={field}>
            <dt>{t(`collect.fields.${field}`)}</dt>
            <dd className="figures">
              <b>{data[field]}</b> <CopyButton field={t(`collect.fields.${field}`)} value={data[field] ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
      {data.qrcode !== undefined && data.qrcode !== '' && (
        <div className={classes.qr}>
          <OwnImage url={data.qrcode} label={t('escrow.qr')} />
        </div>
      )}
    </>
  );
}
