import type { WalletAccount } from '@bourse/contract/wallet';
import { accountType } from '@bourse/engine';
import { type Notices, PendingNotices } from '../../people/alerts/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import type { Signer } from '../signer/index.ts';
import { DepositAddresses } from './addresses.ts';
import { registerDepositConsole, type DepositConsoleParts } from './console.ts';
import type { Deposit } from './deposit.ts';
import { ChainFollower, type FollowerParts } from './follower.ts';
import { depositNotices } from './notices.ts';
import { registerDeposits } from './routes.ts';
import { depositOnWire } from './wire.ts';
import { migrations } from './migrations/index.ts';
import { depositPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface DepositParts extends With<
  | 'background'
  | 'chains'
  | 'core'
  | 'db'
  | 'depositAddresses'
  | 'gateway'
  | 'identityDb'
  | 'log'
  | 'now'
  | 'privately'
  | 'signer'
  | 'views'
> {
  readonly notices: Pick<Notices, 'write'>;
  readonly settings: FollowerParts['settings'];
}

/** Deposits of coins. */
export const deposits = {
  tables: depositPrivileges,
  migrations,
  login: 'custody' as const,
  // Without a signer there is no open chain, so it is never asked.
  offers: ({ custodyDb: db, now, signer }: With<'custodyDb' | 'now' | 'signer'>): With<'depositAddresses'> => ({
    depositAddresses: new DepositAddresses({ db, now, signer: signer ?? noSigner }),
  }),
  open: (parts: DepositParts) => {
    const { chains, depositAddresses: addresses, gateway, signer } = parts;
    const pending = new PendingNotices({ ...parts, of: 'deposits', read: () => depositNotices(parts) });
    const changed = (deposit: Deposit, confirmations: number): void =>
      announce({ ...parts, pending }, deposit, confirmations);
    const followers = new Map(
      chains.chains.map((chain) => [
        chain.id,
        new ChainFollower(chain, { ...parts, addresses, changed, signer: signer ?? noSigner }),
      ]),
    );
    chains.countBy((chain, height) => followers.get(chain)?.confirmations(height) ?? 0);
    registerDeposits(gateway, { ...parts, addresses, followers });
    return {
      console: (own: Omit<DepositConsoleParts, 'followers'>): void => {
        registerDepositConsole({ ...own, followers });
      },
    };
  },
};

const never = (): Promise<never> => Promise.reject(new Error('This exchange has no signer.'));
const noSigner: Signer = {
  depositXpub: never,
  address: never,
  coldAddress: never,
  slotOf: never,
  check: never,
  sign: never,
};

/** Shows a step of a deposit to its owner. */
function announce(
  parts: DepositParts & { readonly pending: PendingNotices },
  deposit: Deposit,
  confirmations: number,
): void {
  const { chains, pending, privately, views } = parts;
  const { user } = deposit;
  if (user === null) return;
  if (deposit.credit !== 'none') pending.wake();
  const surroundings = { chains, listings: views.listings };
  privately.say(user, (language) => ({
    type: 'WALLET',
    kind: 'deposit',
    row: depositOnWire(surroundings, deposit, confirmations, language),
    account: accountAfter(parts, deposit),
  }));
}

function accountAfter({ chains, views }: DepositParts, { credit, protocol, user }: Deposit): WalletAccount | null {
  const terms = chains.protocol(protocol);
  if (credit === 'none' || terms === null || user === null) return null;
  const currency = views.listings.currency(terms.currency);
  const { available, locked } = views.balances.read(user, accountType.change, currency.id);
  return {
    account_type_id: accountType.change,
    currency_id: currency.id,
    balance: unitsText(currency, available),
    lock_balance: unitsText(currency, locked),
  };
}
