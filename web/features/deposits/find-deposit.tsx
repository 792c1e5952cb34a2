import { findDeposit, ownDeposits } from '@bourse/contract/deposits';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { Button } from '../../ui/button.tsx';
import classes from '../../ui/wallet.module.css';

/** Looks for a deposit by the hash of its transaction. */
export function FindDeposit({ protocol }: { readonly protocol: number }) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const [hash, setHash] = useState('');
  const search = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async () => (await call(findDeposit, { currency_protocol_id: protocol, tx_hash: hash.trim() })).data,
    onSettled: () => void queries.invalidateQueries({ queryKey: [ownDeposits.path] }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (hash.trim() !== '' && !search.isPending) search.mutate();
  };
  const found = search.data;
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <h2 className={classes.subtitle}>{t('wallet.find')}</h2>
      <p className={classes.lead}>{t('wallet.findLead')}</p>
      <TextInput
        label={t('wallet.hash')}
        value={hash}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        error={refusalOf(search.error)}
        onChange={(event) => {
          setHash(event.currentTarget.value);
          search.reset();
        }}
      />
      <Button type="submit" look="plain" size="touch" aria-busy={search.isPending}>
        {t('wallet.findButton')}
      </Button>
      {found !== undefined && (
        <output className={classes.note}>
          {found.map(({ status_name: name }) => name).join(', ') || t('wallet.notMined')}
        </output>
      )}
    </form>
  );
}
