import type { LegalTrader } from '@bourse/contract/p2p';
import type { UserId } from '@bourse/engine';
import { userId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import { safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { VerifiedPort } from '../../../people/verification/index.ts';
import { findMerchants, type Merchant } from './merchant.ts';
import { noFigures, type OrderRecords, type TraderFigures } from './ports.ts';
import type { With } from '../../../ground/parts.ts';

/** Someone who was seen within this time is online. */
const onlineMs = 5 * 60_000;
/** Figures are read again after this time. */
const freshMs = 30_000;
/** Traders whose figures are kept in memory. */
const maxKept = 10_000;

interface TraderParts extends With<'identityDb' | 'now'> {
  readonly orders: Pick<OrderRecords, 'figuresOf'>;
  readonly verified: Pick<VerifiedPort, 'nameOf'>;
}

interface Kept {
  readonly atMs: number;
  readonly trader: LegalTrader;
  readonly figures: TraderFigures;
}

/** Traders as others see them. */
export class Traders {
  readonly #parts: TraderParts;
  readonly #kept = new Map<UserId, Kept>();

  constructor(parts: TraderParts) {
    this.#parts = parts;
  }

  async of(users: readonly UserId[]): Promise<ReadonlyMap<UserId, LegalTrader>> {
    const found = await this.withFigures(users);
    return new Map([...found].map(([user, { trader }]) => [user, trader]));
  }

  async withFigures(
    users: readonly UserId[],
  ): Promise<ReadonlyMap<UserId, { readonly trader: LegalTrader; readonly figures: TraderFigures }>> {
    const wanted = [...new Set(users)];
    const nowMs = this.#parts.now();
    const isFresh = (user: UserId): boolean => nowMs - (this.#kept.get(user)?.atMs ?? -Infinity) < freshMs;
    const missing = wanted.filter((user) => !isFresh(user));
    if (missing.length > 0) await this.#read(missing, nowMs);
    return new Map(
      wanted.flatMap((user) => {
        const kept = this.#kept.get(user);
        return kept === undefined ? [] : [[user, kept] as const];
      }),
    );
  }

  /** The name or the figures of a trader have changed. */
  forget(user: UserId): void {
    this.#kept.delete(user);
  }

  async #read(users: readonly UserId[], nowMs: number): Promise<void> {
    const { identityDb, orders } = this.#parts;
    const [merchants, seen, figures] = await Promise.all([
      findMerchants(identityDb, users),
      lastSeen(identityDb, users),
      orders.figuresOf(users),
    ]);
    for (const user of users) {
      const merchant = merchants.get(user) ?? null;
      const own = figures.get(user) ?? noFigures;
      const trader = {
        id: user,
        name: await this.#nameOf(user, merchant),
        online: nowMs - (seen.get(user) ?? -Infinity) <= onlineMs ? (1 as const) : (0 as const),
        level: merchant?.state === 'approved' ? merchant.level.level : null,
        ...figuresOnWire(own),
      };
      this.#kept.delete(user);
      this.#kept.set(user, { atMs: nowMs, trader, figures: own });
    }
    for (const user of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(user);
    }
  }

  /** The name of the shop; of others, the first sign of the verified name. */
  async #nameOf(user: UserId, merchant: Merchant | null): Promise<string> {
    if (isShop(merchant)) return merchant.name;
    const [first = ''] = (await this.#parts.verified.nameOf(user)) ?? '';
    return first === '' ? String(user) : `${first}•••`;
  }
}

/** Whether someone has a shop, also a suspended one or one that is being given up. */
export function isShop(merchant: Merchant | null): merchant is Merchant {
  return merchant !== null && ['approved', 'suspended', 'leaving'].includes(merchant.state);
}

/** The figures of a trader in their wire format. */
export function figuresOnWire({ bad, completed30d, good, orders30d, releaseMinutes }: TraderFigures) {
  return {
    orders_30d: orders30d,
    completion_rate: rateText(completed30d, orders30d),
    good,
    bad,
    release_minutes: minutesText(releaseMinutes),
  };
}

/** A share as a percentage with one decimal, rounded down; null of none. */
export function rateText(part: number, whole: number): string | null {
  return whole === 0 ? null : String(Math.floor((part * 1_000) / whole) / 10);
}

/** Minutes with one decimal. */
export function minutesText(minutes: number | null): string | null {
  return minutes === null ? null : String(Math.round(minutes * 10) / 10);
}

async function lastSeen(db: Kysely<Schema>, users: readonly UserId[]): Promise<ReadonlyMap<UserId, number>> {
  const rows = await db
    .selectFrom('sessions')
    .select(({ fn }) => ['user_id', fn.max<string>('last_used_at').as('at')])
    .where('user_id', 'in', users.map(String))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [userId(safeInteger(row.user_id)), safeInteger(row.at)]));
}
