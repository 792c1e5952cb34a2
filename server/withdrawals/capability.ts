import type { WalletAccount } from '@bourse/contract/wallet';
import type { Kysely } from 'kysely';
import { type Notices, PendingNotices } from '../alerts/index.ts';
import type { Logger } from 'pino';
import type { VenueChains } from '../chains/index.ts';
import { type Core, CoreRefusal } from '../core/index.ts';
import type { Schema } from '../database/index.ts';
import { confirmationsOn, isOwnAddress } from '../deposits/index.ts';
import { type PrivateMessages, unitsText, type Views } from '../feed/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { FeeBooker, Payer, type PaymentState } from '../outgoing/index.ts';
import type { Signer } from '../signer/index.ts';
import type { RequestParts, SavedAddresses } from './request.ts';
import { registerWithdrawalConsole, type WithdrawalConsoleParts } from './console.ts';
import { withdrawalNotices } from './notices.ts';
import { registerWithdrawals } from './routes.ts';
import { withdrawalOnWire } from './wire.ts';
import type { Withdrawal } from './withdrawal.ts';
import { WithdrawalWorker, type WorkerParts } from './worker.ts';

interface WithdrawalParts extends Pick<RequestParts, 'proofs' | 'sessions' | 'verified'> {
  readonly chains: VenueChains;
  readonly core: Core;
  readonly db: Kysely<Schema>;
  readonly identityDb: Kysely<Schema>;
  readonly log: Logger;
  readonly notices: Pick<Notices, 'write'>;
  readonly now: () => number;
  readonly privately: PrivateMessages;
  readonly savedAddresses?: SavedAddresses;
  readonly settings: RequestParts['settings'] & WorkerParts['settings'];
  readonly signer: Signer | null;
  readonly views: Views;
}

/** The time between two looks at withdrawals and payments, at most. */
const maxPollMs = 2_000;

const pending = new WeakMap<VenueChains, PendingNotices>();

/** Withdrawals of coins. */
export const withdrawals = {
  register: ({ gateway, ...parts }: WithdrawalParts & { readonly gateway: Gateway }): void => {
    pending.set(parts.chains, new PendingNotices({ ...parts, read: () => withdrawalNotices(parts) }));
    registerWithdrawals(gateway, {
      ...parts,
      savedAddresses: parts.savedAddresses ?? null,
      surroundings: surroundingsOf(parts),
      isOwnAddress: (chain, address) => isOwnAddress(parts, chain, address),
      changed: (withdrawal) => announce(parts, withdrawal, null),
    });
  },
  console: ({
    savedAddresses,
    ...parts
  }: WithdrawalParts & Pick<WithdrawalConsoleParts, 'console' | 'queues' | 'roll' | 'settings'>): void => {
    registerWithdrawalConsole({
      ...parts,
      savedAddresses: savedAddresses ?? null,
      changed: (withdrawal) => announce(parts, withdrawal, null),
    });
  },
  start: (parts: WithdrawalParts) => {
    const { chains, signer } = parts;
    const notices = pending.get(chains);
    notices?.wake();
    if (signer === null) return async (): Promise<void> => notices?.stop();
    const worker = new WithdrawalWorker({
      ...parts,
      changed: (withdrawal, payment) => announce(parts, withdrawal, payment),
    });
    const loops = [
      loop('withdrawals cannot be moved on', parts, pollMs(chains), () => worker.step()),
      ...chains.chains.map((chain) => {
        const fees = new FeeBooker({ ...parts, chain });
        return loop('network fees cannot be booked', parts, pollMs(chains), () => fees.step());
      }),
      ...chains.chains.map((chain) => {
        const payer = new Payer({ ...parts, chain, signer });
        return loop('payments cannot be made', parts, pollMs(chains), () => payer.step());
      }),
    ];
    return async (): Promise<void> => {
      await Promise.all(loops.map(async (stop) => stop()));
      await notices?.stop();
    };
  },
};

function pollMs({ chains }: VenueChains): number {
  return Math.min(maxPollMs, ...chains.map(({ blockMs }) => blockMs / 3));
}

/** Repeats work until it is stopped. Only the first failure of an outage is logged. */
function loop(
  failure: string,
  { log }: Pick<WithdrawalParts, 'log'>,
  everyMs: number,
  work: () => Promise<void>,
): () => Promise<void> {
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let round = Promise.resolve();
  const again = (): void => {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        round = run();
      },
      everyMs * 2 ** Math.min(failures, 5),
    );
  };
  const run = async (): Promise<void> => {
    try {
      await work();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === 1 && !(error instanceof CoreRefusal)) log.error({ err: error }, failure);
    }
    again();
  };
  again();
  return async () => {
    isStopped = true;
    if (timer !== null) clearTimeout(timer);
    await round;
  };
}

function surroundingsOf({ chains, views }: Pick<WithdrawalParts, 'chains' | 'views'>) {
  return {
    chains,
    listings: views.listings,
    confirmations: (chain: number, height: number) => confirmationsOn(chains, chain, height),
  };
}

/** Shows a step of a withdrawal to its owner. */
function announce(parts: WithdrawalParts, withdrawal: Withdrawal, payment: PaymentState | null): void {
  pending.get(parts.chains)?.wake();
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
    ...{ account_type_id: accountType, currency_id: id },
    ...{ balance: unitsText(currency, available), lock_balance: unitsText(currency, locked) },
  };
}
