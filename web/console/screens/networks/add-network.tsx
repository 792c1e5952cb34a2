import { NativeSelect, TextInput } from '@mantine/core';
import { marketCalls, networkCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { useNetworkChanges } from './network-changes.ts';
import { NetworkFields } from './network-fields.tsx';
import { emptyNetwork, networkTerms } from './network-terms.ts';

const fields = [
  'currency_id',
  'chain_id',
  'code',
  'name',
  'asset',
  'asset_decimals',
  'recharge_min',
  'draw_min',
  'draw_max',
  'fee',
  'arrival_minutes',
  'max_gas',
];

/** Adds a network of a listed currency on a declared chain. */
export function AddNetwork({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const changesBetween = useNetworkChanges();
  const currencies = useList(marketCalls.currencies, {});
  // The screen reads the same call below this dialog, so both must read it in the same way.
  const chains = useRead(networkCalls.followedChains, {});
  const [described, describe] = useState({ currency: '', chain: '', code: '', name: '', asset: '', decimals: '' });
  const [needsMemo, setMemo] = useState(false);
  const [texts, setTexts] = useState(emptyNetwork);
  const currency = currencies.rows?.find(({ id }) => String(id) === described.currency);
  const chain = chains.data?.rows.find(({ id }) => String(id) === described.chain);
  const code = described.code.trim().toUpperCase();
  const isCode = /^[A-Z0-9]{1,16}$/.test(code);
  const name = described.name.trim();
  const decimals = wholeNumber(described.decimals, 0, 30);
  const terms = networkTerms(texts);
  const isComplete =
    currency !== undefined && chain !== undefined && isCode && name !== '' && decimals !== null && terms !== null;
  const input = isComplete
    ? {
        currency_id: currency.id,
        chain_id: chain.id,
        code,
        name,
        asset: described.asset.trim(),
        asset_decimals: decimals,
        memo_required: needsMemo,
        ...terms,
      }
    : null;
  return (
    <ActionDialog
      call={networkCalls.addNetwork}
      title={t('networks.addTitle')}
      confirmLabel={t('networks.add')}
      reasonCode="listing"
      isWide
      input={input}
      {...(input === null ? {} : { changes: changesBetween(null, input) })}
      fields={fields}
      fieldOf={{ currency_unknown: 'currency_id', chain_unknown: 'chain_id', network_listed: 'asset' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('networks.addHint')}</p>
          <NativeSelect
            label={t('networks.fields.currency_code')}
            value={described.currency}
            error={errorOf('currency_id')}
            data={[
              { value: '', label: t('networks.chooseCurrency'), disabled: true },
              ...(currencies.rows ?? []).map((row) => ({ value: String(row.id), label: row.code })),
            ]}
            onChange={({ currentTarget: { value } }) => describe({ ...described, currency: value })}
          />
          <NativeSelect
            label={t('networks.fields.chain')}
            value={described.chain}
            error={errorOf('chain_id')}
            data={[
              { value: '', label: t('networks.chooseChain'), disabled: true },
              ...(chains.data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.name })),
            ]}
            onChange={({ currentTarget: { value } }) => describe({ ...described, chain: value })}
          />
          <TextInput
            label={t('networks.fields.code')}
            description={t('networks.codeHint')}
            autoComplete="off"
            maxLength={16}
            value={described.code}
            error={code !== '' && !isCode ? t('networks.codeInvalid') : errorOf('code')}
            onChange={({ currentTarget: { value } }) => describe({ ...described, code: value })}
          />
          <TextInput
            label={t('networks.fields.name')}
            autoComplete="off"
            maxLength={40}
            value={described.name}
            error={errorOf('name')}
            onChange={({ currentTarget: { value } }) => describe({ ...described, name: value })}
          />
          <TextInput
            label={t('networks.fields.asset')}
            description={t('networks.assetHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={described.asset}
            error={errorOf('asset')}
            onChange={({ currentTarget: { value } }) => describe({ ...described, asset: value })}
          />
          <TextInput
            label={t('networks.fields.asset_decimals')}
            inputMode="numeric"
            autoComplete="off"
            value={described.decimals}
            error={errorOf('asset_decimals')}
            onChange={({ currentTarget: { value } }) => describe({ ...described, decimals: value })}
          />
          <NativeSelect
            label={t('networks.fields.memo_required')}
            value={needsMemo ? 'yes' : 'no'}
            data={[
              { value: 'no', label: t('networks.notRequired') },
              { value: 'yes', label: t('networks.required') },
            ]}
            onChange={({ currentTarget: { value } }) => setMemo(value === 'yes')}
          />
          <NetworkFields texts={texts} unit={currency?.code} errorOf={errorOf} onChange={setTexts} />
        </>
      )}
    </ActionDialog>
  );
}
