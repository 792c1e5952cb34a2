import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/panel.tsx';
import type { SecondsDraft } from './seconds-draft.ts';
import { SecondsFields } from './seconds-fields.tsx';

interface SecondsFormProps {
  readonly match: Match;
  readonly draft: SecondsDraft;
  readonly onDraft: (draft: SecondsDraft) => void;
  readonly stale: boolean;
  readonly className: string | undefined;
}

/** The form of a contract in a panel of its own. */
export function SecondsForm({ className, stale, ...props }: SecondsFormProps) {
  const { t } = useTranslation();
  return (
    <Panel label={t('seconds.form')} stale={stale} className={className}>
      <SecondsFields {...props} directions={bothDirections} />
    </Panel>
  );
}

const bothDirections = ['up', 'down'] as const;
