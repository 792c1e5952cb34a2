import { conforms } from '@bourse/contract';
import { leverageChannels } from '@bourse/contract/leverage';
import { createContext, use, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useLive } from '../../live/context.tsx';
import type { Marks } from './position-figures.ts';

const { MARK } = leverageChannels;

/** The marks, followed while the page is open. */
export function useMarkFeed(): StoreApi<Marks> {
  const { socket } = useLive();
  const [store] = useState(() => createStore<Marks>(() => ({})));
  useEffect(
    () =>
      socket.listen(MARK.name, {
        message: ({ kind, message }) => {
          if (kind !== 'private' || !conforms<typeof MARK.message>(MARK.message, message)) return;
          const changed = Object.fromEntries(message.marks);
          store.setState((marks) => (message.snapshot ? changed : { ...marks, ...changed }), true);
        },
      }),
    [socket, store],
  );
  return store;
}

const MarksContext = createContext<StoreApi<Marks> | null>(null);

export const MarksProvider = MarksContext;

function useMarkStore(): StoreApi<Marks> {
  const store = use(MarksContext);
  if (store === null) throw new Error('no marks are followed here');
  return store;
}

/** A value derived from the marks. Renders only when it changes. */
export function useFromMarks<Value>(select: (marks: Marks) => Value): Value {
  return useStore(useMarkStore(), select);
}

/** All marks. Renders with each of them. */
export function useMarks(): Marks {
  return useStore(useMarkStore());
}

/** The mark of a market: null while it is suspended, undefined before the first message. */
export function useMark(marketId: number): string | null | undefined {
  return useFromMarks((marks) => marks[marketId]);
}
