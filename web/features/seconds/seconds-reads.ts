import type { CallInput } from '@bourse/contract';
import {
  microOrders,
  microCurrencies,
  secondsChannels,
  microEvidence,
  microOptions,
  type MicroOrder,
  submitMicro,
} from '@bourse/contract/seconds';
import { accountList } from '@bourse/contract/wallet';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';
import { createThrottle } from '../../live/throttle.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';
import { withClosing } from './closing-contracts.ts';

/** Settings and the room of caps depend on others, so they are polled. */
const refreshMs = 10_000;

/** Changes within this time are read together. */
const togetherMs = 200;

/** How long a contract that has ended shows its result among the open ones. */
const closedForMs = 500;

export const contractsPerPage = 10;

/** The most strike prices that a chart draws, which is the most rows of an answer. */
const mostOnPair = 100;

/** The numbers of the lists of `microtrade/lists`. */
const lists = { open: 1, closed: 3 } as const;

/** The currencies of stakes, with the user's balances. */
export function useStakeCurrencies() {
  return useRead(microCurrencies, {}, { followed: true, refreshMs });
}

/** The durations that are offered. */
export function useDurations() {
  return useRead(microOptions, {}, { followed: true, refreshMs });
}

/** A page of the user's contracts, of all pairs. */
export function useContracts(list: 'open' | 'closed', page: number) {
  return useRead(
    microOrders,
    { status: lists[list], page, limit: contractsPerPage },
    { followed: true, keepPrevious: true },
  );
}

export function useEvidence(id: number) {
  return useRead(microEvidence, { id }, { saidInPlace: true });
}

const none: ReadonlyMap<number, MicroOrder> = new Map();
const noContracts: readonly MicroOrder[] = [];

interface OpenContracts {
  /** Undefined while loading. */
  readonly rows: readonly MicroOrder[] | undefined;
  readonly total: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/**
 * A page of the open contracts. A contract that ends is shown with its result for half a second, and then removed;
 * `onClosed` is called for it, and `onStruck` for one whose strike price has become known.
 */
export function useOpenContracts(
  page: number,
  onStruck: (contract: MicroOrder) => void,
  onClosed: (contract: MicroOrder) => void,
): OpenContracts {
  const { socket, queries } = useLive();
  const { data, isError, refetch } = useContracts('open', page);
  const [closing, setClosing] = useState<ReadonlyMap<number, MicroOrder>>(() => new Map());
  const [ended, setEnded] = useState<ReadonlySet<number>>(() => new Set());
  const struck = useEffectEvent(onStruck);
  const closed = useEffectEvent(onClosed);
  useEffect(() => {
    const refresh = createThrottle(() => readAgain(queries), togetherMs);
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const remove = (id: number): void => {
      setEnded((before) => new Set(before).add(id));
      setClosing((before) => new Map([...before].filter(([one]) => one !== id)));
    };
    const stops = [
      socket.onPrivate(secondsChannels.MICRO_CHANGED, ({ order }) => {
        if (order.open_price !== null && order.status === 1) struck(order);
        refresh.request();
      }),
      socket.onPrivate(secondsChannels.MICRO_CLOSED, ({ order }) => {
        closed(order);
        setClosing((before) => new Map(before).set(order.id, order));
        const timer = setTimeout(() => {
          timers.delete(timer);
          remove(order.id);
        }, closedForMs);
        timers.add(timer);
        refresh.request();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      for (const timer of timers) clearTimeout(timer);
      refresh.stop();
    };
  }, [socket, queries]);
  const listed = data?.data;
  return {
    rows: listed === undefined ? undefined : withClosing(listed.data, page === 1 ? closing : none, ended),
    total: listed?.total ?? 0,
    failed: isError,
    retry: () => void refetch(),
  };
}

/** The user's open contracts on a pair, at most the newest `mostOnPair`. */
export function useOpenOnPair(marketId: number): readonly MicroOrder[] {
  const input = { match_id: marketId, status: lists.open, limit: mostOnPair };
  return useRead(microOrders, input, { followed: true }).data?.data.data ?? noContracts;
}

/** Buys a contract. */
export function useSubmission(onDone: () => void) {
  const { call, queries } = useLive();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<typeof submitMicro>) => (await call(submitMicro, input)).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    onSettled: () => readAgain(queries),
  });
}

async function readAgain(queries: QueryClient): Promise<void> {
  const paths = [microCurrencies, microOptions, microOrders, accountList].map(({ path }) => path);
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
