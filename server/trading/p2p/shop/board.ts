import { isDeepStrictEqual } from 'node:util';
import { isPaymentCode, type PaymentCode, paymentCodeOf } from '@bourse/contract/payments';
import type { UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import { type Ad, adOf } from './ad.ts';
import { findMerchants, type Merchant } from './merchant.ts';
import type { AdSide } from './prices.ts';

/** An ad with its owner, and the types by which it can be paid. */
export interface Listed {
  readonly ad: Ad;
  readonly merchant: Merchant;
  readonly codes: readonly PaymentCode[];
}

/** Ads of a side, a coin and a fiat currency, the best for takers first. */
export interface Shelf {
  /** Changes with each change of the shelf. */
  readonly version: number;
  /** By price. */
  readonly fixed: readonly Listed[];
  /** By the distance from the reference. */
  readonly floating: readonly Listed[];
}

const emptyShelf: Shelf = { version: 0, fixed: [], floating: [] };

interface OpenShelf {
  version: number;
  fixed: Listed[];
  floating: Listed[];
}

/** So many ads are read at once, so that neither a query nor the turn of the event loop after it is long. */
const atOnce = 250;

/**
 * The ads that are not off the shelf, in memory and in the order of the hall. Merchants have at most twelve each.
 * Changed rows are read again afterwards, one reading after another.
 */
export class AdBoard {
  readonly #db: Kysely<Schema>;
  readonly #log: { readonly error: (details: object, message: string) => void };
  readonly #listed = new Map<number, Listed>();
  readonly #byOwner = new Map<UserId, Set<number>>();
  readonly #shelves = new Map<string, OpenShelf>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: Kysely<Schema>, log: { readonly error: (details: object, message: string) => void }) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Reads all ads, some at a time; at the start, and now and then because a reading may have failed. Other readings
   * take place in between.
   */
  async load(): Promise<void> {
    let last: number | null = 0;
    while (last !== null) {
      const after: number = last;
      last = await this.#next(() => this.#loadAfter(after));
    }
  }

  /** Reads the next ads after an id; returns the id of the last one, or null if there are no more. */
  async #loadAfter(first: number): Promise<number | null> {
    const rows = await this.#db
      .selectFrom('ads')
      .selectAll()
      .where('id', '>', String(first))
      .where('stage', '=', 'live')
      .where('state', '<>', 'off_shelf')
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const ads = rows.map(adOf);
    const owners = await findMerchants(this.#db, [...new Set(ads.map(({ user }) => user))]);
    const codes = await this.#codesOf(ads);
    const last = ads.length < atOnce ? null : (ads.at(-1)?.id ?? null);
    const present = new Set(ads.map(({ id }) => id));
    for (const id of this.#listed.keys()) {
      if (id > first && (last === null || id <= last) && !present.has(id)) this.#drop(id);
    }
    for (const ad of ads) this.#put(ad, owners.get(ad.user), codes);
    return last;
  }

  /** Reads an ad again. */
  async refresh(id: number): Promise<void> {
    await this.#next(async () => {
      const row = await this.#db.selectFrom('ads').selectAll().where('id', '=', String(id)).executeTakeFirst();
      const ad = row === undefined ? null : adOf(row);
      if (ad === null) this.#drop(id);
      else this.#put(ad, (await findMerchants(this.#db, [ad.user])).get(ad.user), await this.#codesOf([ad]));
    });
  }

  /** Reads the ads of a merchant again. */
  async refreshOwner(user: UserId): Promise<void> {
    await this.#next(async () => {
      const owner = (await findMerchants(this.#db, [user])).get(user);
      const rows = await this.#db.selectFrom('ads').selectAll().where('user_id', '=', String(user)).execute();
      const ads = rows.map(adOf);
      const present = new Set(ads.map(({ id }) => id));
      for (const id of this.#byOwner.get(user) ?? []) if (!present.has(id)) this.#drop(id);
      const codes = await this.#codesOf(ads);
      for (const ad of ads) this.#put(ad, owner, codes);
    });
  }

  /** Reads an ad again without making the caller wait. */
  changed(id: number): void {
    this.refresh(id).catch((error: unknown) => this.#log.error({ err: error, ad: id }, 'an ad could not be read'));
  }

  /** Reads the ads of a merchant again without making the caller wait. */
  ownerChanged(user: UserId): void {
    this.refreshOwner(user).catch((error: unknown) => {
      this.#log.error({ err: error, merchant: user }, 'the ads of a merchant could not be read');
    });
  }

  find(id: number): Listed | undefined {
    return this.#listed.get(id);
  }

  all(): Listed[] {
    return [...this.#listed.values()];
  }

  ofOwner(user: UserId): Listed[] {
    return [...(this.#byOwner.get(user) ?? [])].flatMap((id) => this.#listed.get(id) ?? []);
  }

  shelf(side: AdSide, currency: number, fiat: string): Shelf {
    return this.#shelves.get(keyOf({ side, currency, fiat })) ?? emptyShelf;
  }

  async #next<Result>(read: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(read);
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** The types of the payment methods of ads that sell, by the ids of the methods. */
  async #codesOf(ads: readonly Ad[]): Promise<ReadonlyMap<number, PaymentCode>> {
    const ids = [...new Set(ads.filter(({ side }) => side === 'sell').flatMap(({ methods }) => methods))];
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('payment_methods')
      .select(['id', 'code'])
      .where('id', 'in', ids.map(String))
      .where('removed_at', 'is', null)
      .execute();
    return new Map(rows.flatMap(({ code, id }) => (isPaymentCode(code) ? [[safeInteger(id), code] as const] : [])));
  }

  /** An ad that has not changed stays the same object, for which others keep its price. */
  #put(ad: Ad, merchant: Merchant | undefined, methods: ReadonlyMap<number, PaymentCode>): void {
    if (merchant === undefined || ad.stage !== 'live' || ad.state === 'off_shelf') {
      this.#drop(ad.id);
      return;
    }
    const codeOf = (id: number) => (ad.side === 'buy' ? paymentCodeOf(id) : (methods.get(id) ?? null));
    const codes = new Set(ad.methods.flatMap((id) => codeOf(id) ?? []));
    const listed = { ad, merchant, codes: [...codes] };
    if (isDeepStrictEqual(listed, this.#listed.get(ad.id))) return;
    this.#drop(ad.id);
    this.#listed.set(ad.id, listed);
    const own = this.#byOwner.get(ad.user);
    if (own === undefined) this.#byOwner.set(ad.user, new Set([ad.id]));
    else own.add(ad.id);
    const key = keyOf(ad);
    let shelf = this.#shelves.get(key);
    if (shelf === undefined) {
      shelf = { version: 0, fixed: [], floating: [] };
      this.#shelves.set(key, shelf);
    }
    const row = ad.price === null ? shelf.floating : shelf.fixed;
    row.splice(placeIn(row, ad), 0, listed);
    shelf.version += 1;
  }

  #drop(id: number): void {
    const listed = this.#listed.get(id);
    if (listed === undefined) return;
    this.#listed.delete(id);
    const { ad } = listed;
    const own = this.#byOwner.get(ad.user);
    own?.delete(id);
    if (own?.size === 0) this.#byOwner.delete(ad.user);
    const key = keyOf(ad);
    const shelf = this.#shelves.get(key);
    if (shelf === undefined) return;
    const row = ad.price === null ? shelf.floating : shelf.fixed;
    const at = placeIn(row, ad);
    if (row[at] === listed) row.splice(at, 1);
    shelf.version += 1;
    if (shelf.fixed.length + shelf.floating.length === 0) this.#shelves.delete(key);
  }
}

function keyOf({ currency, fiat, side }: { readonly side: AdSide; readonly currency: number; readonly fiat: string }) {
  return `${side}/${currency}/${fiat}`;
}

/** Where an ad belongs among others of its shelf, or is. */
function placeIn(row: readonly Listed[], ad: Ad): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const other = row[middle];
    if (other !== undefined && isBefore(other.ad, ad)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an ad is better for takers than another one of its side and kind; older ones come first. */
function isBefore(one: Ad, other: Ad): boolean {
  const [a, b] = [one.price ?? BigInt(one.basisPoints ?? 0), other.price ?? BigInt(other.basisPoints ?? 0)];
  if (a === b) return one.id < other.id;
  return one.side === 'sell' ? a < b : a > b;
}
