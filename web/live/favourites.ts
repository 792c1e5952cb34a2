import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from './browser-storage.ts';
import type { Session } from './session.ts';

/** The longest that an answer takes: what arrives within this time after a change may have been asked for before it. */
const answerTakesMs = 20_000;

export interface Favourites {
  /** The ids of the starred markets, as they are to be shown now. */
  readonly store: StoreApi<ReadonlySet<number>>;
  /** Stars a market or takes its star away: at once for the eye; back again when the account could not be told. */
  toggle(market: number): void;
  /**
   * Takes in what an answer, which arrived at that time, says of the account. Stars that were given before the login
   * join it.
   */
  seed(markets: readonly number[], arrivedAtMs: number): void;
}

export interface FavouritesPorts {
  readonly storage: BrowserStorage;
  readonly session: Pick<Session, 'store'>;
  /** Tells the account. */
  readonly save: (market: number, added: boolean) => Promise<unknown>;
  /** Told when the account could not be told. */
  readonly report: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Another tab of this browser has changed what is kept here. */
  readonly onStorage: (listener: () => void) => void;
}

/** A change of one star that the account is being told of. */
interface Change {
  wanted: boolean;
  /** What the request that is under way says. */
  sent: boolean;
}

/** Starred markets: kept in this browser for a visitor, on the account for whoever is logged in. */
export function createFavourites({ storage, session, save, report, now, onStorage }: FavouritesPorts): Favourites {
  let person = session.store.getState().token;
  let account: ReadonlySet<number> = new Set();
  const changes = new Map<number, Change>();
  const told = new Map<number, { readonly added: boolean; readonly atMs: number }>();
  const store = createStore<ReadonlySet<number>>(() => (person === null ? readLocal(storage) : account));

  const show = (): void => {
    const shown = new Set(person === null ? readLocal(storage) : account);
    for (const [market, { wanted }] of changes) withMarket(shown, market, wanted);
    store.setState(shown, true);
  };

  const tell = async (market: number, change: Change, onFailure: (error: unknown) => void): Promise<void> => {
    const teller = person;
    try {
      do {
        change.sent = change.wanted;
        await save(market, change.sent);
        if (person !== teller) return;
        account = withMarket(new Set(account), market, change.sent);
        told.set(market, { added: change.sent, atMs: now() });
        forgetLocal(market);
      } while (change.wanted !== change.sent);
    } catch (error) {
      if (person === teller) onFailure(error);
    }
    if (person !== teller) return;
    changes.delete(market);
    show();
  };

  const want = (market: number, added: boolean, onFailure: (error: unknown) => void): void => {
    const running = changes.get(market);
    if (running !== undefined) {
      running.wanted = added;
      show();
      return;
    }
    const change = { wanted: added, sent: added };
    changes.set(market, change);
    show();
    void tell(market, change, onFailure);
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
    told.clear();
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
        want(market, added, report);
        return;
      }
      writeLocal(storage, withMarket(readLocal(storage), market, added));
      show();
    },
    seed: (markets, arrivedAtMs) => {
      if (person === null) return;
      const seeded = new Set(markets);
      for (const [market, { added, atMs }] of told) {
        if (arrivedAtMs > atMs + answerTakesMs) told.delete(market);
        else withMarket(seeded, market, added);
      }
      account = seeded;
      show();
      for (const market of readLocal(storage)) {
        if (account.has(market)) forgetLocal(market);
        // Nobody asked for this now: what fails stays here and is tried again with the next answer.
        else if (!changes.has(market)) want(market, true, () => undefined);
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
