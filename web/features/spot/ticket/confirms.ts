import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '../../../live/browser-storage.ts';
import { useLive } from '../../../live/context.tsx';
import { positive } from './order-arithmetic.ts';

interface Kept {
  readonly confirms: boolean;
  readonly above: string | null;
}

export interface Confirms extends Kept {
  /** Whether every order is confirmed. */
  readonly confirms: boolean;
  /** The value in USDT above which market orders are confirmed; null when they are not. */
  readonly above: string | null;
  readonly onConfirms: (confirms: boolean) => void;
  readonly onAbove: (above: string | null) => void;
}

/** The value above which market orders are confirmed until the user sets another one, in USDT. */
export const defaultAbove = '10000';

let ofPage: StoreApi<Kept> | null = null;

/** The orders that are confirmed before they are sent. Stored in the browser and shared by all forms of the page. */
export function useConfirms(): Confirms {
  const { storage } = useLive();
  const store = (ofPage ??= createStore(() => readConfirms(storage)));
  return {
    ...useStore(store),
    onConfirms: (confirms) => {
      storage.write('confirm_orders', confirms ? '1' : '0');
      store.setState({ confirms });
    },
    onAbove: (above) => {
      storage.write('confirm_above', above ?? 'off');
      store.setState({ above });
    },
  };
}

/** The stored choices. An unreadable value is the default, because confirming too much is the safe error. */
export function readConfirms(storage: Pick<BrowserStorage, 'read'>): Kept {
  const above = storage.read('confirm_above') ?? defaultAbove;
  return {
    confirms: storage.read('confirm_orders') === '1',
    above: above === 'off' ? null : positive(above) === null ? defaultAbove : above,
  };
}
