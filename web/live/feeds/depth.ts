import type { MarketDepthMessage } from '@bourse/contract/markets';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { advanceBook, emptyBook, isFollowed, type Book } from '../book.ts';
import { busyList, createFrameBatch } from '../frame-batch.ts';
import type { LiveSocket } from '../socket.ts';

export interface DepthView {
  readonly symbol: string | null;
  readonly book: Book;
}

/** A requested snapshot that does not arrive in this time is requested again. */
const snapshotWaitMs = 5_000;

export interface DepthFeed {
  readonly store: StoreApi<DepthView>;
  /** Follows the book of one market until the returned function is called. */
  watch(symbol: string): () => void;
}

export function createDepthFeed(socket: Pick<LiveSocket, 'listen' | 'resubscribe'>): DepthFeed {
  const store = createStore<DepthView>(() => ({ symbol: null, book: emptyBook }));
  let asked: ReturnType<typeof setTimeout> | null = null;
  const requestSnapshot = (channel: string): void => {
    socket.resubscribe(channel);
    expectSnapshot(channel);
  };
  const expectSnapshot = (channel: string): void => {
    if (asked !== null) clearTimeout(asked);
    asked = setTimeout(() => {
      asked = null;
      if (!isFollowed(store.getState().book)) requestSnapshot(channel);
    }, snapshotWaitMs);
  };
  const batch = createFrameBatch<MarketDepthMessage>((messages) => {
    const { symbol, book } = store.getState();
    let next = book;
    for (const message of messages) {
      if (message.symbol !== symbol) continue;
      const step = advanceBook(next, message);
      next = step.book;
      if (step.resync) requestSnapshot(message.type);
    }
    if (next !== book) store.setState({ symbol, book: next });
  }, busyList);
  return {
    store,
    watch: (symbol) => {
      batch.clear();
      store.setState({ symbol, book: emptyBook });
      const channel = `MARKET_DEPTH.${symbol}`;
      expectSnapshot(channel);
      const stop = socket.listen(channel, {
        message: (incoming) => {
          if (incoming.kind === 'depth') batch.add(incoming.message);
        },
        // After a reconnect any snapshot is accepted, because the server's sequences may have started again.
        restarted: () => {
          batch.clear();
          store.setState(({ book }) => ({ symbol, book: { ...book, sequence: null } }));
          expectSnapshot(channel);
        },
      });
      return () => {
        if (asked !== null) clearTimeout(asked);
        asked = null;
        stop();
      };
    },
  };
}
