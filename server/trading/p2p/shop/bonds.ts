import { bondParts } from '@bourse/contract/p2p';
import { accountType, amount, currencyId, type RejectionOf, userId, type UserId } from '@bourse/engine';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { EachAlone } from '../../../ground/background/index.ts';
import { type Core, CoreRefusal } from '../../../ground/core/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { type Currency, type Listings, unitsText } from '../../../ground/feed/index.ts';
import { refused, type Refused, Turns } from '../../../ground/gateway/index.ts';
import type { BondStage } from './tables.ts';
import type { With } from '../../../ground/parts.ts';
import { minuteText } from '../../../ground/texts/index.ts';

/** The source of the holds of bonds, which are numbered by the rows. */
const bondSource = 'p2p_bond';

const bondCoin = 'USDT';
/** A request is given this long to be answered before it is carried out again. */
const answerMs = 20_000;
const partsAtOnce = 200;

/** A part of a bond, which is held, paid or returned as a whole. */
export interface BondPart {
  readonly id: number;
  readonly user: UserId;
  readonly currency: number;
  readonly amount: number;
  readonly stage: BondStage;
  readonly paidTo: number | null;
}

type Database = Kysely<Schema> | Transaction<Schema>;

function partOf(row: Selectable<Schema['merchant_bonds']>): BondPart {
  return {
    id: safeInteger(row.id),
    user: userId(safeInteger(row.user_id)),
    currency: row.currency_id,
    amount: safeInteger(row.amount),
    stage: row.stage,
    paidTo: row.paid_to === null ? null : safeInteger(row.paid_to),
  };
}

/** The parts of the bonds of a merchant, the oldest first; those that were returned or never held are left out. */
export async function partsOf(db: Database, user: UserId): Promise<readonly BondPart[]> {
  const rows = await db
    .selectFrom('merchant_bonds')
    .selectAll()
    .where('user_id', '=', String(user))
    .where('stage', 'not in', ['returned', 'void'])
    .orderBy('id')
    .execute();
  return rows.map(partOf);
}

/** The sum of the parts of a merchant that were returned, and the amount of the last one; 0 without any. */
export async function returnedOf(db: Database, user: UserId): Promise<{ readonly sum: number; readonly last: number }> {
  const returned = db.selectFrom('merchant_bonds').where('user_id', '=', String(user)).where('stage', '=', 'returned');
  const [{ sum }, last] = await Promise.all([
    returned.select(({ fn }) => fn.sum<string | null>('amount').as('sum')).executeTakeFirstOrThrow(),
    returned.select('amount').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ]);
  return { sum: safeInteger(sum ?? '0'), last: safeInteger(last?.amount ?? '0') };
}

/** The sum of the parts in some stages. */
export function sumOf(parts: readonly BondPart[], ...stages: readonly BondStage[]): number {
  return parts.filter(({ stage }) => stages.includes(stage)).reduce((sum, part) => sum + part.amount, 0);
}

/** The coin of bonds. */
export function bondCurrency(listings: Listings): Currency {
  const currency = listings.currencyByCode(bondCoin);
  if (currency === undefined) throw new Error(`the exchange does not list ${bondCoin}`);
  return currency;
}

/** The bond of a new merchant in the smallest unit. */
export function bondOf(settings: { readonly p2p_bond_usdt: number }, { decimals }: Currency): number {
  return settings.p2p_bond_usdt * 10 ** decimals;
}

/** Why a merchant can neither publish nor open ads: parts of the bond are missing. Null if it is complete. */
export async function bondMissing(
  db: Database,
  listings: Listings,
  { bondNeeded, user }: { readonly bondNeeded: number; readonly user: UserId },
): Promise<Refused<'bond_required'> | null> {
  const held = sumOf(await partsOf(db, user), 'held');
  return held >= bondNeeded ? null : bondRefusal(listings, bondNeeded);
}

export function bondRefusal(listings: Listings, needed: number): Refused<'bond_required'> {
  const currency = bondCurrency(listings);
  return refused('bond_required', { needed: unitsText(currency, needed), currency: currency.code });
}

/** Stores the parts of a new bond in the transaction of the application. */
export async function addBond(
  transaction: Transaction<Schema>,
  user: UserId,
  { currency, needed, nowMs }: { readonly currency: Currency; readonly needed: number; readonly nowMs: number },
): Promise<void> {
  const base = Math.floor(needed / bondParts);
  const amounts = Array.from({ length: bondParts }, (_, at) => (at === 0 ? needed - base * (bondParts - 1) : base));
  const rows = amounts.filter((units) => units > 0);
  if (rows.length === 0) return;
  await transaction
    .insertInto('merchant_bonds')
    .values(
      rows.map((units) => ({
        user_id: user,
        currency_id: currency.id,
        amount: units,
        stage: 'holding' as const,
        created_at: nowMs,
        changed_at: nowMs,
      })),
    )
    .execute();
}

/** Moves parts from one stage to another, at most `count`, and returns them. */
export async function movePart(
  transaction: Transaction<Schema>,
  user: UserId,
  move: {
    readonly from: BondStage;
    readonly to: BondStage;
    readonly nowMs: number;
    readonly count?: number;
    readonly paid?: { readonly to: UserId; readonly order: number; readonly words: string };
  },
): Promise<readonly BondPart[]> {
  const { count = bondParts, from, nowMs, paid, to } = move;
  const chosen = await transaction
    .selectFrom('merchant_bonds')
    .select('id')
    .where('user_id', '=', String(user))
    .where('stage', '=', from)
    .orderBy('id')
    .limit(count)
    .forUpdate()
    .execute();
  if (chosen.length === 0) return [];
  const rows = await transaction
    .updateTable('merchant_bonds')
    .set({
      stage: to,
      changed_at: nowMs,
      ...(paid === undefined ? {} : { paid_to: paid.to, order_id: paid.order, words: paid.words }),
    })
    .where(
      'id',
      'in',
      chosen.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  return rows.map(partOf);
}

/** Returns all held parts of a bond in a transaction; `carryOut` then does so. */
export async function returnBond(
  transaction: Transaction<Schema>,
  user: UserId,
  nowMs: number,
): Promise<readonly BondPart[]> {
  return movePart(transaction, user, { from: 'held', to: 'returning', nowMs, count: 1_000 });
}

export type BondRefusal = Refused<
  'account_frozen' | 'bond_required' | 'coins_maturing' | 'debt_outstanding' | 'deposit_unmatured' | 'outcome_pending'
>;

interface BondWorkParts extends With<'identityDb' | 'now' | 'views'> {
  readonly core: Pick<Core, 'submit'>;
  readonly log: Pick<Logger, 'error'>;
  /** All parts of an application are held, or it is refused. */
  readonly applied: (transaction: Transaction<Schema>, user: UserId, isHeld: boolean) => Promise<void>;
  /** Something about a merchant was changed in a transaction that was committed. */
  readonly changed: (user: UserId) => void;
}

/**
 * Holds, returns and pays the parts of bonds. Each is a row first, whose number the hold has; its command is
 * repeated until the outcome is recorded. A repetition changes nothing.
 */
export class BondWork {
  readonly #parts: BondWorkParts;
  readonly #turns = new Turns<UserId>();

  constructor(parts: BondWorkParts) {
    this.#parts = parts;
  }

  /** Carries out what is left to do for a merchant. Null unless the bond of an application cannot be held. */
  async carryOut(user: UserId): Promise<BondRefusal | null> {
    try {
      return await this.#turns.run(user, () => this.#carryOut(user));
    } catch (error) {
      if (error instanceof CoreRefusal) return refused('outcome_pending');
      throw error;
    }
  }

  /** One round of the worker; `atStart` for everything that an earlier process has left. */
  async step(atStart = false): Promise<void> {
    const { identityDb, now } = this.#parts;
    const open = ['holding', 'returning', 'paying'] as const;
    const left = await identityDb
      .selectFrom('merchant_bonds')
      .select('user_id')
      .distinct()
      .where('stage', 'in', open)
      .$if(!atStart, (query) => query.where('changed_at', '<=', String(now() - answerMs)))
      .limit(partsAtOnce)
      .execute();
    // An application without a bond, or whose last step was not recorded.
    const applying = await identityDb
      .selectFrom('merchants')
      .select('user_id')
      .where('state', '=', 'applying')
      .$if(!atStart, (query) => query.where('changed_at', '<=', String(now() - answerMs)))
      .limit(partsAtOnce)
      .execute();
    const users = new Set([...left, ...applying].map((row) => userId(safeInteger(row.user_id))));
    const alone = new EachAlone();
    for (const user of users) await alone.attempt(() => this.#turns.run(user, () => this.#carryOut(user)));
    alone.end();
  }

  async #carryOut(user: UserId): Promise<BondRefusal | null> {
    const { identityDb } = this.#parts;
    let refusal: BondRefusal | null = null;
    const parts = await partsOf(identityDb, user);
    for (const part of parts.filter(({ stage }) => stage === 'holding')) {
      if (refusal === null) refusal = await this.#hold(part);
      // The parts after a refused one are not even tried.
      await this.#move(part, 'holding', refusal === null ? 'held' : 'void');
    }
    await this.#finishApplication(user, refusal);
    for (const part of (await partsOf(identityDb, user)).filter(({ stage }) => stage === 'returning')) {
      await this.#return(part);
    }
    for (const part of parts.filter(({ stage }) => stage === 'paying')) await this.#pay(part);
    this.#parts.changed(user);
    return refusal;
  }

  async #finishApplication(user: UserId, refusal: BondRefusal | null): Promise<void> {
    const { applied, identityDb, now } = this.#parts;
    await inTransaction(identityDb, async (transaction) => {
      const row = await transaction
        .selectFrom('merchants')
        .select(['state', 'bond_needed', 'applied_at'])
        .where('user_id', '=', String(user))
        .forUpdate()
        .executeTakeFirst();
      if (row?.state !== 'applying') return;
      const held = sumOf(await partsOf(transaction, user), 'held');
      const isHeld = refusal === null && held >= safeInteger(row.bond_needed);
      if (!isHeld) await returnBond(transaction, user, now());
      await applied(transaction, user, isHeld);
    });
  }

  async #hold({ amount: units, currency, id, user }: BondPart): Promise<BondRefusal | null> {
    const { core, identityDb, views } = this.#parts;
    const { outcome } = await core.submit({
      type: 'hold',
      kind: 'bond',
      user,
      accountType: accountType.legal,
      currency: currencyId(currency),
      amount: amount(units),
      source: bondSource,
      n: id,
    });
    if (outcome.type !== 'rejected') return null;
    const needed = sumOf(await partsOf(identityDb, user), 'holding', 'held');
    return refusalOfHold(outcome.rejection, views.listings, needed);
  }

  async #return(part: BondPart): Promise<void> {
    const { core, log } = this.#parts;
    const { outcome } = await core.submit({ type: 'release_hold', source: bondSource, n: part.id });
    if (outcome.type === 'rejected') {
      log.error({ bond: part.id, ...outcome.rejection }, 'the part of a bond cannot be returned');
      return;
    }
    await this.#move(part, 'returning', 'returned');
  }

  async #pay(part: BondPart): Promise<void> {
    const { core, log } = this.#parts;
    if (part.paidTo === null) throw new Error(`The part ${part.id} of a bond has no receiver.`);
    const { outcome } = await core.submit({
      type: 'settle_hold',
      source: bondSource,
      n: part.id,
      receiver: { user: userId(part.paidTo), accountType: accountType.legal },
      fee: amount(0),
    });
    if (outcome.type === 'rejected') {
      log.error({ bond: part.id, ...outcome.rejection }, 'the part of a bond cannot be paid');
      return;
    }
    await this.#move(part, 'paying', 'paid');
  }

  async #move({ id }: BondPart, from: BondStage, to: BondStage): Promise<void> {
    const { identityDb, now } = this.#parts;
    await identityDb
      .updateTable('merchant_bonds')
      .set({ stage: to, changed_at: now() })
      .where('id', '=', String(id))
      .where('stage', '=', from)
      .execute();
  }
}

function refusalOfHold(rejection: RejectionOf<'hold'>, listings: Listings, needed: number): BondRefusal {
  switch (rejection.reason) {
    case 'insufficient_balance':
      return bondRefusal(listings, needed);
    case 'coins_maturing':
      return refused('coins_maturing', { until: minuteText(rejection.untilMs) });
    case 'debt_outstanding':
    case 'deposit_unmatured':
      return refused(rejection.reason);
    case 'outflow_stopped':
      return refused('account_frozen');
    case 'margin_needed':
    case 'user_invalid':
    case 'account_invalid':
    case 'currency_unknown':
    case 'cause_invalid':
    case 'amount_invalid':
      throw new Error(`The part of a bond cannot be held: ${rejection.reason}.`);
  }
}
