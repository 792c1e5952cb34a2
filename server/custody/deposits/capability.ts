import { type Notices, PendingNotices } from '../../people/alerts/index.ts';
import type { Signer } from '../signer/index.ts';
import { DepositAddresses } from './addresses.ts';
import { announce } from './announce.ts';
import { registerDepositConsole, type DepositConsoleParts } from './console.ts';
import type { Deposit } from './deposit.ts';
import { ChainFollower, type FollowerParts } from './follower.ts';
import { depositNotices } from './notices.ts';
import { registerDeposits } from './routes.ts';
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
    const changed = (deposit: Deposit, confirmations: number): void => {
      if (deposit.credit !== 'none') pending.wake();
      announce(parts, deposit, confirmations);
    };
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
