import { TextInput } from '@mantine/core';
import { depositCalls, type DepositRow } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';

interface AssignDepositProps {
  readonly deposit: DepositRow;
  readonly onClose: () => void;
}

/** Assigns an unattributed deposit to a user. */
export function AssignDeposit({ deposit, onClose }: AssignDepositProps) {
  const t = useTexts();
  const [text, setText] = useState('');
  const user = wholeNumber(text, 1, Number.MAX_SAFE_INTEGER);
  return (
    <ActionDialog
      call={depositCalls.assignDeposit}
      title={t('deposits.assignTitle', { id: deposit.id })}
      confirmLabel={t('deposits.assign')}
      reasonCode="correction"
      input={user === null ? null : { id: deposit.id, user }}
      changes={[
        {
          field: t('deposits.user'),
          before: t('deposits.noUser'),
          after: user === null ? null : String(user),
        },
        { field: t('deposits.amount'), before: null, after: `${deposit.amount} ${deposit.currency_code}` },
      ]}
      fields={['user']}
      fieldOf={{ user_unknown: 'user' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('deposits.assignHint')}</p>
          <TextInput
            label={t('deposits.userId')}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            error={text !== '' && user === null ? t('deposits.userInvalid') : errorOf('user')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}
