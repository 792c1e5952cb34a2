import {
  type DrawAddress,
  drawAddressList,
  onlyDrawAddresses,
  type OwnDrawAddresses,
  removeDrawAddress,
  saveDrawAddress,
} from '@bourse/contract/addresses';
import { currencyProtocols } from '@bourse/contract/chains';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { SecurityCodeField } from '../identity/index.ts';
import { useSecondFactor } from '../second-factor/index.ts';
import classes from '../../ui/wallet.module.css';

/** The withdrawal addresses that a user has saved. */
export function BindAddressPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(drawAddressList, {});
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
        <Saved rows={data?.data.addresses} failed={isError} onRetry={() => void refetch()} />
      </section>
      {data !== undefined && (
        <section className={classes.card} aria-label={t('addresses.only')}>
          <OnlySaved own={data.data} />
        </section>
      )}
    </div>
  );
}

/** Says the message of a change and reads the list again. */
function useChanges() {
  const { queries } = useLive();
  return (message: string): void => {
    toast(message, 'success');
    announce(message);
    void queries.invalidateQueries({ queryKey: [drawAddressList.path] });
  };
}

function AddressForm() {
  const { t } = useTranslation();
  const changed = useChanges();
  const { factorDialog, withFactor } = useSecondFactor();
  const protocols = useRead(currencyProtocols, {}).data?.data.filter(({ open_draw: open }) => open === 1) ?? [];
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
      return (await withFactor(saveDrawAddress, target)).message;
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
      <SecurityCodeField value={code} error={refusalOf(save.error)} onChange={typed(setCode)} />
      <Button type="submit" size="touch" aria-busy={save.isPending} aria-disabled={save.isPending}>
        {t('addresses.add')}
      </Button>
      {factorDialog}
    </form>
  );
}

interface SavedProps {
  readonly rows: readonly DrawAddress[] | undefined;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

function Saved(props: SavedProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      {...props}
      caption={t('addresses.saved')}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={t('addresses.none')}
    />
  );
}

function useColumns(): readonly Column<DrawAddress>[] {
  const { t } = useTranslation();
  const { call } = useLive();
  const figures = useFigures();
  const changed = useChanges();
  const remove = useMutation({
    mutationFn: async (id: number) => (await call(removeDrawAddress, { id })).message,
    onSuccess: changed,
  });
  return [
    { id: 'label', head: t('addresses.label'), cell: ({ label }) => label },
    {
      id: 'network',
      head: t('wallet.network'),
      cell: ({ chain_protocol: chain, currency_code: code }) => `${code} · ${chain.code}`,
    },
    {
      id: 'address',
      head: t('wallet.receiver'),
      cell: ({ address, memo }) => (memo === null ? address : `${address} (${memo})`),
    },
    {
      id: 'usable',
      head: t('addresses.usableFrom'),
      cell: ({ usable_from: time }) => <span className="figures">{figures.dateTime(time)}</span>,
    },
    {
      id: 'remove',
      head: '',
      cell: ({ id }) => (
        <button type="button" className={classes.link} onClick={() => remove.mutate(id)}>
          {t('addresses.stop')}
        </button>
      ),
      wide: true,
    },
  ];
}

/** The switch that allows withdrawals to saved addresses only. Switching it off needs a code. */
function OnlySaved({ own: { ends_at: endsAt, only } }: { readonly own: OwnDrawAddresses }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const changed = useChanges();
  const { factorDialog, withFactor } = useSecondFactor();
  const [code, setCode] = useState('');
  const isOn = only === 1;
  const turn = useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (on: boolean) => (await withFactor(onlyDrawAddresses, on ? { on: 1 } : { on: 0, code })).message,
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
