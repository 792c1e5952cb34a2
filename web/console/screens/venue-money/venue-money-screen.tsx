import { venueMoneyCalls } from '@bourse/contract/console';
import { useState } from 'react';
import { useAddress } from '../../parts/address.ts';
import { useList } from '../../wire/use-list.ts';
import { AccountsTab } from './accounts-tab.tsx';
import type { MoneyAction } from './money-frame.tsx';
import { MoneyDialog } from './money-dialogs.tsx';
import { TransfersTab } from './transfers-tab.tsx';

/** The exchange's own money: the balances of its accounts, and the transfers between them and to users. */
export function VenueMoneyScreen() {
  const { query } = useAddress();
  const accounts = useList(venueMoneyCalls.venueAccounts, {});
  const [action, begin] = useState<MoneyAction | null>(null);
  const Tab = query.get('tab') === 'transfers' ? TransfersTab : AccountsTab;
  return (
    <>
      <Tab accounts={accounts} onAction={begin} />
      {action !== null && accounts.rows !== undefined && (
        <MoneyDialog action={action} rows={accounts.rows} onClose={() => begin(null)} />
      )}
    </>
  );
}
