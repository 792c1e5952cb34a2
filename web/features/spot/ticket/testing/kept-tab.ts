import type { StorageKey } from '../../../../live/browser-storage.ts';
import type { TabStorage } from '../kept-forms.ts';

/** An in-memory tab storage. */
export function keptTab(kept: Partial<Record<StorageKey, string>> = {}): TabStorage {
  const known = new Map<string, string>(Object.entries(kept));
  return {
    read: (key) => known.get(key) ?? null,
    write: (key, value) => void known.set(key, value),
    remove: (...keys) => {
      for (const key of keys) known.delete(key);
    },
  };
}
