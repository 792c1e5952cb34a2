import { TextInput } from '@mantine/core';
import { marketCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { fromUnits } from '../../../live/decimal.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';

const maxDecimals = 8;

/** Lists a currency, whose code and decimals never change afterwards. */
export function ListCurrency({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState(String(maxDecimals));
  const code = typed.trim().toUpperCase();
  const isCode = /^[A-Z0-9]{1,12}$/.test(code);
  const decimals = wholeNumber(text, 0, maxDecimals);
  const input = isCode && decimals !== null ? { code, decimals } : null;
  return (
    <ActionDialog
      call={marketCalls.listCurrency}
      title={t('currencies.listTitle')}
      confirmLabel={t('currencies.list')}
      reasonCode="listing"
      input={input}
      {...(input === null
        ? {}
        : {
            changes: [
              { field: t('currencies.code'), before: null, after: input.code },
              {
                field: t('currencies.smallestUnit'),
                before: null,
                after: `${fromUnits(1n, input.decimals)} ${input.code}`,
              },
            ],
          })}
      fields={['code', 'decimals']}
      fieldOf={{ currency_listed: 'code' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('currencies.listHint')}</p>
          <TextInput
            label={t('currencies.code')}
            description={t('currencies.codeHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            value={typed}
            error={typed !== '' && !isCode ? t('currencies.codeInvalid') : errorOf('code')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextInput
            label={t('currencies.decimals')}
            description={t('currencies.decimalsHint')}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            error={decimals === null ? t('currencies.decimalsInvalid') : errorOf('decimals')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}
