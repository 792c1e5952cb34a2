import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '../../../live/browser-storage.ts';
import { useLive } from '../../../live/context.tsx';

export interface Confirms {
  readonly confirms: boolean;
  readonly onConfirms: (confirms: boolean) => void;
}

let ofPage: StoreApi<boolean> | null = null;

/** Whether every order is confirmed first. Stored in the browser and shared by all forms of the page. */
export function useConfirms(): Confirms {
  const { storage } = useLive();
  const store = (ofPage ??= createStore(() => isKept(storage)));
  return {
    confirms: useStore(store),
    onConfirms: (next) => {
      storage.write('confirm_orders', next ? '1' : '0');
      store.setState(next, true);
    },
  };
}

function isKept(storage: Pick<BrowserStorage, 'read'>): boolean {
  return storage.read('confirm_orders') === '1';
}
