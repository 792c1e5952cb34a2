import {
  withdrawalAddressList,
  onlyWithdrawalAddresses,
  type OwnWithdrawalAddresses,
} from '@bourse/contract/addresses';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import { AddressForm } from './address-form.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { useChanges } from './use-changes.ts';
import classes from '../../ui/wallet.module.css';

/** The withdrawal addresses that a user has saved. */
export function BindAddressPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(withdrawalAddressList, {});
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.bindAddr')}</h1>
        <p className={classes.lead}>{t('addresses.lead')}</p>
      </header>
      <section className={classes.card} aria-labelledby="new-address">
        <h2 id="new-address" className={classes.subtitle}>
          {t('addresses.add')}
        </h2>
        <AddressForm />
      </section>
      <section className={classes.card} aria-labelledby="own-addresses">
        <h2 id="own-addresses" className={classes.subtitle}>
          {t('addresses.saved')}
        </h2>
        <SavedAddresses rows={data?.data.addresses} failed={isError} onRetry={() => void refetch()} />
      </section>
      {data !== undefined && (
        <section className={classes.card} aria-label={t('addresses.only')}>
          <OnlySaved own={data.data} />
        </section>
      )}
    </div>
  );
}

/** The switch that allows withdrawals to saved addresses only. Switching it off needs a code. */
function OnlySaved({ own: { ends_at: endsAt, only } }: { readonly own: OwnWithdrawalAddresses }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const changed = useChanges();
  const { factorDialog, withFactor } = useSecondFactor();
  const [code, setCode] = useState('');
  const isOn = only === 1;
  const turn = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (on: boolean) =>
      (await withFactor(onlyWithdrawalAddresses, on ? { on: 1 } : { on: 0, code })).message,
    onSuccess: (message) => {
      changed(message);
      setCode('');
    },
  });
  return (
    <div className={classes.form}>
      <Checkbox look="switch" checked={isOn} onChange={(on) => turn.mutate(on)}>
        {t('addresses.only')}
      </Checkbox>
      {endsAt !== null && (
        <p className={classes.lead}>{t('addresses.onlyUntil', { time: figures.dateTime(endsAt) })}</p>
      )}
      {isOn && endsAt === null && <SecurityCodeField value={code} error={refusalOf(turn.error)} onChange={setCode} />}
      {!isOn && turn.isError && <p role="alert">{refusalOf(turn.error)}</p>}
      {factorDialog}
    </div>
  );
}
