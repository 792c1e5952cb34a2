import { beforeEach, describe, expect, it } from 'vitest';
import { openStorage, type BrowserStorage } from './browser-storage.ts';
import { openSession, type Session } from './session.ts';

/** Two tabs of one browser, the second of which hears what the first does. */
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

describe('a session of two tabs', () => {
  it('begins in the other tab, with the person whose it is', () => {
    first.start('token-a', 'ann@example.org', false);
    tell('token');
    expect(second.store.getState()).toEqual({ token: 'token-a', account: 'ann@example.org', isSeller: false });
    first.describe({ id: 1, uid: 1, is_seller: true, email: 'ann@example.org', mobile: '' });
    tell('is_seller');
    expect(second.store.getState().isSeller).toBe(true);
    expect(heard).toEqual(['token-a']);
  });

  it('ends in the tab that has begun it when the other ends it', () => {
    second.start('token-a', 'ann@example.org', true);
    first.end();
    tell('token');
    expect(second.store.getState()).toEqual({ token: null, account: '', isSeller: false });
    expect(heard).toEqual([null]);
  });

  it('is that of the next person when somebody else logs in there', () => {
    second.start('token-a', 'ann@example.org', false);
    first.start('token-b', 'ben@example.org', false);
    tell('token');
    tell('account');
    expect(second.store.getState()).toEqual({ token: 'token-b', account: 'ben@example.org', isSeller: false });
    expect(heard).toEqual(['token-b']);
  });

  it('is read anew by a page that was put away and comes back, and by nothing that does not concern it', () => {
    second.start('token-a', 'ann@example.org', false);
    kept.clear();
    tell('theme');
    expect(second.store.getState().token).toBe('token-a');
    tell(null);
    expect(heard).toEqual([null]);
  });
});
