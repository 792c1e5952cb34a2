import { ownAgent } from '@bourse/contract/agents';
import { authorizationCode } from '@bourse/contract/identity';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { CopyRow } from './copy-row.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './settings.module.css';

/** The code with which an agent takes in the user, who has none yet. */
export function AuthorizationCard() {
  const { t } = useTranslation();
  const figures = useFigures();
  const agent = useRead(ownAgent, {}).data?.data;
  const availableAt = agent?.available_at ?? null;
  const { data, isError, refetch } = useRead(
    authorizationCode,
    {},
    { saidInPlace: true, enabled: availableAt === null },
  );
  const own = data?.data ?? null;
  return (
    <SettingsCard
      id="invitation"
      title={t('account.authorization')}
      text={t('account.authorizationText')}
      action={agent?.was_agent === true && <Link to="/personal/agent">{t('agent.open')}</Link>}
    >
      {availableAt !== null ? (
        <p>{t('agent.waits', { date: figures.dateTime(availableAt) })}</p>
      ) : isError && own === null ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <dl className={classes.rows}>
          <CopyRow
            name={t('account.authorization')}
            value={own?.code ?? null}
            likely="MMMMMMMMMMMM"
            copyLabel={t('account.copyAuthorization')}
          />
          <div className={classes.row}>
            <dt>{t('account.validUntil')}</dt>
            <dd className="figures">{own === null ? '\u00a0' : figures.dateTime(own.expires_at)}</dd>
          </div>
        </dl>
      )}
    </SettingsCard>
  );
}
