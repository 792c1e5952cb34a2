import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { type P2pAppealRow, p2pCalls } from '@bourse/contract/console';
import { type AppealFinding, appealFindings } from '@bourse/contract/p2p';
import { countWords, minFeedbackWords } from '@bourse/contract/support';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';

/** The action that a dialog asks for. */
export interface AppealAction {
  readonly kind: 'decide' | 'review';
  readonly row: P2pAppealRow;
}

interface DialogProps {
  readonly row: P2pAppealRow;
  readonly onClose: () => void;
}

export function AppealDialog({ action, onClose }: Pick<DialogProps, 'onClose'> & { readonly action: AppealAction }) {
  switch (action.kind) {
    case 'decide':
      return <Decide row={action.row} onClose={onClose} />;
    case 'review':
      return <Review row={action.row} onClose={onClose} />;
  }
}

const outcomes = ['release', 'refund'] as const;
type Outcome = (typeof outcomes)[number];

/** Where the refusals of a decision are shown. */
const fieldOf = { words_too_few: 'words', finding_contradicts: 'finding' } as const;

function Decide({ onClose, row }: DialogProps) {
  const t = useTexts();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [finding, setFinding] = useState<AppealFinding | null>(null);
  const [words, setWords] = useState('');
  const { four_eyes: fourEyes, id, number, version } = row;
  // No coins wait for an appeal about a late payment.
  const isLate = row.reason === 'late';
  const isComplete = outcome !== null && finding !== null && countWords(words) >= minFeedbackWords;
  const coins = `${row.number_coin} ${row.currency_code} (${row.amount} ${row.fiat}, ${row.usd} USD)`;
  return (
    <ActionDialog
      call={p2pCalls.resolveP2pAppeal}
      title={t('fiat.decideTitle', { number })}
      confirmLabel={t('fiat.decide')}
      reasonCode="appeal"
      isDestructive
      needsSecond={fourEyes}
      input={isComplete ? { id, version, outcome, finding, words: words.trim() } : null}
      changes={[{ field: t('fiat.coins'), before: null, after: coins }]}
      fields={['words', 'finding']}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('fiat.decideHint')}</p>
          {isLate && <p>{t('fiat.lateHint')}</p>}
          <NativeSelect
            label={t('fiat.outcome')}
            value={outcome ?? ''}
            data={[
              { value: '', label: t('fiat.chooseOutcome'), disabled: true },
              ...(isLate
                ? [{ value: 'refund', label: t('fiat.decisions.late') }]
                : outcomes.map((value) => ({ value, label: t(`fiat.decisions.${value}`) }))),
            ]}
            onChange={(event) => setOutcome(outcomes.find((one) => one === event.currentTarget.value) ?? null)}
          />
          <FindingField value={finding} error={errorOf('finding')} onChange={setFinding} />
          <WordsField value={words} error={errorOf('words')} onChange={setWords} />
        </>
      )}
    </ActionDialog>
  );
}

function Review({ onClose, row }: DialogProps) {
  const t = useTexts();
  const [finding, setFinding] = useState<AppealFinding | null>(row.finding);
  const [lift, setLift] = useState(false);
  const [words, setWords] = useState('');
  const { id, number, version } = row;
  const nameOf = (one: AppealFinding | null): string | null => (one === null ? null : t(`fiat.findings.${one}`));
  return (
    <ActionDialog
      call={p2pCalls.reviewP2pAppeal}
      title={t('fiat.reviewTitle', { number })}
      confirmLabel={t('fiat.review')}
      reasonCode="correction"
      input={
        finding !== null && countWords(words) >= minFeedbackWords
          ? { id, version, finding, lift, words: words.trim() }
          : null
      }
      changes={[{ field: t('fiat.finding'), before: nameOf(row.finding), after: nameOf(finding) }]}
      fields={['words', 'finding']}
      fieldOf={fieldOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t('fiat.reviewHint')}</p>
          <FindingField value={finding} error={errorOf('finding')} onChange={setFinding} />
          <Checkbox label={t('fiat.lift')} checked={lift} onChange={(event) => setLift(event.currentTarget.checked)} />
          <WordsField value={words} error={errorOf('words')} onChange={setWords} />
        </>
      )}
    </ActionDialog>
  );
}

interface FieldProps<Value> {
  readonly value: Value;
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}

function FindingField({ error, onChange, value }: FieldProps<AppealFinding | null>) {
  const t = useTexts();
  return (
    <NativeSelect
      label={t('fiat.finding')}
      value={value ?? ''}
      error={error}
      data={[
        { value: '', label: t('fiat.chooseFinding'), disabled: true },
        ...appealFindings.map((one) => ({ value: one, label: t(`fiat.findings.${one}`) })),
      ]}
      onChange={(event) => onChange(appealFindings.find((one) => one === event.currentTarget.value) ?? null)}
    />
  );
}

/** The most characters of a text to users. */
const longest = 1_000;

/** The words that both sides read. They are counted while they are typed, as the server counts them. */
function WordsField({ error, onChange, value }: FieldProps<string>) {
  const t = useTexts();
  return (
    <Textarea
      label={t('fiat.words')}
      description={t('fiat.wordsHint', { words: countWords(value), minimum: minFeedbackWords })}
      rows={4}
      maxLength={longest}
      value={value}
      error={error}
      spellCheck
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
