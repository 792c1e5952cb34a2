import { saveWithdrawalAddress } from '@bourse/contract/addresses';
import { type CurrencyProtocol, currencyProtocols } from '@bourse/contract/chains';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedFor, refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import { useChanges } from './use-changes.ts';
import classes from '../../ui/wallet.module.css';

/** The refusals that are shown at the address; the others are about the code. */
const aboutAddress = [
  ...(['address_malformed', 'address_keyless', 'address_memo_required', 'address_memo_unused'] as const),
  ...(['address_own', 'address_taken', 'addresses_full'] as const),
];

interface AddressFormProps {
  /** The only currency that is offered; absent for all. */
  readonly currency?: string;
}

/** Saves an address with a verification code, on a network that is open for withdrawals. */
export function AddressForm({ currency: only }: AddressFormProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(currencyProtocols, {});
  if (data === undefined) {
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={5} height={82} />;
  }
  const open = data.data.filter(
    ({ currency_code: code, open_draw: isOpen }) => isOpen === 1 && (only === undefined || code === only),
  );
  return open.length === 0 ? <EmptyState text={t('addresses.closed')} /> : <Fields protocols={open} />;
}

function Fields({ protocols }: { readonly protocols: readonly CurrencyProtocol[] }) {
  const { t } = useTranslation();
  const changed = useChanges();
  const { factorDialog, withFactor } = useSecondFactor();
  const [chosen, setChosen] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const [label, setLabel] = useState('');
  const [code, setCode] = useState('');
  const protocol =
    protocols.find(({ id }) => String(id) === chosen) ??
    protocols.find(({ currency_code: known }) => known === 'USDT') ??
    protocols[0];
  const save = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async () => {
      const more = {
        ...(memo.trim() !== '' && { memo: memo.trim() }),
        ...(label.trim() !== '' && { label: label.trim() }),
      };
      const target = { currency_protocol_id: protocol?.id ?? 0, address, code, ...more };
      return (await withFactor(saveWithdrawalAddress, target)).message;
    },
    onSuccess: (message) => {
      changed(message);
      for (const set of [setAddress, setMemo, setLabel, setCode]) set('');
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    save.reset();
  };
  const isAboutAddress = aboutAddress.some((reason) => isRefusedFor(save.error, reason));
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <SelectField
        large
        label={t('wallet.network')}
        value={String(protocol?.id ?? '')}
        options={protocols.map(({ chain_protocol: chain, currency_code: currency, id }) => ({
          id: String(id),
          name: `${currency} · ${chain.code}`,
        }))}
        onChange={typed(setChosen)}
      />
      <TextInput
        label={t('wallet.receiver')}
        value={address}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        error={isAboutAddress ? refusalOf(save.error) : null}
        onChange={(event) => typed(setAddress)(event.currentTarget.value)}
      />
      {protocol?.memo_required === 1 && (
        <TextInput
          label={t('wallet.memo')}
          value={memo}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => typed(setMemo)(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t('addresses.label')}
        value={label}
        maxLength={64}
        autoComplete="off"
        onChange={(event) => typed(setLabel)(event.currentTarget.value)}
      />
      <SecurityCodeField value={code} error={isAboutAddress ? null : refusalOf(save.error)} onChange={typed(setCode)} />
      <Button type="submit" size="touch" aria-busy={save.isPending} aria-disabled={save.isPending}>
        {t('addresses.add')}
      </Button>
      {factorDialog}
    </form>
  );
}
