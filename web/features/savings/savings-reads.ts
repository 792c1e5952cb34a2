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
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { createGatherer } from '../../live/gather.ts';
import { useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { paidTogether } from './matured-deposits.ts';
import { useAmount } from '../../ui/use-amount.ts';

/** More products than any site offers. */
const maxProducts = 100;
const depositsPerPage = 10;
/** A small page, because a long deposit has a row for each of its days. */
const logEntriesPerPage = 5;

/** How often the remaining quotas are polled, because other users consume them. */
const productsEveryMs = 30_000;

/** Deposits that mature within this time of each other are reported together, in milliseconds. */
const maturedTogetherMs = 300;

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
 * Refetches the user's savings and balances when any of their deposits changes, in this tab or elsewhere, and reports
 * deposits that have matured: their rows leave the list without any action of the user.
 */
export function useFollowedDeposits(): void {
  const { socket, queries } = useLive();
  const { t, i18n } = useTranslation();
  const amount = useAmount();
  const report = useEffectEvent((locks: readonly SavingsLock[]) => {
    const [first] = locks;
    if (first === undefined) return;
    const sums = paidTogether(locks).map((paid) => amount(paid.amount, paid.currency));
    const amounts = new Intl.ListFormat(i18n.language).format(sums);
    const message =
      locks.length === 1
        ? t('deposit.matured', { name: first.name, amount: amounts })
        : t('deposit.maturedSeveral', { count: locks.length, amounts });
    toast(message, 'success');
    announce(message);
  });
  useEffect(() => {
    const matured = createGatherer<SavingsLock>(maturedTogetherMs, (locks) => report(locks));
    const stop = socket.onPrivate(savingsChannels.SAVINGS_CHANGED, ({ lock }) => {
      if (lock.status === savingsStatus.settled) matured.add(lock);
      void readAgain(queries);
    });
    return () => {
      stop();
      matured.stop();
    };
  }, [socket, queries]);
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
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<Action>) => (await call(action, input)).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    onSettled: () => readAgain(queries),
  });
}

async function readAgain(queries: QueryClient): Promise<void> {
  const paths = [savingsProducts, ownSavings, savingsLog, accountList].map(({ path }) => path);
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
