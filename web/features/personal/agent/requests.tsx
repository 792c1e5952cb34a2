import { agentAnswer, type AgentRequest, agentRequests } from '@bourse/contract/agents';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../../live/read.ts';
import { Button } from '../../../ui/button.tsx';
import { ratioPercent } from '../../../ui/ratio-percent.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { SettingsCard } from '../settings-card.tsx';
import settings from '../settings.module.css';
import { useAgentAction } from './use-agent-action.ts';
import classes from './agent.module.css';

/** The requests of agents that wait for an answer; nothing without any. */
export function AgentRequestsCard() {
  const { t } = useTranslation();
  const requests = useRead(agentRequests, {}).data?.data ?? [];
  if (requests.length === 0) return null;
  return (
    <SettingsCard id="agentRequests" title={t('agent.requests')}>
      <ul className={classes.requests}>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </SettingsCard>
  );
}

function Request({ request }: { readonly request: AgentRequest }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const answer = useAgentAction(agentAnswer);
  const share = figures.trimmed(ratioPercent(request.share), 4);
  return (
    <li className={classes.request}>
      <p>{t('agent.requestText', { agent: request.agent, share })}</p>
      <p>{t('agent.sees')}</p>
      <p className={settings.quiet}>{t('agent.expires', { time: figures.dateTime(request.expires_at) })}</p>
      {answer.refusal !== null && (
        <p className={classes.refusal} role="alert">
          {answer.refusal}
        </p>
      )}
      <div className={classes.buttons}>
        <Button disabled={answer.busy} onClick={() => answer.run({ id: request.id, accept: 1 })}>
          {t('agent.accept')}
        </Button>
        <Button look="plain" disabled={answer.busy} onClick={() => answer.run({ id: request.id, accept: 0 })}>
          {t('agent.decline')}
        </Button>
      </div>
    </li>
  );
}
