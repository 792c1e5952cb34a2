import type { CallInput } from '@bourse/contract';
import {
  lockSavings,
  ownSavings,
  redeemSavings,
  savingsChannels,
  savingsLog,
  savingsProducts,
  savingsStatus,
  type SavingsLock,
} from '@bourse/contract/savings';
import { accountList } from '@bourse/contract/wallet';
import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { randomId } from '../../live/random-id.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { payout } from './deposit-days.ts';
import { useAmount } from './use-amount.ts';

/** More products than any site offers. */
const maxProducts = 100;
const depositsPerPage = 10;
/** A small page, because a long deposit has a row for each of its days. */
const logEntriesPerPage = 5;

/** How often the remaining quotas are polled, because other users consume them. */
const productsEveryMs = 30_000;

export function useProducts() {
  return useRead(savingsProducts, { limit: maxProducts }, { followed: true, refreshMs: productsEveryMs });
}

/** The deposits in force. */
export function useOwnDeposits(page: number) {
  const input = { status: savingsStatus.inForce, page, limit: depositsPerPage };
  return useRead(ownSavings, input, { followed: true, keepPrevious: true });
}

export function useLog(page: number) {
  return useRead(savingsLog, { page, limit: logEntriesPerPage }, { followed: true, keepPrevious: true });
}

/**
 * Refetches the user's savings and balances when any of their deposits changes, in this tab or elsewhere, and reports a
 * deposit that has matured: its row leaves the list without any action of the user.
 */
export function useFollowedDeposits(): void {
  const { socket, queries } = useLive();
  const { t } = useTranslation();
  const amount = useAmount();
  const report = useEffectEvent((lock: SavingsLock) => {
    if (lock.status !== savingsStatus.settled) return;
    const message = t('deposit.matured', { name: lock.name, amount: amount(payout(lock), lock.currency.code) });
    toast(message, 'success');
    announce(message);
  });
  useEffect(
    () =>
      socket.onPrivate(savingsChannels.SAVINGS_CHANGED, ({ lock }) => {
        report(lock);
        void readAgain(queries);
      }),
    [socket, queries],
  );
}

/**
 * Opens a deposit at the shown terms. All attempts of one dialog share an idempotency key, so that a retry without a
 * response opens no second deposit.
 */
export function useLock(onDone: () => void) {
  return useAction(lockSavings, onDone);
}

/** Redeems a deposit before it matures. */
export function useRedemption(onDone: () => void) {
  return useAction(redeemSavings, onDone);
}

function useAction<Action extends typeof lockSavings | typeof redeemSavings>(action: Action, onDone: () => void) {
  const { call, queries } = useLive();
  const [key, setKey] = useState(randomId);
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<Action>) => (await call(action, input, { idempotencyKey: key })).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    onError: (error) => {
      // A refused action may succeed later, but the same key would return the same refusal.
      if (refusalOf(error) !== null) setKey(randomId());
    },
    onSettled: () => readAgain(queries),
  });
}

async function readAgain(queries: QueryClient): Promise<void> {
  const paths = [savingsProducts, ownSavings, savingsLog, accountList].map(({ path }) => path);
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
