import type { Call, CallInput, CallOutput } from '@bourse/contract';
import {
  type AdState,
  type LegalOrder,
  legalCurrencies,
  legalInfo,
  legalStatus,
  p2pChannels,
  shopAds,
  shopInfo,
  shopOrders,
} from '@bourse/contract/p2p';
import { payMethodList } from '@bourse/contract/payments';
import { accountList } from '@bourse/contract/wallet';
import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLive } from '../../live/context.tsx';
import { refusalOf } from '../../live/failure.ts';
import { useRead } from '../../live/read.ts';
import { createThrottle } from '../../live/throttle.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { useOrderNews } from '../p2p/index.ts';
import { joined } from './open-orders.ts';

/** Prices follow an index, and time suspends ads, so ads are polled. */
const adsEveryMs = 10_000;
/** A shop changes by decisions of staff, and its figures by the passing of days. */
const shopEveryMs = 30_000;
/** Changes within this time are read together. */
const togetherMs = 200;
const adsPerPage = 20;
const ordersPerPage = 20;
/** The most rows of an answer. */
const mostRows = 100;

/** The accounts that pay for ads and bonds. */
const fiatAccount = 'legal_account';

export function useShop() {
  return useRead(shopInfo, {}, { followed: true, refreshMs: shopEveryMs });
}

/** The caller's own ads in a state; without one, those that are not off the shelf. */
export function useAds(state: AdState | null, page: number) {
  const input = { page, limit: adsPerPage, ...(state === null ? {} : { state }) };
  return useRead(shopAds, input, { followed: true, keepPrevious: true, refreshMs: adsEveryMs });
}

/** The coins and fiat currencies that are traded, with their reference prices. */
export function useCurrencies() {
  return useRead(legalCurrencies, {}, { refreshMs: adsEveryMs });
}

/** The rules for everyone. */
export function useRules() {
  return useRead(legalInfo, {});
}

export function useOwnMethods() {
  return useRead(payMethodList, {});
}

/** The available amount of a coin in the account that ads and bonds are paid from; null while it is not known. */
export function useBalance(currencyId: number): string | null {
  const { data } = useRead(accountList, {}, { followed: true });
  const account = data?.data.find(({ account_code: code }) => code === fiatAccount);
  if (account === undefined) return null;
  return account.accounts.find(({ currency_id: id }) => id === currencyId)?.balance ?? '0';
}

/** A page of the orders on own ads; without a status, of all. */
export function useOrders(status: number | null, page: number) {
  const input = { page, limit: ordersPerPage, ...(status === null ? {} : { status }) };
  return useRead(shopOrders, input, { followed: true, keepPrevious: true });
}

interface OpenOrders {
  /** Undefined while loading. */
  readonly rows: readonly LegalOrder[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** All open orders on own ads. */
export function useOpenOrders(): OpenOrders {
  const options = { followed: true } as const;
  const unpaid = useRead(shopOrders, { status: legalStatus.unpaid, limit: mostRows }, options);
  const paid = useRead(shopOrders, { status: legalStatus.paid, limit: mostRows }, options);
  const delayed = useRead(shopOrders, { status: legalStatus.delayed, limit: mostRows }, options);
  const appealed = useRead(shopOrders, { status: legalStatus.appeal, limit: mostRows }, options);
  const [one, two, three, four] = [unpaid, paid, delayed, appealed].map(({ data }) => data?.data.data);
  const rows = useMemo(() => {
    if (one === undefined || two === undefined || three === undefined || four === undefined) return undefined;
    return joined([one, two, three, four]);
  }, [one, two, three, four]);
  const failing = [unpaid, paid, delayed, appealed].filter(({ isError }) => isError);
  return {
    rows,
    failed: failing.length > 0,
    retry: () => {
      for (const read of failing) void read.refetch();
    },
  };
}

/**
 * Follows the orders on own ads: their messages are applied and reported as everywhere, and the shop is read again,
 * because each order changes what its ad has left.
 *
 * @param open the order whose chat is on screen; null for none
 */
export function useShopNews(open: number | null): void {
  const { socket, queries } = useLive();
  useOrderNews(open);
  useEffect(() => {
    const refresh = createThrottle(() => readShopAgain(queries), togetherMs);
    const stop = socket.onPrivate(p2pChannels.LEGAL_ORDER, ({ order }) => {
      if (order.maker === 1) refresh.request();
    });
    return () => {
      stop();
      refresh.stop();
    };
  }, [socket, queries]);
}

interface ShopAction<C extends Call> {
  readonly run: (input: CallInput<C>) => void;
  readonly busy: boolean;
  /** The server's message for a refusal. */
  readonly refusal: string | null;
  readonly reset: () => void;
}

/**
 * Makes a call that changes the shop, says its success, and reads the shop again. A refusal is shown in place.
 */
export function useShopAction<C extends Call>(action: C, onDone: (data: CallOutput<C>) => void): ShopAction<C> {
  const { call, queries, report } = useLive();
  const mutation = useMutation({
    meta: { saidInPlace: true },
    mutationFn: (input: CallInput<C>) => call(action, input),
    onSuccess: ({ data, message }) => {
      if (message !== '') {
        toast(message, 'success');
        announce(message);
      }
      onDone(data);
    },
    onError: (error) => {
      if (refusalOf(error) === null) report(error);
    },
    onSettled: () => readShopAgain(queries),
  });
  return {
    run: (input) => mutation.mutate(input),
    busy: mutation.isPending,
    refusal: refusalOf(mutation.error),
    reset: mutation.reset,
  };
}

async function readShopAgain(queries: QueryClient): Promise<void> {
  const paths = [shopInfo, shopAds, shopOrders, accountList].map(({ path }) => path);
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
