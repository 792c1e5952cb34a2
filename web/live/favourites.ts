import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from './browser-storage.ts';
import type { Session } from './session.ts';

/** Timeout of a read: an answer that arrives within this time after a change may have been requested before it. */
const answerTakesMs = 20_000;

export interface Favourites {
  /** The ids of the starred markets to show now. */
  readonly store: StoreApi<ReadonlySet<number>>;
  /** Stars or unstars a market. The store changes immediately, and changes back when the request fails. */
  toggle(market: number): void;
  /**
   * Takes the account's starred markets from an answer that arrived at `arrivedAtMs`. Markets that were starred before
   * the login are added to the account.
   */
  seed(markets: readonly number[], arrivedAtMs: number): void;
}

export interface FavouritesPorts {
  readonly storage: BrowserStorage;
  readonly session: Pick<Session, 'store'>;
  /** Saves one star in the account. */
  readonly save: (market: number, added: boolean) => Promise<unknown>;
  /** Called when saving fails. */
  readonly report: (error: unknown) => void;
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  /** Called when another tab of this browser changes the stored stars. */
  readonly onStorage: (listener: () => void) => void;
}

/** A change of one star that is being saved. */
interface Change {
  wanted: boolean;
  /** The value that the pending request carries. */
  sent: boolean;
}

/** Starred markets: stored in the browser for a visitor, in the account for a logged-in user. */
export function createFavourites({ storage, session, save, report, now, onStorage }: FavouritesPorts): Favourites {
  let person = session.store.getState().token;
  let account: ReadonlySet<number> = new Set();
  const changes = new Map<number, Change>();
  const saved = new Map<number, { readonly added: boolean; readonly atMs: number }>();
  const store = createStore<ReadonlySet<number>>(() => (person === null ? readLocal(storage) : account));

  const show = (): void => {
    const shown = new Set(person === null ? readLocal(storage) : account);
    for (const [market, { wanted }] of changes) withMarket(shown, market, wanted);
    store.setState(shown, true);
  };

  const saveChange = async (market: number, change: Change, onFailure: (error: unknown) => void): Promise<void> => {
    const owner = person;
    try {
      do {
        change.sent = change.wanted;
        await save(market, change.sent);
        if (person !== owner) return;
        account = withMarket(new Set(account), market, change.sent);
        saved.set(market, { added: change.sent, atMs: now() });
        forgetLocal(market);
      } while (change.wanted !== change.sent);
    } catch (error) {
      if (person === owner) onFailure(error);
    }
    if (person !== owner) return;
    changes.delete(market);
    show();
  };

  const requestChange = (market: number, added: boolean, onFailure: (error: unknown) => void): void => {
    const running = changes.get(market);
    if (running !== undefined) {
      running.wanted = added;
      show();
      return;
    }
    const change = { wanted: added, sent: added };
    changes.set(market, change);
    show();
    void saveChange(market, change, onFailure);
  };

  const forgetLocal = (market: number): void => {
    const local = readLocal(storage);
    if (local.has(market)) writeLocal(storage, withMarket(local, market, false));
  };

  session.store.subscribe(({ token }) => {
    if (token === person) return;
    person = token;
    account = new Set();
    changes.clear();
    saved.clear();
    show();
  });
  onStorage(() => {
    if (person === null) show();
  });

  return {
    store,
    toggle: (market) => {
      const added = !store.getState().has(market);
      if (person !== null) {
        requestChange(market, added, report);
        return;
      }
      writeLocal(storage, withMarket(readLocal(storage), market, added));
      show();
    },
    seed: (markets, arrivedAtMs) => {
      if (person === null) return;
      const seeded = new Set(markets);
      for (const [market, { added, atMs }] of saved) {
        if (arrivedAtMs > atMs + answerTakesMs) saved.delete(market);
        else withMarket(seeded, market, added);
      }
      account = seeded;
      show();
      for (const market of readLocal(storage)) {
        if (account.has(market)) forgetLocal(market);
        // Not a user action, so a failure is silent: the star stays in the browser and is retried with the next answer.
        else if (!changes.has(market)) requestChange(market, true, () => undefined);
      }
    },
  };
}

function withMarket(markets: Set<number>, market: number, added: boolean): Set<number> {
  if (added) markets.add(market);
  else markets.delete(market);
  return markets;
}

function readLocal(storage: BrowserStorage): Set<number> {
  const ids = (storage.read('favorites') ?? '').split(',').filter((text) => /^\d{1,9}$/.test(text));
  return new Set(ids.map(Number));
}

function writeLocal(storage: BrowserStorage, markets: ReadonlySet<number>): void {
  if (markets.size === 0) storage.remove('favorites');
  else storage.write('favorites', [...markets].join(','));
}
