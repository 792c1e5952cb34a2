import { userInfo } from '@bourse/contract/identity';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { optionalPart } from '../../ui/optional-part.ts';
import { AccountCard } from './account-card.tsx';
import { AgentRequestsCard } from './agent/requests.tsx';
import { AuthorizationCard } from './authorization-card.tsx';
import { DisplayCard } from './display-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import classes from './settings.module.css';

const InvitationCard = optionalPart(async () => (await import('./invitation-card.tsx')).InvitationCard);
const OwnAgentCard = optionalPart(async () => (await import('./agent/own-agent.tsx')).OwnAgentCard);
const MoreSecurity = optionalPart(async () => (await import('./more-security.tsx')).MoreSecurity);

/** The user's account, security, invitations and display settings. */
export function AccountSettingsPage() {
  const { t } = useTranslation();
  const user = useRead(userInfo, {}, { staleMs: Infinity }).data?.data;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('shell.accountSettings')}</h1>
      <AccountCard />
      {user !== undefined && (user.agent_id !== 0 || user.is_agent) ? (
        <Suspense fallback={null}>
          <InvitationCard isAgent={user.is_agent} />
          {user.agent_id !== 0 && <OwnAgentCard />}
        </Suspense>
      ) : (
        <>
          <AgentRequestsCard />
          <AuthorizationCard />
        </>
      )}
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard />
      <NoticesCard />
      <DisplayCard />
      {/* The last, because it is loaded later and would move what is below it. */}
      <Suspense fallback={null}>{user !== undefined && <MoreSecurity user={user} />}</Suspense>
    </div>
  );
}
