import { maxAlerts, type NoticeFigures } from '@bourse/contract/alerts';
import type { UserId } from '@bourse/engine';
import type { Work } from '../../ground/background/index.ts';
import type { Committed } from '../../ground/core/index.ts';
import { inTransaction } from '../../ground/database/index.ts';
import { type Market, priceText } from '../../ground/feed/index.ts';
import { AlertIndex, type WatchedTrade } from './alert-index.ts';
import {
  addAlert,
  deleteAlert,
  priceAt,
  readAlerts,
  readProgress,
  type StoredAlert,
  storeFired,
  storeProgress,
  storeRearmed,
  tradesBetween,
} from './alert-store.ts';
import type { Notices, Sending } from './notices.ts';
import type { With } from '../../ground/parts.ts';

/** Changes that one transaction records. */
const changesAtOnce = 50;
/** How long the progress of an exchange without firing alerts may lag behind. */
const progressEveryMs = 5_000;

export interface AlertKeeperParts extends With<'background' | 'db' | 'identityDb' | 'now' | 'views'> {
  readonly notices: Pick<Notices, 'write'>;
}

/** A change of an alert that is not recorded yet. */
interface Change {
  readonly kind: 'fired' | 'rearmed';
  readonly alert: StoredAlert;
  readonly trade: WatchedTrade;
}

/** An alert whose row exists. */
export interface AddedAlert extends StoredAlert {
  readonly id: number;
}

/** The reasons for which an alert is not added. */
export type NotAdded = 'reached' | 'exists' | 'too_many';

/**
 * The price alerts of all users. Committed trades are compared with them in memory; each change is recorded in one
 * transaction with its notice, on the condition that it was not recorded before. After a restart the trades that
 * followed the recorded progress are compared again, so an alert fires exactly once.
 */
export class AlertKeeper {
  readonly #parts: AlertKeeperParts;
  readonly #index: AlertIndex<StoredAlert>;
  readonly #ofUser = new Map<UserId, Set<StoredAlert>>();
  /** The trades since the listener was attached; null once the stored alerts are loaded. */
  #early: WatchedTrade[] | null = [];
  /** The last command before the listener was attached. */
  readonly #attachedAt: number;
  #changes: Change[] = [];
  /** The last command with a trade in a watched market, and the one up to which everything is recorded. */
  #seen = 0;
  #recorded = 0;
  #isLoaded = false;
  readonly #recording: Work;

  /** Compares every trade from now on. */
  constructor(parts: AlertKeeperParts) {
    this.#parts = parts;
    this.#index = new AlertIndex<StoredAlert>({
      fired: (alert, trade) => {
        if (!alert.repeat) this.#forget(alert);
        this.#changes.push({ kind: 'fired', alert, trade });
      },
      rearmed: (alert, trade) => this.#changes.push({ kind: 'rearmed', alert, trade }),
    });
    this.#recording = parts.background.work('alerts: record', { everyMs: progressEveryMs }, () => this.#record());
    this.#attachedAt = parts.views.sequence;
    parts.views.onCommand((command) => this.#read(command));
  }

  /** Loads the stored alerts and compares them with the trades since the last run. */
  async start(): Promise<() => Promise<void>> {
    const { db, identityDb, views } = this.#parts;
    const recorded = await readProgress(identityDb);
    const alerts = await readAlerts(identityDb);
    this.#recorded = recorded;
    this.#seen = recorded;
    for (const [market, own] of Map.groupBy(alerts, (alert) => alert.market)) {
      const after = Math.max(recorded, Math.min(...own.map(({ sequence }) => sequence)));
      const waiting = own.toSorted((a, b) => b.sequence - a.sequence);
      let lastPrice = await priceAt(db, market, after);
      const watch = (before: number): void => {
        for (let next = waiting.at(-1); next !== undefined && next.sequence < before; next = waiting.at(-1)) {
          waiting.pop();
          this.#keep(next, lastPrice);
        }
      };
      for await (const trade of tradesBetween(db, market, after, this.#attachedAt)) {
        watch(trade.sequence);
        this.#compare(trade);
        lastPrice = trade.price;
      }
      watch(Infinity);
    }
    for (const trade of this.#early ?? []) this.#compare(trade);
    this.#early = null;
    if (!this.#index.isEmpty) this.#seen = views.sequence;
    this.#isLoaded = true;
    await this.#recording.run();
    return async () => {
      // Failing is harmless: the next run compares the trades again.
      await this.#record().catch(() => undefined);
    };
  }

  /** A user's alerts, newest first. */
  of(user: UserId): StoredAlert[] {
    return [...(this.#ofUser.get(user) ?? [])].toSorted((a, b) => (b.id ?? Infinity) - (a.id ?? Infinity));
  }

  /** Adds an alert, which concerns every trade after this call. */
  async add(
    user: UserId,
    market: Market,
    wanted: Pick<StoredAlert, 'direction' | 'price' | 'repeat'>,
  ): Promise<AddedAlert | NotAdded> {
    const { identityDb, now, views } = this.#parts;
    const own = this.of(user);
    const { direction, price, repeat } = wanted;
    const isSame = (one: StoredAlert): boolean =>
      one.market === market.id && one.direction === direction && one.price === price;
    if (own.some(isSame)) return 'exists';
    if (own.length >= maxAlerts) return 'too_many';
    const last = this.#lastPrice(market.id);
    if (last !== null && (direction === 'above' ? last >= price : last <= price)) return 'reached';
    const alert: StoredAlert = {
      id: null,
      user,
      market: market.id,
      direction,
      price,
      repeat,
      armed: true,
      firedAtMs: null,
      createdAtMs: now(),
      sequence: views.sequence,
    };
    // Compared from now on; when it fires before its row exists, the change waits for the row.
    this.#keep(alert, last);
    try {
      const id = await addAlert(identityDb, alert);
      alert.id = id;
      this.#recording.wake();
      return { ...alert, id };
    } catch (error) {
      this.#drop(alert);
      this.#changes = this.#changes.filter((change) => change.alert !== alert);
      throw error;
    }
  }

  /** Removes an alert of a user; false if there is none with this id. */
  async remove(user: UserId, id: number): Promise<boolean> {
    const alert = this.of(user).find((one) => one.id === id);
    if (alert === undefined) return false;
    this.#drop(alert);
    try {
      await deleteAlert(this.#parts.identityDb, id);
    } catch (error) {
      this.#keep(alert, this.#lastPrice(alert.market));
      throw error;
    }
    return true;
  }

  /** The last price of a market in ticks; null before its first trade. */
  #lastPrice(market: number): number | null {
    const price = this.#parts.views.findMarket(market)?.ticker.read().close ?? 0;
    return price === 0 ? null : price;
  }

  #keep(alert: StoredAlert, lastPrice: number | null): void {
    const own = this.#ofUser.get(alert.user) ?? new Set();
    own.add(alert);
    this.#ofUser.set(alert.user, own);
    this.#index.add(alert, lastPrice);
  }

  #drop(alert: StoredAlert): void {
    this.#index.remove(alert);
    this.#forget(alert);
  }

  #forget(alert: StoredAlert): void {
    const own = this.#ofUser.get(alert.user);
    own?.delete(alert);
    if (own?.size === 0) this.#ofUser.delete(alert.user);
  }

  #read({ events, sequence, timeMs }: Committed): void {
    for (const event of events) {
      if (event.type !== 'traded') continue;
      const trade = { market: event.market, price: event.price, timeMs, sequence };
      if (this.#early === null) this.#compare(trade);
      else this.#early.push(trade);
    }
  }

  #compare(trade: WatchedTrade): void {
    if (!this.#index.watches(trade.market)) return;
    this.#seen = trade.sequence;
    const before = this.#changes.length;
    this.#index.trade(trade);
    if (this.#early !== null) return;
    if (this.#changes.length > before) this.#recording.wake();
  }

  /** Records all changes of alerts whose rows exist, and the progress, once the alerts are loaded. */
  async #record(): Promise<void> {
    if (!this.#isLoaded) return;
    for (;;) {
      const seen = this.#seen;
      const some = this.#changes.filter(({ alert }) => alert.id !== null).slice(0, changesAtOnce);
      const isAll = some.length === this.#changes.length;
      if (some.length === 0 && (!isAll || seen <= this.#recorded)) return;
      const sendings = await inTransaction(this.#parts.identityDb, async (transaction) => {
        const sent: Sending[] = [];
        for (const { alert, kind, trade } of some) {
          if (alert.id === null) continue;
          if (kind === 'rearmed') await storeRearmed(transaction, alert.id, trade.sequence - 1);
          else if (await storeFired(transaction, { id: alert.id, repeat: alert.repeat }, trade)) {
            const template = alert.direction === 'above' ? 'price_above' : 'price_below';
            const figures = this.#figuresOf(alert, trade);
            sent.push(await this.#parts.notices.write(transaction, alert.user, template, figures));
          }
        }
        if (isAll) await storeProgress(transaction, seen);
        return sent;
      });
      if (isAll) this.#recorded = seen;
      const done = new Set(some);
      this.#changes = this.#changes.filter((change) => !done.has(change));
      for (const send of sendings) send();
    }
  }

  #figuresOf({ market: id, price }: StoredAlert, trade: WatchedTrade): NoticeFigures<'price_above'> {
    const market = this.#parts.views.listings.findMarket(id);
    if (market === undefined) throw new Error(`An alert is about market ${id}, which is not listed.`);
    return { market: market.symbol, target: priceText(market, price), price: priceText(market, trade.price) };
  }
}
