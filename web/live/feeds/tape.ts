import { tapeLength, type GlobalTxMessage, type TapeRow } from '@bourse/contract/markets';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { busyList, createFrameBatch } from '../frame-batch.ts';
import type { LiveSocket } from '../socket.ts';

export interface TapeView {
  readonly symbol: string | null;
  /** False until the first message, to distinguish an empty tape from a loading one. */
  readonly loaded: boolean;
  /** The id of the newest trade in the last snapshot; trades with higher ids happened while the page was open. */
  readonly knownFrom: number;
  /** The latest trades, newest first, at most 30. */
  readonly rows: readonly TapeRow[];
}

export interface TapeFeed {
  readonly store: StoreApi<TapeView>;
  watch(symbol: string): () => void;
}

export function createTapeFeed(socket: LiveSocket): TapeFeed {
  const store = createStore<TapeView>(() => nothing(null));
  const batch = createFrameBatch<GlobalTxMessage>((messages) => {
    const view = store.getState();
    const mine = messages.filter((message) => message.symbol === view.symbol);
    if (mine.length > 0) store.setState(mine.reduce(withTrades, view));
  }, busyList);
  return {
    store,
    watch: (symbol) => {
      batch.clear();
      store.setState(nothing(symbol));
      return socket.listen(`GLOBAL_TX.${symbol}`, {
        message: (incoming) => {
          if (incoming.kind === 'tape') batch.add(incoming.message);
        },
      });
    },
  };
}

function nothing(symbol: string | null): TapeView {
  return { symbol, loaded: false, knownFrom: 0, rows: [] };
}

function withTrades(view: TapeView, message: GlobalTxMessage): TapeView {
  const rows = mergeTape(view.rows, message);
  return { ...view, loaded: true, knownFrom: message.snapshot ? (rows[0]?.id ?? 0) : view.knownFrom, rows };
}

/** The tape after one message: newest first, without duplicates, the latest 30. A snapshot starts over. */
export function mergeTape(
  rows: readonly TapeRow[],
  message: Pick<GlobalTxMessage, 'snapshot' | 'completes'>,
): readonly TapeRow[] {
  const known = message.snapshot ? [] : rows;
  const ids = new Set(known.map((row) => row.id));
  const fresh = message.completes.filter((row) => !ids.has(row.id));
  return [...fresh, ...known].toSorted((a, b) => b.id - a.id).slice(0, tapeLength);
}
