import { NativeSelect, TextInput } from '@mantine/core';
import { verificationCalls, type VerificationRow } from '@bourse/contract/console';
import { rejectionKeys } from '@bourse/contract/verification';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

/** The action that a dialog asks for. */
export interface VerificationAction {
  readonly kind: 'take' | 'approve' | 'reject';
  readonly row: VerificationRow;
}

interface DialogProps {
  readonly row: VerificationRow;
  readonly onClose: () => void;
}

export function VerificationDialog({
  action,
  onClose,
}: Pick<DialogProps, 'onClose'> & { readonly action: VerificationAction }) {
  switch (action.kind) {
    case 'take':
      return <TakeDialog row={action.row} onClose={onClose} />;
    case 'approve':
      return <ApproveDialog row={action.row} onClose={onClose} />;
    case 'reject':
      return <RejectDialog row={action.row} onClose={onClose} />;
  }
}

function TakeDialog({ row, onClose }: DialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={verificationCalls.takeVerification}
      title={t('verifications.takeTitle', { id: row.user_id })}
      confirmLabel={t('verifications.take')}
      reasonCode="policy"
      input={{ id: row.id, version: row.version }}
      onClose={onClose}
    >
      <p>{t('verifications.takeHint')}</p>
    </ActionDialog>
  );
}

function ApproveDialog({ row, onClose }: DialogProps) {
  const t = useTexts();
  return (
    <ActionDialog
      call={verificationCalls.approveVerification}
      title={t('verifications.approveTitle', { id: row.user_id })}
      confirmLabel={t('verifications.approve')}
      reasonCode="policy"
      input={{ id: row.id, version: row.version }}
      changes={[
        {
          field: t('words.state'),
          before: t('verifications.states.review'),
          after: t('verifications.states.approved'),
        },
      ]}
      onClose={onClose}
    />
  );
}

/** The reasons that staff can choose. */
const keys = rejectionKeys.filter((key) => key !== 'test');

function RejectDialog({ row, onClose }: DialogProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState('');
  const [words, setWords] = useState('');
  const key = keys.find((one) => one === chosen);
  return (
    <ActionDialog
      call={verificationCalls.rejectVerification}
      title={t('verifications.rejectTitle', { id: row.user_id })}
      confirmLabel={t('verifications.reject')}
      isDestructive
      reasonCode="policy"
      input={key === undefined ? null : { id: row.id, version: row.version, key, words: words.trim() }}
      fields={['words']}
      fieldOf={{ words_required: 'words' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('verifications.rejectHint')}</p>
          <NativeSelect
            label={t('verifications.key')}
            value={chosen}
            data={[
              { value: '', label: t('action.chooseReason'), disabled: true },
              ...keys.map((one) => ({ value: one, label: t(`verifications.keys.${one}`) })),
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <TextInput
            label={t('verifications.words')}
            value={words}
            maxLength={300}
            error={errorOf('words')}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}
