import type { UserInfo } from '@bourse/contract/identity';
import { DevicesCard } from './devices-card.tsx';
import { FreezeCard } from './freeze-card.tsx';
import { LoginHistoryCard } from './login-history-card.tsx';
import { PhishingCard } from './phishing-card.tsx';

/** The rarely used cards of the account's security, loaded after the others. */
export function MoreSecurity({ user }: { readonly user: UserInfo }) {
  return (
    <>
      <DevicesCard />
      <LoginHistoryCard />
      <PhishingCard isSet={user.phishing_code} />
      <FreezeCard user={user} />
    </>
  );
}
