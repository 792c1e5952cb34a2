import { Textarea } from '@mantine/core';
import { type P2pMerchantRow, p2pCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

type Decision = 'approve' | 'reject' | 'suspend' | 'restore';

/** The decision that a dialog asks for. */
export interface MerchantAction {
  readonly decision: Decision;
  readonly row: P2pMerchantRow;
}

/** The decisions that are possible in a state. */
export function merchantDecisions(state: P2pMerchantRow['state']): readonly Decision[] {
  switch (state) {
    case 'pending':
      return ['approve', 'reject'];
    case 'approved':
      return ['suspend'];
    case 'suspended':
      return ['restore'];
    case 'none':
    case 'rejected':
    case 'leaving':
    case 'left':
      return [];
  }
}

const after = {
  approve: 'approved',
  reject: 'rejected',
  suspend: 'suspended',
  restore: 'approved',
} as const satisfies Record<Decision, P2pMerchantRow['state']>;

/** The most characters of a text to a merchant. */
const longest = 500;

interface MerchantDialogProps {
  readonly action: MerchantAction;
  readonly onClose: () => void;
}

/** Decides about a merchant. The merchant reads the words, which a rejection and a suspension need. */
export function MerchantDialog({ action: { decision, row }, onClose }: MerchantDialogProps) {
  const t = useTexts();
  const [words, setWords] = useState('');
  const isHarsh = decision === 'reject' || decision === 'suspend';
  const text = words.trim();
  return (
    <ActionDialog
      call={p2pCalls.decideP2pMerchant}
      title={t(`fiat.merchantTitles.${decision}`, { name: row.name })}
      confirmLabel={t(`fiat.${decision}`)}
      reasonCode="policy"
      isDestructive={isHarsh}
      input={isHarsh && text === '' ? null : { user_id: row.id, version: row.version, decision, words: text }}
      changes={[
        {
          field: t('words.state'),
          before: t(`fiat.merchantStates.${row.state}`),
          after: t(`fiat.merchantStates.${after[decision]}`),
        },
      ]}
      fields={['words']}
      fieldOf={{ words_required: 'words' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t(`fiat.merchantHints.${decision}`)}</p>
          <Textarea
            label={t('fiat.wordsToMerchant')}
            rows={3}
            maxLength={longest}
            value={words}
            error={errorOf('words')}
            spellCheck
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}
