import type { CallInput } from '@bourse/contract';
import type { shopApply, shopLeave } from '@bourse/contract/p2p';
import { accountType, userId, type UserId } from '@bourse/engine';
import { sql, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { type Changes, type Listings, unitsText } from '../../../ground/feed/index.ts';
import { type Member, refused, type Refused } from '../../../ground/gateway/index.ts';
import type { Notices, Sending } from '../../../people/alerts/index.ts';
import type { Proofs } from '../../../people/identity/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import type { PaymentMethods } from '../../../people/payments/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import type { VerifiedPort } from '../../../people/verification/index.ts';
import { takeOffShelf } from './ad-coins.ts';
import { adOf } from './ad.ts';
import {
  addBond,
  bondCurrency,
  bondOf,
  type BondPart,
  bondRefusal,
  type BondRefusal,
  type BondWork,
  returnBond,
} from './bonds.ts';
import { type CoolingSettings, coolingOff } from './cooling-off.ts';
import { lockMerchant, type Merchant } from './merchant.ts';
import type { OrderRecords } from './ports.ts';
import { earlierRequest, forgetRequests, rememberRequest } from './request-keys.ts';
import type { With } from '../../../ground/parts.ts';
import { minuteText } from '../../../ground/texts/index.ts';

const dayMs = 86_400_000;
/** Appeals that were lost within this time bar an application. */
export const lostAppealMs = 90 * dayMs;
/** Each application adds the rows of a bond, also if it is withdrawn at once. */
const applicationsPerDay = 3;

export interface ApplicationParts extends With<'identityDb' | 'now' | 'views'> {
  readonly bonds: Pick<BondWork, 'carryOut'>;
  readonly changes: Pick<Changes, 'report'>;
  readonly notify: Pick<Notify, 'offers'>;
  readonly orders: Pick<OrderRecords, 'lostAppealsOf' | 'openOf'>;
  readonly paymentMethods: Pick<PaymentMethods, 'list'>;
  readonly proofs: { readonly factors: Pick<Proofs['factors'], 'methodsOf'> };
  readonly settings: CoolingSettings & { readonly p2p_bond_usdt: number };
  readonly verified: Pick<VerifiedPort, 'statusOf'>;
  readonly merchantChanged: (user: UserId) => void;
}

type ConditionSources = Pick<ApplicationParts, 'identityDb' | 'notify' | 'now' | 'orders' | 'proofs' | 'verified'>;

type ApplyRefusal =
  | BondRefusal
  | Refused<
      | 'invalid_request'
      | 'merchant_already'
      | 'application_pending'
      | 'applications_exhausted'
      | 'verification_required'
      | 'p2p_phone_required'
      | 'second_factor_missing'
      | 'appeals_lost'
      | 'method_unknown'
      | 'p2p_cooling_off'
      | 'idempotency_key_reused'
    >;

/** The conditions of an application that do not depend on the request, in the order of the contract. */
export interface Conditions {
  readonly verified: boolean;
  /** Null where no text messages can be sent. */
  readonly phone: boolean | null;
  readonly secondFactor: boolean;
  /** The end of the time that bars an application after a lost appeal; null without one. */
  readonly barredUntilMs: number | null;
}

export async function conditionsOf(
  { identityDb, notify, now, orders, proofs, verified }: ConditionSources,
  user: UserId,
): Promise<Conditions> {
  const [status, factors, person, lost] = await Promise.all([
    verified.statusOf(user),
    proofs.factors.methodsOf(user),
    identityDb.selectFrom('users').select('mobile_key').where('id', '=', String(user)).executeTakeFirst(),
    orders.lostAppealsOf(user, now() - lostAppealMs),
  ]);
  return {
    verified: status === 2,
    phone: notify.offers('sms') ? (person?.mobile_key ?? null) !== null : null,
    secondFactor: factors.length > 0,
    barredUntilMs: lost.lastMs === null ? null : lost.lastMs + lostAppealMs,
  };
}

/** Applies as a merchant: the application is stored, then its bond is held. Null once it is. */
export async function apply(
  parts: ApplicationParts,
  input: CallInput<typeof shopApply>,
  { requestKey: key, user }: Pick<Member, 'requestKey' | 'user'>,
): Promise<ApplyRefusal | null> {
  const { bonds, identityDb, merchantChanged, now, settings, views } = parts;
  const request = { user, key, call: 'shop/apply', input };
  const earlier = await earlierRequest(identityDb, request);
  if (earlier === 'reused') return refused('idempotency_key_reused');
  if (earlier !== null) return bonds.carryOut(user);
  const name = input.name.trim().replaceAll(/\s+/gu, ' ');
  if (name.length < 2) return refused('invalid_request', { field: 'name', problem: 'minLength' });
  if (restrictionView.of(views).scopeOf(user) !== 'none') return refused('account_frozen');
  const unmet = refusalOfConditions(await conditionsOf(parts, user));
  if (unmet !== null) return unmet;
  const methods = await parts.paymentMethods.list(user);
  if (!methods.some(({ id }) => id === Number(input.method))) return refused('method_unknown');
  const cooling = await coolingOff(identityDb, settings, user, now());
  if (cooling !== null) return cooling;
  const currency = bondCurrency(views.listings);
  const needed = bondOf(settings, currency);
  const { available } = views.balances.read(user, accountType.legal, currency.id);
  const stored = await inTransaction(identityDb, async (transaction) => {
    await lockUser(transaction, user);
    const again = await earlierRequest(transaction, request);
    if (again === 'reused') return refused('idempotency_key_reused');
    if (again !== null) return null;
    const known = await lockMerchant(transaction, user);
    const barred = known === null ? null : refusalOfState(known);
    if (barred !== null) return barred;
    const nowMs = now();
    const applications = applicationsOn(known, nowMs);
    if (applications >= applicationsPerDay) {
      const until = minuteText((Math.floor(nowMs / dayMs) + 1) * dayMs);
      return refused('applications_exhausted', { maximum: applicationsPerDay, until });
    }
    if (available < needed) return bondRefusal(views.listings, needed);
    await store(transaction, known, { user, name, input, needed, nowMs });
    await addBond(transaction, user, { currency, needed, nowMs });
    await rememberRequest(transaction, request, user, nowMs);
    return null;
  });
  if (stored !== null) return stored;
  const refusal = await bonds.carryOut(user);
  merchantChanged(user);
  return refusal;
}

function refusalOfState({ state }: Merchant): Refused<'application_pending' | 'merchant_already'> | null {
  switch (state) {
    case 'applying':
    case 'pending':
      return refused('application_pending');
    case 'approved':
    case 'suspended':
    case 'leaving':
      return refused('merchant_already');
    case 'none':
    case 'rejected':
    case 'left':
      return null;
  }
}

/** The applications of a user on the UTC day of a time. */
function applicationsOn(known: Merchant | null, nowMs: number): number {
  if (known === null || Math.floor(known.appliedAtMs / dayMs) !== Math.floor(nowMs / dayMs)) return 0;
  return known.applications;
}

function refusalOfConditions({ barredUntilMs, phone, secondFactor, verified }: Conditions): ApplyRefusal | null {
  if (!verified) return refused('verification_required');
  if (phone === false) return refused('p2p_phone_required');
  if (!secondFactor) return refused('second_factor_missing');
  return barredUntilMs === null ? null : refused('appeals_lost', { until: minuteText(barredUntilMs) });
}

interface Application {
  readonly user: UserId;
  readonly name: string;
  readonly input: CallInput<typeof shopApply>;
  readonly needed: number;
  readonly nowMs: number;
}

async function store(
  transaction: Transaction<Schema>,
  known: Merchant | null,
  { input, name, needed, nowMs, user }: Application,
): Promise<void> {
  const row = {
    name,
    method_id: Number(input.method),
    application: input.words.trim(),
    state: 'applying' as const,
    words: '',
    paused: false,
    level: 1,
    bond_needed: needed,
    version: (known?.version ?? 0) + 1,
    applied_at: nowMs,
    applications: applicationsOn(known, nowMs) + 1,
    decided_at: null,
    decided_by: null,
    left_at: null,
    changed_at: nowMs,
  };
  if (known === null) {
    await transaction
      .insertInto('merchants')
      .values({ user_id: user, ...row })
      .execute();
  } else await transaction.updateTable('merchants').set(row).where('user_id', '=', String(user)).execute();
}

/** The end of an application whose bond is held, or cannot be. */
export async function applied(
  transaction: Transaction<Schema>,
  user: UserId,
  isHeld: boolean,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable('merchants')
    .set({ state: isHeld ? 'pending' : 'none', changed_at: nowMs })
    .where('user_id', '=', String(user))
    .execute();
  if (!isHeld) await forgetRequests(transaction, user, 'shop/apply', user);
}

/** How long the bond of a merchant who has left is kept for those whom he may have harmed. */
export const bondKeptMs = 7 * dayMs;

/**
 * Gives the shop up: its ads go off the shelf at once. The bond of an application is returned at once, that of a
 * merchant seven days later. Who has no shop has nothing to give up, so a repeated request succeeds.
 */
export async function leave(
  parts: ApplicationParts & { readonly adChanged: (ad: number) => void; readonly carryOutAd: CarryOut },
  input: CallInput<typeof shopLeave>,
  { requestKey: key, user }: Pick<Member, 'requestKey' | 'user'>,
): Promise<Refused<'application_pending' | 'shop_open_orders' | 'idempotency_key_reused'> | null> {
  const { adChanged, bonds, carryOutAd, changes, identityDb, merchantChanged, now, orders } = parts;
  const request = { user, key, call: 'shop/leave', input };
  const left = await inTransaction(identityDb, async (transaction) => {
    await lockUser(transaction, user);
    const earlier = await earlierRequest(transaction, request);
    if (earlier !== null) return earlier === 'reused' ? refused('idempotency_key_reused') : [];
    const known = await lockMerchant(transaction, user);
    const nowMs = now();
    switch (known?.state) {
      case 'pending':
        await transaction
          .updateTable('merchants')
          .set({ state: 'none', version: known.version + 1, changed_at: nowMs })
          .where('user_id', '=', String(user))
          .execute();
        await returnBond(transaction, user, nowMs);
        await rememberRequest(transaction, request, user, nowMs);
        return [];
      case 'approved':
      case 'suspended': {
        // Takers lock an ad before they take it.
        const rows = await transaction
          .selectFrom('ads')
          .selectAll()
          .where('user_id', '=', String(user))
          .where('state', '<>', 'off_shelf')
          .orderBy('id')
          .forUpdate()
          .execute();
        if ((await orders.openOf(transaction, user)) > 0) return refused('shop_open_orders');
        const ads = rows.map(adOf);
        for (const ad of ads) await takeOffShelf(transaction, ad, nowMs);
        await transaction
          .updateTable('merchants')
          .set({ state: 'leaving', left_at: nowMs, version: known.version + 1, changed_at: nowMs })
          .where('user_id', '=', String(user))
          .execute();
        await setSeller(transaction, user, false);
        await rememberRequest(transaction, request, user, nowMs);
        return ads.map(({ id }) => id);
      }
      case 'applying':
        return refused('application_pending');
      case undefined:
      case 'leaving':
      case 'left':
      case 'none':
      case 'rejected':
        return null;
    }
  });
  if (left === null || 'ok' in left) return left;
  changes.report('account', user);
  await bonds.carryOut(user);
  for (const ad of left) {
    await carryOutAd(ad);
    adChanged(ad);
  }
  merchantChanged(user);
  return null;
}

type CarryOut = (ad: number) => Promise<unknown>;

type ReturnParts = Omit<ApplicationParts, 'orders'> & {
  readonly notices: Pick<Notices, 'write'>;
  readonly orders: Pick<OrderRecords, 'hasOpenCase'>;
};

/** Returns the bonds of merchants who left seven days ago. They are kept while an order or an appeal is open. */
export async function returnDueBonds(parts: ReturnParts): Promise<void> {
  const { bonds, identityDb, merchantChanged, notices, now, orders, views } = parts;
  const due = await identityDb
    .selectFrom('merchants')
    .select('user_id')
    .where('state', '=', 'leaving')
    .where('left_at', '<=', String(now() - bondKeptMs))
    .limit(100)
    .execute();
  for (const row of due) {
    const user = userId(safeInteger(row.user_id));
    const send = await inTransaction(identityDb, async (transaction): Promise<Sending | null> => {
      const known = await lockMerchant(transaction, user);
      if (known?.state !== 'leaving' || (await orders.hasOpenCase(transaction, user))) return null;
      const nowMs = now();
      const returned = await returnBond(transaction, user, nowMs);
      await transaction
        .updateTable('merchants')
        .set({ state: 'left', version: known.version + 1, changed_at: nowMs })
        .where('user_id', '=', String(user))
        .execute();
      return noticeOfReturn(notices, transaction, views.listings, user, returned);
    });
    send?.();
    await bonds.carryOut(user);
    merchantChanged(user);
  }
}

/** Writes to a merchant that parts of the bond are available again; null if there are none. */
export async function noticeOfReturn(
  notices: Pick<Notices, 'write'>,
  transaction: Transaction<Schema>,
  listings: Listings,
  user: UserId,
  returned: readonly BondPart[],
): Promise<Sending | null> {
  const sum = returned.reduce((total, { amount }) => total + amount, 0);
  if (sum === 0) return null;
  const currency = bondCurrency(listings);
  return notices.write(transaction, user, 'p2p_bond_returned', {
    coins: unitsText(currency, sum),
    currency: currency.code,
  });
}

/** Whether a user is a merchant who can publish. */
export async function setSeller(transaction: Transaction<Schema>, user: UserId, isSeller: boolean): Promise<void> {
  await transaction.updateTable('users').set({ is_seller: isSeller }).where('id', '=', String(user)).execute();
}

/** Serializes requests of a user about the shop, until the end of the transaction. */
export async function lockUser(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shop of ${user}`}, 0))`.execute(transaction);
}
