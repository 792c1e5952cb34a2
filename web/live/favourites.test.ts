import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { BrowserStorage, StorageKey } from './browser-storage.ts';
import { createFavourites, type Favourites } from './favourites.ts';
import type { SessionState } from './session.ts';

describe('the stars of a visitor', () => {
  it('are kept in this browser and shown at the next visit', () => {
    const { favourites, kept } = page();
    favourites.toggle(3);
    favourites.toggle(5);
    favourites.toggle(3);
    expect(shown(favourites)).toEqual([5]);
    expect(shown(page({ kept }).favourites)).toEqual([5]);
  });

  it('join the account at login, and are then no longer kept here', async () => {
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

  it('that could not join stay here and are tried again, without a word', async () => {
    const { favourites, kept, reports, answers, logIn, settle } = page({ kept: new Map([['favorites', '3']]) });
    logIn('ann');
    answers.push(new Error('away'));
    favourites.seed([], 0);
    await settle();
    expect(shown(favourites)).toEqual([]);
    expect(kept.get('favorites')).toBe('3');
    favourites.seed([], 0);
    await settle();
    expect(shown(favourites)).toEqual([3]);
    expect(reports).toEqual([]);
  });

  it('that somebody else has written into the storage are read with care', () => {
    expect(shown(page({ kept: new Map([['favorites', '3,x,-1,,1e3,99999999999,4']]) }).favourites)).toEqual([3, 4]);
  });
});

describe('the stars of an account', () => {
  it('change at once, and back again when the account could not be told', async () => {
    const { favourites, reports, answers, saved, settle } = page({ token: 'ann' });
    favourites.seed([1], 0);
    const away = new Error('away');
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

  it('are told one request at a time for each market, and end as the last press said', async () => {
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

  it('are not taken back by an answer that was asked for before they were changed', async () => {
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

  it('are not those of the next person', async () => {
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

/** A page with an account that answers when it is asked to `settle`, with the failures of `answers` first. */
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
