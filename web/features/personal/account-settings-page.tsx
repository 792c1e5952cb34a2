import { useTranslation } from 'react-i18next';
import { AccountCard } from './account-card.tsx';
import { DisplayCard } from './display-card.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import classes from './settings.module.css';

/** The user's account, security, invitations and display settings. */
export function AccountSettingsPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('shell.accountSettings')}</h1>
      <AccountCard />
      <InvitationCard />
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard />
      <NoticesCard />
      <DisplayCard />
    </div>
  );
}
