import type { UserInfo } from '@bourse/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from './browser-storage.ts';

export interface SessionState {
  /** The bare token of the session, or null for a visitor. */
  readonly token: string | null;
  /** The e-mail with which the person logged in. */
  readonly account: string;
  readonly isSeller: boolean;
}

export interface Session {
  readonly store: StoreApi<SessionState>;
  start(token: string, account: string, remember: boolean): void;
  describe(user: UserInfo): void;
  end(): void;
}

const visitor: SessionState = { token: null, account: '', isSeller: false };

/** The session as the browser keeps it. A login or logout in another tab of the same browser counts here as well. */
export function openSession(storage: BrowserStorage): Session {
  const store = createStore<SessionState>(() => readState(storage));
  window.addEventListener('storage', (event) => {
    if (event.key === 'token' || event.key === null) store.setState(readState(storage));
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
  };
}

function readState(storage: BrowserStorage): SessionState {
  const token = storage.read('token');
  if (token === null || token === '') return visitor;
  return { token, account: storage.read('account') ?? '', isSeller: storage.read('is_seller') === 'true' };
}
