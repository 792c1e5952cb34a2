import type { UserInfo } from '@bourse/contract/identity';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage, StorageKey } from './browser-storage.ts';

export interface SessionState {
  /** The session token without prefix, or null for a visitor. */
  readonly token: string | null;
  /** The e-mail or mobile number of the login. */
  readonly account: string;
  readonly isSeller: boolean;
}

export interface Session {
  readonly store: StoreApi<SessionState>;
  start(token: string, account: string, remember: boolean): void;
  describe(user: UserInfo): void;
  end(): void;
  /** Called after another tab of this browser has logged in or out. */
  onElsewhere(listener: () => void): void;
}

const visitor: SessionState = { token: null, account: '', isSeller: false };

/**
 * The session as stored in the browser, including logins and logouts in other tabs. `onStorage` reports the key that
 * another tab changed, or null when it may be any key.
 */
export function openSession(
  storage: BrowserStorage,
  onStorage: (listener: (key: string | null) => void) => void,
): Session {
  const store = createStore<SessionState>(() => readState(storage));
  const elsewhere: (() => void)[] = [];
  onStorage((key) => {
    if (key !== null && !ownKeys.has(key)) return;
    const { token } = store.getState();
    store.setState(readState(storage));
    if (store.getState().token !== token) for (const listener of elsewhere) listener();
  });
  return {
    store,
    start: (token, account, remember) => {
      storage.write('token', token);
      storage.write('account', account);
      storage.write('accountNumber', account);
      storage.write('remember', remember ? '1' : '0');
      store.setState({ token, account, isSeller: false });
    },
    describe: (user) => {
      const account = user.email === '' ? user.mobile : user.email;
      storage.write('uid', String(user.uid));
      storage.write('account', account);
      storage.write('is_seller', String(user.is_seller));
      store.setState({ account, isSeller: user.is_seller });
    },
    end: () => {
      storage.remove('token', 'account', 'uid', 'is_seller');
      store.setState(visitor);
    },
    onElsewhere: (listener) => elsewhere.push(listener),
  };
}

const ownKeys: ReadonlySet<string> = new Set<StorageKey>(['token', 'account', 'is_seller']);

function readState(storage: BrowserStorage): SessionState {
  const token = storage.read('token');
  if (token === null || token === '') return visitor;
  return { token, account: storage.read('account') ?? '', isSeller: storage.read('is_seller') === 'true' };
}
