/** The names under which the browser keeps something of ours. A password is never among them. */
export type StorageKey =
  | 'token'
  | 'account'
  | 'accountNumber'
  | 'uid'
  | 'is_seller'
  | 'remember'
  | 'browserId'
  | 'lang'
  | 'locale'
  | 'theme'
  | 'directions'
  | 'app_name'
  | 'timezone'
  | 'double_pay_switch'
  | 'curmatch'
  | 'favorites'
  | 'period';

export interface BrowserStorage {
  read(key: StorageKey): string | null;
  write(key: StorageKey, value: string): void;
  remove(...keys: StorageKey[]): void;
}

/** The browser's local storage; where that is forbidden, a memory that lasts as long as the page. */
export function openStorage(): BrowserStorage {
  const memory = new Map<string, string>();
  return {
    read: (key) => attempt(() => localStorage.getItem(key)) ?? memory.get(key) ?? null,
    write: (key, value) => {
      memory.set(key, value);
      attempt(() => localStorage.setItem(key, value));
    },
    remove: (...keys) => {
      for (const key of keys) {
        memory.delete(key);
        attempt(() => localStorage.removeItem(key));
      }
    },
  };
}

function attempt<Value>(action: () => Value): Value | null {
  try {
    return action();
  } catch {
    return null;
  }
}
