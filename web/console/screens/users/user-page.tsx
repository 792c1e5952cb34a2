import { feedbackCalls, withdrawalCalls } from '@bourse/contract/console';
import { useAddress } from '../../parts/address.ts';
import { ConsoleLink } from '../../parts/console-link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTexts } from '../../texts/texts.ts';
import { BalanceTab, LogTab } from './money-tabs.tsx';
import { OpenOrderTab, OrderTab, TradeTab } from './order-tabs.tsx';
import { DeviceTab, MessageTab, SessionTab } from './session-tabs.tsx';
import { NoteTab, StaffTab } from './note-tabs.tsx';
import { FeedbackTab } from './feedback-tab.tsx';
import { PaymentTab } from './payment-tab.tsx';
import { WithdrawalTab } from './withdrawal-tab.tsx';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { useMay } from '../../wire/session.ts';
import { useUser } from './use-user.ts';
import classes from './user-page.module.css';

const tabs = [
  'person',
  'balances',
  'log',
  'open',
  'orders',
  'trades',
  'withdrawals',
  'sessions',
  'devices',
  'messages',
  'feedback',
  'payments',
  'notes',
  'staff',
] as const;
type UserTab = (typeof tabs)[number];

/** Everything about a user, in tabs. */
export function UserPage({ id }: { readonly id: number }) {
  const t = useTexts();
  const { query, set } = useAddress();
  const read = useUser(id);
  const maySeeFeedback = useMay(feedbackCalls.feedbackInbox);
  const maySeeWithdrawals = useMay(withdrawalCalls.userWithdrawals);
  const shown = tabs.filter(
    (one) => (one !== 'feedback' || maySeeFeedback) && (one !== 'withdrawals' || maySeeWithdrawals),
  );
  const tab = shown.find((one) => one === query.get('tab')) ?? 'person';
  return (
    <Screen
      title={t('users.one', { id })}
      actions={
        <>
          <ConsoleLink to="/users" className={classes.back}>
            {t('users.back')}
          </ConsoleLink>
          {read.data !== undefined && <UserActions user={read.data} />}
        </>
      }
      padded={tab === 'person'}
      filters={
        <Tabs
          label={t('users.tabs')}
          className={classes.tabs}
          tabs={shown.map((one) => ({ id: one, label: t(`users.tabNames.${one}`) }))}
          selected={tab}
          onSelect={(one) => set({ tab: one === 'person' ? null : one })}
        />
      }
    >
      {tab === 'person' ? (
        <div className={classes.person}>
          <UserFacts id={id} read={read} />
        </div>
      ) : (
        <UserTable tab={tab} id={id} />
      )}
    </Screen>
  );
}

function UserTable({ tab, id }: { readonly tab: Exclude<UserTab, 'person'>; readonly id: number }) {
  switch (tab) {
    case 'balances':
      return <BalanceTab id={id} />;
    case 'log':
      return <LogTab id={id} />;
    case 'open':
      return <OpenOrderTab id={id} />;
    case 'orders':
      return <OrderTab id={id} />;
    case 'trades':
      return <TradeTab id={id} />;
    case 'withdrawals':
      return <WithdrawalTab id={id} />;
    case 'sessions':
      return <SessionTab id={id} />;
    case 'devices':
      return <DeviceTab id={id} />;
    case 'messages':
      return <MessageTab id={id} />;
    case 'feedback':
      return <FeedbackTab id={id} />;
    case 'payments':
      return <PaymentTab id={id} />;
    case 'notes':
      return <NoteTab id={id} />;
    case 'staff':
      return <StaffTab id={id} />;
  }
}
