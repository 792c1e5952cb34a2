import type { Call, CallInput } from '@bourse/contract';
import {
  closeLeverBatch,
  leverageChannels,
  leverDeal,
  leverPositions,
  type LeverPosition,
  ownLever,
} from '@bourse/contract/leverage';
import { accountList } from '@bourse/contract/wallet';
import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLive } from '../../live/context.tsx';
import { randomId } from '../../live/random-id.ts';
import { useRead } from '../../live/read.ts';
import { createThrottle } from '../../live/throttle.ts';
import { announce } from '../../ui/announcer.tsx';
import { toast } from '../../ui/toasts.ts';

/** Positions and orders that a user can have in an account: all of them fit on one page. */
const mostRows = 100;

/** Liquidation prices and ranks depend on other users and other pairs, so they are polled. */
const refreshMs = 5_000;

/** Changes within this time are read together. */
const togetherMs = 200;

const closedPerPage = 20;

/** The numbers of the lists of `lever/my_trade`. */
const lists = { ordered: 0, held: 1, closed: 3 } as const;

/** The terms of a pair and the user's account in its quote currency. */
export function useDeal(marketId: number) {
  return useRead(leverDeal, { currency_match_id: marketId }, { followed: true, refreshMs });
}

/** All positions that the user holds, or all orders for one. */
export function useOpenRows(list: 'held' | 'ordered') {
  return useRead(ownLever, { status: lists[list], limit: mostRows }, { followed: true, refreshMs });
}

export function useClosedRows(page: number) {
  return useRead(
    ownLever,
    { status: lists.closed, page, limit: closedPerPage },
    { followed: true, keepPrevious: true },
  );
}

/** Reads positions and account again when a private message reports a change. */
export function useFollowedPositions(onClosed: (position: LeverPosition) => void): void {
  const { socket, queries } = useLive();
  const closed = useEffectEvent(onClosed);
  useEffect(() => {
    const refresh = createThrottle(() => readAgain(queries), togetherMs);
    const stops = [
      socket.onPrivate(leverageChannels.LEVER_TRADE, refresh.request),
      socket.onPrivate(leverageChannels.LEVER_CLOSED, ({ order }) => {
        closed(order);
        refresh.request();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      refresh.stop();
    };
  }, [socket, queries]);
}

/** Requests a change. */
export function useLeverAction<Action extends Call>(action: Action, onDone: () => void) {
  const { call, queries } = useLive();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async (input: CallInput<Action>) => (await call(action, input, optionsOf(action))).message,
    onSuccess: (message) => {
      toast(message, 'success');
      announce(message);
      onDone();
    },
    onSettled: () => readAgain(queries),
  });
}

/** Closing everything again means what was opened since an attempt without an answer, too. */
function optionsOf(action: Call) {
  return action.path === closeLeverBatch.path ? { idempotencyKey: randomId() } : {};
}

async function readAgain(queries: QueryClient): Promise<void> {
  const paths = [leverDeal, leverPositions, ownLever, accountList].map(({ path }) => path);
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
