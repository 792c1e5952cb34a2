import type { WalletAccount } from '@bourse/contract/wallet';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { type Notices, PendingNotices } from '../../people/alerts/index.ts';
import type { Background } from '../../ground/background/index.ts';
import type { Logger } from 'pino';
import type { VenueChains } from '../chains/index.ts';
import type { Core } from '../../ground/core/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import { isOwnAddress } from '../deposits/index.ts';
import { type PrivateMessages, unitsText, type Views } from '../../ground/feed/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { FeeBooker, Payer, type PaymentState } from '../outgoing/index.ts';
import type { Signer } from '../signer/index.ts';
import { isApprovedPayment } from './approved-payment.ts';
import { cancelWithdrawalsOf } from './cancel.ts';
import type { RequestParts, SavedAddresses } from './request.ts';
import { registerWithdrawalConsole, type WithdrawalConsoleParts } from './console.ts';
import { withdrawalNotices } from './notices.ts';
import { registerWithdrawals } from './routes.ts';
import { withdrawalOnWire } from './wire.ts';
import type { Withdrawal } from './withdrawal.ts';
import { WithdrawalWorker, type WorkerParts } from './worker.ts';
import { migrations } from './migrations/index.ts';
import { withdrawalPrivileges } from './tables.ts';

interface WithdrawalParts extends Pick<RequestParts, 'proofs' | 'sessions' | 'verified'> {
  readonly background: Background;
  readonly chains: VenueChains;
  readonly core: Core;
  readonly db: Kysely<Schema>;
  readonly identityDb: Kysely<Schema>;
  readonly log: Logger;
  readonly notices: Pick<Notices, 'write'>;
  readonly now: () => number;
  readonly privately: PrivateMessages;
  readonly savedAddresses: SavedAddresses;
  readonly settings: RequestParts['settings'] & WorkerParts['settings'];
  readonly signer: Signer | null;
  readonly views: Views;
}

/** The time between two looks at withdrawals and payments, at most. */
const maxPollMs = 2_000;

/** Withdrawals of coins. */
export const withdrawals = {
  tables: withdrawalPrivileges,
  migrations,
  login: 'custody' as const,
  offers: ({ custodyDb: db, now }: { readonly custodyDb: Kysely<Schema>; readonly now: () => number }) => ({
    /** Cancels the withdrawals of a user that are not paid yet. */
    cancelWithdrawals: (user: UserId): Promise<void> => cancelWithdrawalsOf({ db, now }, user),
  }),
  open: ({ gateway, ...given }: WithdrawalParts & { readonly gateway: Gateway }) => {
    const pending = new PendingNotices({ ...given, of: 'withdrawals', read: () => withdrawalNotices(given) });
    const parts = { ...given, pending };
    const changed = (withdrawal: Withdrawal): void => announce(parts, withdrawal, null);
    registerWithdrawals(gateway, {
      ...parts,
      surroundings: surroundingsOf(parts),
      isOwnAddress: (chain, address) => isOwnAddress(parts, chain, address),
      changed,
    });
    if (parts.signer !== null) declareWork(parts, parts.signer);
    return {
      console: (own: Omit<WithdrawalConsoleParts, 'changed' | 'savedAddresses'>): void => {
        registerWithdrawalConsole({ ...own, savedAddresses: parts.savedAddresses, changed });
      },
    };
  },
};

/** The parts of withdrawals whose steps are shown. */
interface Announced extends WithdrawalParts {
  readonly pending: PendingNotices;
}

function declareWork(parts: Announced, signer: Signer): void {
  const { background, chains } = parts;
  const worker = new WithdrawalWorker({
    ...parts,
    changed: (withdrawal, payment) => announce(parts, withdrawal, payment),
  });
  const terms = { everyMs: pollMs(chains) };
  background.work('withdrawals: move on', terms, () => worker.step());
  for (const chain of chains.chains) {
    const fees = new FeeBooker({ ...parts, chain });
    const payer = new Payer({ ...parts, chain, signer, isApproved: (payment) => isApprovedPayment(parts, payment) });
    background.work(`withdrawals: book fees on ${chain.code}`, terms, () => fees.step());
    background.work(`withdrawals: pay on ${chain.code}`, terms, () => payer.step());
  }
}

function pollMs({ chains }: VenueChains): number {
  return Math.min(maxPollMs, ...chains.map(({ blockMs }) => blockMs / 3));
}

function surroundingsOf({ chains, views }: Pick<WithdrawalParts, 'chains' | 'views'>) {
  return {
    chains,
    listings: views.listings,
    confirmations: (chain: number, height: number) => chains.confirmations(chain, height),
  };
}

/** Shows a step of a withdrawal to its owner. */
function announce(parts: Announced, withdrawal: Withdrawal, payment: PaymentState | null): void {
  parts.pending.wake();
  const surroundings = surroundingsOf(parts);
  parts.privately.say(withdrawal.user, (language) => ({
    type: 'WALLET',
    kind: 'withdrawal',
    row: withdrawalOnWire(surroundings, withdrawal, payment, language),
    account: accountOfUser(parts, withdrawal),
  }));
}

function accountOfUser({ views }: WithdrawalParts, { accountType, currency: id, user }: Withdrawal): WalletAccount {
  const currency = views.listings.currency(id);
  const { available, locked } = views.balances.read(user, accountType, id);
  return {
    account_type_id: accountType,
    currency_id: id,
    balance: unitsText(currency, available),
    lock_balance: unitsText(currency, locked),
  };
}
