import { outsideSend, outsideWallet } from '@bourse/contract/demo-chain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { PaymentFields } from './payment-fields.tsx';
import { usePayment } from './use-payment.ts';
import classes from '../../ui/wallet.module.css';

const refreshMs = 3_000;
const maxDecimals = 8;

/** The wallet of a person outside of the exchange: its address, its balances, and payments from it. */
export function OutsideWallet() {
  const { t } = useTranslation();
  const { call } = useLive();
  const amount = useAmount();
  const copy = useCopy();
  const wallet = useRead(outsideWallet, {}, { refreshMs }).data?.data;
  const [number, setNumber] = useState('');
  const payment = usePayment((target) => call(outsideSend, { ...target, number }));
  const { code, pay } = payment;
  const [address, memo] = [payment.address ?? '', payment.memo ?? ''];
  return (
    <form
      className={classes.card}
      aria-labelledby="outside"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pay.isPending) pay.mutate({ address, memo });
      }}
    >
      <h2 id="outside" className={classes.subtitle}>
        {t('wallet.outside')}
      </h2>
      <p className={classes.lead}>{t('wallet.outsideLead')}</p>
      <div className={classNames(classes.form, classes.gap)}>
        <div>
          <span className={classes.lead}>{t('wallet.outsideAddress')}</span>
          <output className={classes.text} data-testid="outside-address">
            {wallet?.address ?? ''}
          </output>
          <Button look="plain" size="touch" onClick={() => copy(wallet?.address ?? '')}>
            {t('wallet.copy')}
          </Button>
        </div>
        <dl className={classes.facts} data-testid="outside-balances">
          {wallet?.balances.map((balance) => (
            <div key={balance.currency_id} style={{ display: 'contents' }}>
              <dt>{balance.currency_code}</dt>
              <dd className="figures">{amount(balance.number, balance.currency_code)}</dd>
            </div>
          ))}
        </dl>
        <PaymentFields payment={payment} address={address} memo={memo} />
        <AmountField
          label={t('assets.amount')}
          unit={code}
          value={number}
          decimals={maxDecimals}
          error={null}
          onChange={(value) => {
            setNumber(value);
            pay.reset();
          }}
        />
        <Button type="submit" look="plain" size="touch" aria-busy={pay.isPending}>
          {t('wallet.sendOutside')}
        </Button>
      </div>
    </form>
  );
}
