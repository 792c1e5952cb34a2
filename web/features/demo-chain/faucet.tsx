import { demoFaucet } from '@bourse/contract/demo-chain';
import { depositWallet } from '@bourse/contract/deposits';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PaymentFields } from './payment-fields.tsx';
import { usePayment } from './use-payment.ts';
import classes from '../../ui/wallet.module.css';

/** Gives demo coins, to the caller's own deposit address unless another one is typed. */
export function Faucet() {
  const { t } = useTranslation();
  const { call } = useLive();
  const payment = usePayment((target) => call(demoFaucet, target));
  const { currency, pay } = payment;
  const own = useRead(depositWallet, { currency_id: currency?.currency_id ?? 0 }, { enabled: currency !== undefined });
  const wallet = own.data?.data.wallets[0];
  const address = payment.address ?? wallet?.address ?? '';
  const memo = payment.memo ?? wallet?.memo ?? '';
  return (
    <form
      className={classes.card}
      aria-labelledby="faucet"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pay.isPending) pay.mutate({ address, memo });
      }}
    >
      <h2 id="faucet" className={classes.subtitle}>
        {t('wallet.faucetTitle')}
      </h2>
      <p className={classes.lead}>{t('wallet.faucetLead')}</p>
      <div className={classNames(classes.form, classes.gap)}>
        <PaymentFields payment={payment} address={address} memo={memo} />
        <Button type="submit" size="touch" aria-busy={pay.isPending}>
          {t('wallet.faucet')}
        </Button>
      </div>
    </form>
  );
}
