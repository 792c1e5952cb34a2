import { leaveAgent, ownAgent } from '@bourse/contract/agents';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../live/read.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ratioPercent } from '../../../ui/ratio-percent.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { SettingsCard } from '../settings-card.tsx';
import settings from '../settings.module.css';
import { useAgentAction } from './use-agent-action.ts';

const reserved = '\u00a0';

/** The user's agent, and the button to leave it. */
export function OwnAgentCard() {
  const { t } = useTranslation();
  const figures = useFigures();
  const { data, isError, refetch } = useRead(ownAgent, {});
  const [asking, setAsking] = useState(false);
  const leaving = useAgentAction(leaveAgent, () => setAsking(false));
  const own = data?.data;
  // Until they are loaded, the lines are as high as the loaded ones.
  const agent = own?.agent ?? reserved;
  const since = own === undefined || own.since === null ? reserved : figures.dateTime(own.since);
  const share =
    own === undefined || own.share === null
      ? reserved
      : t('agent.shareOf', { share: figures.trimmed(ratioPercent(own.share), 4) });
  return (
    <SettingsCard
      id="agent"
      title={t('agent.own')}
      text={t('agent.ownText')}
      action={
        <Button look="plain" disabled={own === undefined} onClick={() => setAsking(true)}>
          {t('agent.leave')}
        </Button>
      }
    >
      {own === undefined && isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <>
          <dl className={settings.rows}>
            <div className={settings.row}>
              <dt>{t('agent.agent')}</dt>
              <dd className={settings.value}>{agent}</dd>
            </div>
            <div className={settings.row}>
              <dt>{t('agent.agentShare')}</dt>
              <dd className="figures">{share}</dd>
            </div>
            <div className={settings.row}>
              <dt>{t('agent.userSince')}</dt>
              <dd className="figures">{since}</dd>
            </div>
          </dl>
          {own?.was_agent === true && <Link to="/personal/agent">{t('agent.open')}</Link>}
          <p className={settings.note}>{t('agent.sees')}</p>
          <p className={settings.note}>{t('agent.inviteNote', { agent })}</p>
        </>
      )}
      <ConfirmDialog
        title={t('agent.leaveTitle')}
        opened={asking}
        confirmLabel={t('agent.leave')}
        cancelLabel={t('agent.stay')}
        isDestructive
        busy={leaving.busy}
        error={leaving.refusal}
        onConfirm={() => leaving.run({})}
        onClose={() => {
          leaving.reset();
          setAsking(false);
        }}
      >
        <p>{t('agent.leaveText')}</p>
      </ConfirmDialog>
    </SettingsCard>
  );
}
