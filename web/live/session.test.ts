import { beforeEach, describe, expect, it } from 'vitest';
import { openStorage, type BrowserStorage } from './browser-storage.ts';
import { openSession, type Session } from './session.ts';

/** Two tabs of one browser; the second is notified of storage changes by the first. */
let kept: Map<string, string>;
let here: BrowserStorage;
let first: Session;
let second: Session;
let tell: (key: string | null) => void;
let heard: (string | null)[];

beforeEach(() => {
  kept = new Map();
  here = storageOf(kept);
  first = openSession(here, () => undefined);
  second = openSession(storageOf(kept), (listener) => (tell = listener));
  heard = [];
  second.onElsewhere(() => heard.push(second.store.getState().token));
});

function storageOf(map: Map<string, string>): BrowserStorage {
  return openStorage(() => ({
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }));
}

describe('a session in two tabs', () => {
  it('starts in the other tab as the same user', () => {
    first.start('token-a', 'ann@example.org', false);
    tell('token');
    expect(second.store.getState()).toEqual({ token: 'token-a', account: 'ann@example.org', isSeller: false });
    first.describe({
      id: 1,
      uid: 1,
      is_seller: true,
      email: 'ann@example.org',
      mobile: '',
      mobile_bound: false,
      agent_id: 0,
      is_agent: false,
      invite_code: '',
      review_status: 0,
      has_pay_password: false,
      totp: false,
      passkeys: 0,
      phishing_code: false,
      found_by_mail: false,
      security_level: 75,
      restriction: 'none',
      frozen: false,
    });
    tell('is_seller');
    expect(second.store.getState().isSeller).toBe(true);
    expect(heard).toEqual(['token-a']);
  });

  it('ends in the tab that started it when the other tab logs out', () => {
    second.start('token-a', 'ann@example.org', true);
    first.end();
    tell('token');
    expect(second.store.getState()).toEqual({ token: null, account: '', isSeller: false });
    expect(heard).toEqual([null]);
  });

  it('switches to the next user when another one logs in', () => {
    second.start('token-a', 'ann@example.org', false);
    first.start('token-b', 'ben@example.org', false);
    tell('token');
    tell('account');
    expect(second.store.getState()).toEqual({ token: 'token-b', account: 'ben@example.org', isSeller: false });
    expect(heard).toEqual(['token-b']);
  });

  it('is read again when the page returns from the back-forward cache, and not for unrelated keys', () => {
    second.start('token-a', 'ann@example.org', false);
    kept.clear();
    tell('theme');
    expect(second.store.getState().token).toBe('token-a');
    tell(null);
    expect(heard).toEqual([null]);
  });
});
