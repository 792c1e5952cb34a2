import { demoChainState, demoFaucet, outsideSend, outsideWallet } from '@bourse/contract/demo-chain';
import { accountList } from '@bourse/contract/wallet';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useCopy } from '../../ui/use-copy.ts';
import classes from '../../ui/wallet.module.css';

const refreshMs = 3_000;
const maxDecimals = 8;

/** The faucet and the wallet of a person outside of the exchange. */
export function OutsideWallet() {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const amount = useAmount();
  const copy = useCopy();
  const wallet = useRead(outsideWallet, {}, { refreshMs }).data?.data;
  const currencies = useRead(accountList, {}).data?.data[0]?.accounts ?? [];
  const [code, setCode] = useState('USDT');
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const [number, setNumber] = useState('');
  const currency = currencies.find((one) => one.currency_code === code);
  const note = memo.trim() === '' ? {} : { memo: memo.trim() };
  const pay = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (from: 'faucet' | 'wallet') => {
      const target = { currency_id: currency?.currency_id ?? 0, address, ...note };
      return from === 'faucet' ? call(demoFaucet, target) : call(outsideSend, { ...target, number });
    },
    onSuccess: ({ data }) => {
      const text = t('wallet.sent', { amount: amount(data.number, code) });
      toast(text, 'success');
      announce(text);
    },
    onSettled: () => {
      for (const { path } of [demoChainState, outsideWallet]) void queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const changed = (set: (value: string) => void) => (value: string) => {
    set(value);
    pay.reset();
  };
  return (
    <section className={classes.card} aria-labelledby="outside">
      <h2 id="outside" className={classes.subtitle}>
        {t('wallet.outside')}
      </h2>
      <div className={classes.columns}>
        <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
          <SelectField
            large
            label={t('assets.currency')}
            value={code}
            options={currencies.map((one) => ({ id: one.currency_code, name: one.currency_code }))}
            onChange={changed(setCode)}
          />
          <TextInput
            label={t('wallet.receiver')}
            value={address}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            error={refusalOf(pay.error)}
            onChange={(event) => changed(setAddress)(event.currentTarget.value)}
          />
          <TextInput
            label={t('wallet.memo')}
            value={memo}
            maxLength={64}
            autoComplete="off"
            onChange={(event) => changed(setMemo)(event.currentTarget.value)}
          />
          <Button size="touch" aria-busy={pay.isPending} onClick={() => pay.mutate('faucet')}>
            {t('wallet.faucet')}
          </Button>
          <AmountField
            label={t('assets.amount')}
            unit={code}
            value={number}
            decimals={maxDecimals}
            error={null}
            onChange={changed(setNumber)}
          />
          <Button look="plain" size="touch" aria-busy={pay.isPending} onClick={() => pay.mutate('wallet')}>
            {t('wallet.sendOutside')}
          </Button>
        </form>
        <div>
          <span className={classes.lead}>{t('wallet.outsideAddress')}</span>
          <output className={classes.text} data-testid="outside-address">
            {wallet?.address ?? ''}
          </output>
          <Button look="plain" size="touch" onClick={() => copy(wallet?.address ?? '')}>
            {t('wallet.copy')}
          </Button>
          <dl className={classes.facts} data-testid="outside-balances">
            {wallet?.balances.map((balance) => (
              <div key={balance.currency_id} style={{ display: 'contents' }}>
                <dt>{balance.currency_code}</dt>
                <dd className="figures">{amount(balance.number, balance.currency_code)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
