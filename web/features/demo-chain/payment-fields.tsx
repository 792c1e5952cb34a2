import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { SelectField } from '../../ui/select-field.tsx';
import type { Payment } from './use-payment.ts';

interface PaymentFieldsProps {
  readonly payment: Payment;
  readonly address: string;
  readonly memo: string;
}

/** The currency and the receiver of a payment on the demo chain. */
export function PaymentFields({ address, memo, payment }: PaymentFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        large
        label={t('assets.currency')}
        value={payment.code}
        options={payment.currencies.map((one) => ({ id: one.currency_code, name: one.currency_code }))}
        onChange={payment.setCode}
      />
      <TextInput
        label={t('wallet.receiver')}
        value={address}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        error={refusalOf(payment.pay.error)}
        onChange={(event) => payment.setAddress(event.currentTarget.value)}
      />
      {payment.needsMemo && (
        <TextInput
          label={t('wallet.memo')}
          value={memo}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => payment.setMemo(event.currentTarget.value)}
        />
      )}
    </>
  );
}
