import type { WalletAccount } from '@bourse/contract/wallet';
import { type Notices, PendingNotices } from '../../people/alerts/index.ts';
import type { OpenChain, VenueChains } from '../chains/index.ts';
import { isOwnAddress } from '../deposits/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import { FeeBooker, Payer, type PaymentState } from '../outgoing/index.ts';
import type { Signer } from '../signer/index.ts';
import { approvalOfPayment } from './approved-payment.ts';
import { cancelWithdrawalsOf } from './cancel.ts';
import type { RequestParts, SavedAddresses } from './request.ts';
import { registerWithdrawalConsole, type WithdrawalConsoleParts } from './console.ts';
import { withdrawalNotices } from './notices.ts';
import { receiverProblem } from './receiver-problem.ts';
import { registerWithdrawals } from './routes.ts';
import { withdrawalOnWire } from './wire.ts';
import type { Withdrawal } from './withdrawal.ts';
import { WithdrawalWorker, type WorkerParts } from './worker.ts';
import { migrations } from './migrations/index.ts';
import { withdrawalPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface WithdrawalParts
  extends
    Pick<RequestParts, 'proofs' | 'sessions' | 'verified'>,
    With<'background' | 'chains' | 'core' | 'db' | 'identityDb' | 'log' | 'now' | 'privately' | 'signer' | 'views'> {
  readonly notices: Pick<Notices, 'write'>;
  readonly savedAddresses: SavedAddresses;
  readonly settings: RequestParts['settings'] & WorkerParts['settings'];
}

type Offering = With<'chains' | 'core' | 'custodyDb' | 'now' | 'signer' | 'views'>;

/** The time between two looks at withdrawals and payments, at most. */
const maxPollMs = 2_000;

/** Withdrawals of coins. */
export const withdrawals = {
  tables: withdrawalPrivileges,
  migrations,
  login: 'custody' as const,
  offers: ({ custodyDb: db, ...parts }: Offering): With<'cancelWithdrawals' | 'receiverProblem'> => ({
    cancelWithdrawals: (user, which) => cancelWithdrawalsOf({ ...parts, db }, user, which),
    receiverProblem: (withdrawal) => {
      const isOwn = (chain: OpenChain, address: string) => isOwnAddress({ ...parts, db }, chain, address);
      return receiverProblem({ ...parts, isOwnAddress: isOwn }, withdrawal);
    },
  }),
  open: ({ gateway, ...given }: WithdrawalParts & With<'gateway'>) => {
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
    signer,
    changed: (withdrawal, payment) => announce(parts, withdrawal, payment),
  });
  const terms = { everyMs: pollMs(chains) };
  background.work('withdrawals: move on', terms, () => worker.step());
  for (const chain of chains.chains) {
    const fees = new FeeBooker({ ...parts, chain });
    const payer = new Payer({
      ...parts,
      chain,
      signer,
      approvalOf: (payment) => approvalOfPayment(parts, payment),
      followed: (height) => chains.noteFollowed(chain.id, height),
    });
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
