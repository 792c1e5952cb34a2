import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { conforms } from '@bourse/contract';
import {
  legalBlocks,
  legalCurrencies,
  legalInfo,
  legalList,
  legalMerchant,
  legalOrder,
  LegalOrderDetail,
  legalOrders,
  shopOrder,
  shopOrders,
} from '@bourse/contract/p2p';
import { payMethodList } from '@bourse/contract/payments';
import { accountList } from '@bourse/contract/wallet';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import type { Answer } from '../../live/caller.ts';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { readKey, useRead } from '../../live/read.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** How often prices are read again, because indices move and other takers take. */
const pricesEveryMs = 10_000;

export const ordersPerPage = 10;

/** The key of all mutations of this feature, which their own messages are recognized by. */
export const p2pMutations = ['p2p'] as const;

/** The beginning of the keys of all orders in the cache. */
export const legalOrderPath = [legalOrder.path] as const;

export function useP2pCurrencies() {
  return useRead(legalCurrencies, {}, { refreshMs: pricesEveryMs, staleMs: 5_000 });
}

/** The rules, and the limits of the user. */
export function useP2pInfo() {
  return useRead(legalInfo, {}, { followed: true });
}

export function useAds(input: CallInput<typeof legalList>) {
  return useRead(legalList, input, { refreshMs: pricesEveryMs, keepPrevious: true });
}

/** A page of the orders that the user took; all of them without a state. */
export function useOrders(status: number | null, page: number) {
  const input = { page, limit: ordersPerPage, ...(status === null ? {} : { status }) };
  return useRead(legalOrders, input, { followed: true, keepPrevious: true });
}

export function useOrder(id: number) {
  return useRead(legalOrder, { id }, { followed: true, saidInPlace: true });
}

export function useMerchant(id: number) {
  return useRead(legalMerchant, { id }, { saidInPlace: true });
}

export function useBlocks() {
  return useRead(legalBlocks, {});
}

/** The accounts that can receive the money of a sale. */
export function useOwnMethods(enabled: boolean) {
  return useRead(payMethodList, {}, { enabled });
}

/** The coins that the user can sell: those available in the fiat account; null while that is not known. */
export function useFiatBalance(currencyId: number, enabled: boolean): string | null {
  const { data } = useRead(accountList, {}, { followed: true, enabled });
  if (data === undefined) return null;
  const group = data.data.find(({ account_code: account }) => account === 'legal_account');
  return group?.accounts.find((account) => account.currency_id === currencyId)?.balance ?? '0';
}

export interface P2pAction<C extends Call> {
  readonly run: (input: CallInput<C>) => void;
  readonly busy: boolean;
  readonly error: unknown;
  /** The server's message for a refusal. */
  readonly refusal: string | null;
  readonly reset: () => void;
}

/**
 * Makes a call that changes an order or the user's relation to a trader. An order that is answered is on screen at
 * once. A refusal is shown in place.
 */
export function useP2pAction<C extends Call>(action: C, onDone: (data: CallOutput<C>) => void): P2pAction<C> {
  const { call, queries, report, session } = useLive();
  const mutation = useMutation({
    mutationKey: p2pMutations,
    meta: { saidInPlace: true },
    mutationFn: (input: CallInput<C>) => call(action, input),
    onSuccess: (answer) => {
      const { data, message } = answer;
      if (message !== '') {
        toast(message, 'success');
        announce(message);
      }
      if (isOrder(data)) keepOrder(queries, session.store.getState().token, { ...answer, data });
      onDone(data);
      readListsAgain(queries);
    },
    onError: (error) => {
      // The order or the ad may have changed meanwhile, so that the refusal is the first to say it.
      for (const { path } of [legalOrder, shopOrder, legalList]) void queries.invalidateQueries({ queryKey: [path] });
      if (refusalOf(error) === null) report(error);
    },
  });
  return {
    run: (input) => mutation.mutate(input),
    busy: mutation.isPending,
    error: mutation.error,
    refusal: refusalOf(mutation.error),
    reset: mutation.reset,
  };
}

function isOrder(data: unknown): data is LegalOrderDetail {
  return conforms(LegalOrderDetail, data);
}

/** Puts an answered order into the cache, from which its page shows it. */
function keepOrder(queries: QueryClient, person: string | null, answer: Answer<LegalOrderDetail>): void {
  for (const call of [legalOrder, shopOrder]) {
    queries.setQueryData(readKey(call, { id: answer.data.id }, person), answer);
  }
}

/** Reads again what depends on an order. */
export function readListsAgain(queries: QueryClient): void {
  const paths = [legalList, legalInfo, legalOrders, shopOrders, legalMerchant, legalBlocks, accountList];
  for (const { path } of paths) void queries.invalidateQueries({ queryKey: [path] });
}
