import { Textarea, TextInput } from '@mantine/core';
import { agentCalls, agentNeedsSecond, type AgentRow, usualSharePpm } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { wholeNumber } from '../../parts/whole-number.ts';
import { useTexts } from '../../texts/texts.ts';
import { type LimitInput, limitLines, readLimits, readShare, shareText } from './agent-form.ts';

/** The change that a dialog asks for. */
export type AgentAction =
  | { readonly kind: 'make'; readonly row: null }
  | { readonly kind: 'change' | 'restore' | 'remove'; readonly row: AgentRow };

const largestUser = 2 ** 30 - 1;

interface AgentDialogProps {
  readonly action: AgentAction;
  readonly onClose: () => void;
}

/** Makes, changes or removes an agent. */
export function AgentDialog({ action: { kind, row }, onClose }: AgentDialogProps) {
  const t = useTexts();
  const [user, setUser] = useState('');
  const [share, setShare] = useState(shareText(row?.share_ppm ?? usualSharePpm));
  const [lines, setLines] = useState(limitLines(row?.limits ?? []));
  const id = row?.user_id ?? wholeNumber(user, 1, largestUser);
  const sharePpm = kind === 'remove' ? row.share_ppm : readShare(share);
  const limits = readLimits(lines);
  const limitsText = (some: readonly LimitInput[]): string =>
    some.length === 0 ? t('agents.noLimits') : limitLines(some).replaceAll('\n', ', ');
  const state = stateAfter(kind);
  const isComplete = id !== null && sharePpm !== null && limits !== null;
  const input = isComplete
    ? { user_id: id, version: row?.version ?? 0, state, share_ppm: sharePpm, limits: [...limits] }
    : null;
  const changes = [
    {
      field: t('words.state'),
      before: row === null ? null : t(`agents.states.${row.state}`),
      after: t(`agents.states.${state}`),
    },
    ...(sharePpm === null
      ? []
      : [
          {
            field: t('agents.share'),
            before: row === null ? null : shareText(row.share_ppm),
            after: shareText(sharePpm),
          },
        ]),
    ...(limits === null || kind === 'remove'
      ? []
      : [
          {
            field: t(row === null ? 'agents.limits' : 'agents.limitsTomorrow'),
            before: row === null ? null : limitsText(row.limits),
            after: limitsText(limits),
          },
        ]),
  ];
  return (
    <ActionDialog
      call={agentCalls.setAgent}
      title={t(`agents.titles.${kind}`, { id: row?.user_id ?? '' })}
      confirmLabel={t(`agents.${kind}`)}
      reasonCode="agreement"
      isDestructive={kind === 'remove'}
      needsSecond={sharePpm !== null && agentNeedsSecond({ share_ppm: sharePpm, state })}
      input={input}
      changes={changes}
      fields={['user_id', 'share_ppm', 'limits']}
      fieldOf={{
        user_unknown: 'user_id',
        agent_unverified: 'user_id',
        agent_attached: 'user_id',
        agent_share_maximum: 'share_ppm',
        currency_unknown: 'limits',
        decimal_invalid: 'limits',
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{t(`agents.hints.${kind}`)}</p>
          {row === null && (
            <TextInput
              label={t('agents.user')}
              inputMode="numeric"
              value={user}
              error={
                errorOf('user_id') ??
                (user === '' || id !== null ? null : t('entry.whole', { min: 1, max: largestUser }))
              }
              onChange={(event) => setUser(event.currentTarget.value)}
            />
          )}
          {kind !== 'remove' && (
            <>
              <FigureInput
                label={t('agents.share')}
                value={share}
                error={errorOf('share_ppm') ?? (share === '' || sharePpm !== null ? null : t('agents.shareWrong'))}
                onChange={setShare}
              />
              <Textarea
                label={t('agents.limits')}
                description={t('agents.limitsHint')}
                rows={3}
                value={lines}
                error={errorOf('limits') ?? (limits === null ? t('agents.limitsWrong') : null)}
                onChange={(event) => setLines(event.currentTarget.value)}
              />
            </>
          )}
        </>
      )}
    </ActionDialog>
  );
}

function stateAfter(kind: AgentAction['kind']): AgentRow['state'] {
  return kind === 'remove' ? 'removed' : 'active';
}
