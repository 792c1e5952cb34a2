import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { BrowserStorage, StorageKey } from './browser-storage.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import type { SessionState } from './session.ts';

describe('the starred markets of a visitor', () => {
  it('are stored in the browser and shown on the next visit', () => {
    const { favourites, kept } = page();
    favourites.toggle(3);
    favourites.toggle(5);
    favourites.toggle(3);
    expect(shown(favourites)).toEqual([5]);
    expect(shown(page({ kept }).favourites)).toEqual([5]);
  });

  it('are moved to the account at login', async () => {
    const { favourites, kept, saved, logIn, settle } = page({ kept: new Map([['favorites', '3,5']]) });
    logIn('ann');
    expect(shown(favourites)).toEqual([]);
    favourites.seed([5, 7], 0);
    expect(shown(favourites)).toEqual([3, 5, 7]);
    await settle();
    expect(saved).toEqual([[3, true]]);
    expect(kept.has('favorites')).toBe(false);
    logIn(null);
    expect(shown(favourites)).toEqual([]);
  });

  it('that could not be moved stay in the browser and are retried silently', async () => {
    const { favourites, kept, reports, answers, logIn, settle } = page({ kept: new Map([['favorites', '3']]) });
    logIn('ann');
    answers.push(new Error('offline'));
    favourites.seed([], 0);
    await settle();
    expect(shown(favourites)).toEqual([]);
    expect(kept.get('favorites')).toBe('3');
    favourites.seed([], 0);
    await settle();
    expect(shown(favourites)).toEqual([3]);
    expect(reports).toEqual([]);
  });

  it('are parsed defensively, since other code may have written the storage key', () => {
    expect(shown(page({ kept: new Map([['favorites', '3,x,-1,,1e3,99999999999,4']]) }).favourites)).toEqual([3, 4]);
  });
});

describe('the starred markets of an account', () => {
  it('change immediately, and change back when the request fails', async () => {
    const { favourites, reports, answers, saved, settle } = page({ token: 'ann' });
    favourites.seed([1], 0);
    const away = new Error('offline');
    answers.push(away);
    favourites.toggle(2);
    expect(shown(favourites)).toEqual([1, 2]);
    await settle();
    expect(shown(favourites)).toEqual([1]);
    expect(reports).toEqual([away]);
    favourites.toggle(1);
    await settle();
    expect(shown(favourites)).toEqual([]);
    expect(saved).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it('are saved with one request at a time per market, and end as last toggled', async () => {
    const { favourites, saved, settle } = page({ token: 'ann' });
    favourites.seed([], 0);
    for (let press = 0; press < 4; press += 1) favourites.toggle(2);
    favourites.toggle(2);
    expect(saved).toEqual([[2, true]]);
    await settle();
    expect(saved).toEqual([[2, true]]);
    favourites.toggle(2);
    favourites.toggle(2);
    favourites.toggle(2);
    await settle();
    expect(saved).toEqual([
      [2, true],
      [2, false],
    ]);
    expect(shown(favourites)).toEqual([]);
  });

  it('are not reverted by a response that was requested before the change', async () => {
    const { favourites, clock, settle } = page({ token: 'ann' });
    clock.ms = 100_000;
    favourites.seed([], clock.ms);
    favourites.toggle(2);
    await settle();
    favourites.seed([], clock.ms + 15_000);
    expect(shown(favourites)).toEqual([2]);
    favourites.seed([], clock.ms + 30_000);
    expect(shown(favourites)).toEqual([]);
  });

  it('are not shown to the next user', async () => {
    const { favourites, logIn, reports, settle } = page({ token: 'ann' });
    favourites.seed([1], 0);
    favourites.toggle(2);
    logIn('ben');
    expect(shown(favourites)).toEqual([]);
    await settle();
    expect(shown(favourites)).toEqual([]);
    expect(reports).toEqual([]);
  });
});

function shown(favourites: Favourites): number[] {
  return [...favourites.store.getState()].toSorted((a, b) => a - b);
}

/** A page whose account resolves its requests on `settle`, failing them with `answers` first. */
function page(options: { kept?: Map<StorageKey, string>; token?: string } = {}) {
  const kept = options.kept ?? new Map<StorageKey, string>();
  const session = createStore<SessionState>(() => ({ token: options.token ?? null, account: '', isSeller: false }));
  const saved: [number, boolean][] = [];
  const answers: Error[] = [];
  const reports: unknown[] = [];
  const clock = { ms: 0 };
  const storage: BrowserStorage = {
    read: (key) => kept.get(key) ?? null,
    write: (key, value) => void kept.set(key, value),
    remove: (...keys) => keys.forEach((key) => kept.delete(key)),
  };
  const favourites = createFavourites({
    storage,
    session: { store: session },
    save: async (market, added) => {
      saved.push([market, added]);
      await Promise.resolve();
      const failure = answers.shift();
      if (failure !== undefined) throw failure;
    },
    report: (error) => reports.push(error),
    now: () => clock.ms,
    onStorage: () => undefined,
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    favourites,
    kept,
    saved,
    answers,
    reports,
    clock,
    settle,
    logIn: (token: string | null) => session.setState({ token }),
  };
}
