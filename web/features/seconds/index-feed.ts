import { conforms } from '@bourse/contract';
import { indexChannels, type IndexPrice, indexTicks } from '@bourse/contract/index-price';
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useLive } from '../../live/context.tsx';
import { extendTrail, pointOf, trailMs, type TrailPoint } from './index-trail.ts';
import { readTicks } from './read-ticks.ts';

const { INDEX } = indexChannels;

/** How often countdowns and the chart are drawn. */
const drawMs = 250;

/** The indices by the id of their currency. */
interface IndexView {
  readonly indices: Readonly<Record<number, IndexPrice>>;
  readonly trails: Readonly<Record<number, readonly TrailPoint[]>>;
  /** How often the channel began with all indices: before that, ticks may have been missed. */
  readonly starts: number;
}

export interface IndexFeed {
  readonly index: StoreApi<IndexView>;
  /** The time of the exchange in epoch milliseconds, a few times a second. */
  readonly now: StoreApi<number>;
}

/** The indices and the time of the exchange, followed while the page is open. */
export function useIndexFeed(): IndexFeed {
  const { socket, clock } = useLive();
  const [feed] = useState<IndexFeed>(() => ({
    index: createStore<IndexView>(() => ({ indices: {}, trails: {}, starts: 0 })),
    now: createStore<number>(() => clock.nowMs()),
  }));
  useEffect(
    () =>
      socket.listen(INDEX.name, {
        message: ({ kind, message }) => {
          if (kind !== 'private' || !conforms<typeof INDEX.message>(INDEX.message, message)) return;
          clock.observeMs(Math.max(...message.indices.map(({ time }) => time)));
          feed.index.setState((view) => withMessage(view, message.indices, message.snapshot));
        },
      }),
    [socket, clock, feed],
  );
  useEffect(() => {
    const timer = setInterval(() => feed.now.setState(clock.nowMs(), true), drawMs);
    return () => clearInterval(timer);
  }, [clock, feed]);
  return feed;
}

function withMessage(view: IndexView, indices: readonly IndexPrice[], isStart: boolean): IndexView {
  const trails = { ...view.trails };
  for (const index of indices) {
    const id = index.currency_id;
    trails[id] = extendTrail(trails[id] ?? [], [pointOf(index)]);
  }
  return {
    indices: { ...view.indices, ...Object.fromEntries(indices.map((index) => [index.currency_id, index])) },
    trails,
    starts: view.starts + (isStart ? 1 : 0),
  };
}

const FeedContext = createContext<IndexFeed | null>(null);

export const IndexFeedProvider = FeedContext;

function useFeed(): IndexFeed {
  const feed = use(FeedContext);
  if (feed === null) throw new Error('no indices are followed here');
  return feed;
}

/** A value derived from the time. Renders only when it changes. */
export function useFromNow<Value>(select: (nowMs: number) => Value): Value {
  return useStore(useFeed().now, select);
}

/** The index of a currency; undefined before the first message, and if there is none. */
export function useIndex(currencyId: number): IndexPrice | undefined {
  return useStore(useFeed().index, ({ indices }) => indices[currencyId]);
}

/** A value derived from the price of an index: null while it is interrupted, undefined before the first message. */
export function useFromIndex<Value>(currencyId: number, select: (price: string | null | undefined) => Value): Value {
  return useStore(useFeed().index, ({ indices }) => select(indices[currencyId]?.price));
}

interface TrailState {
  readonly trail: readonly TrailPoint[];
  /** Earlier ticks could not be loaded, or are not loaded yet. */
  readonly phase: 'loading' | 'failed' | 'ready';
  readonly retry: () => void;
}

const noTrail: readonly TrailPoint[] = [];

/** The last minutes of an index: the published ticks, loaded whenever some were missed, then live. */
export function useTrail(currencyId: number): TrailState {
  const { call, clock } = useLive();
  const { index } = useFeed();
  const live = useStore(index, ({ trails }) => trails[currencyId]) ?? noTrail;
  const starts = useStore(index, (view) => view.starts);
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['seconds/trail', currencyId, starts],
    meta: { saidInPlace: true },
    queryFn: async ({ signal }) => {
      const to = Math.ceil(clock.nowMs() / 1_000) + 1;
      const from = to - Math.floor(trailMs / 1_000);
      const ticks = await readTicks(
        async (range) => (await call(indexTicks, { currency_id: currencyId, ...range }, { signal })).data,
        [{ from, to }],
      );
      return ticks.map(pointOf);
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const trail = useMemo(() => (data === undefined ? live : extendTrail(data, live)), [data, live]);
  const phase = isError ? 'failed' : isPending ? 'loading' : 'ready';
  return { trail, phase, retry: () => void refetch() };
}
