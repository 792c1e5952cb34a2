import type { CallInput } from '@bourse/contract';
import type { shopAdAdd, shopAdEdit, shopAdState } from '@bourse/contract/p2p';
import { accountType, type UserId } from '@bourse/engine';
import type { Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import { unitsText } from '../../../ground/feed/index.ts';
import { type Member, refused, type Refused } from '../../../ground/gateway/index.ts';
import { restrictionView } from '../../../people/restrictions/index.ts';
import type { FiatRates } from '../rates/fiat-rates.ts';
import { codesFor, findFiat, fiatOf } from '../rates/fiats.ts';
import type { References } from '../rates/references.ts';
import { type Ad, findAd, lockAd } from './ad.ts';
import { type AdCoins, addMove, type CoinRefusal, hasMove, takeOffShelf } from './ad-coins.ts';
import { outsideBand } from './ad-for-taking.ts';
import { type AdTerms, judgeTerms, rowOfTerms, type TermParts } from './ad-terms.ts';
import { lockUser } from './apply.ts';
import { bondMissing } from './bonds.ts';
import { decimalsOf, priceOf } from './conditions.ts';
import { type CoolingSettings, coolingOff } from './cooling-off.ts';
import { findMerchant, type Merchant } from './merchant.ts';
import type { OrderRecords } from './ports.ts';
import { fiatWithin } from './prices.ts';
import { earlierRequest, type KeyedRequest, rememberRequest } from './request-keys.ts';
import type { With } from '../../../ground/parts.ts';
import { minuteText } from '../../../ground/texts/index.ts';

export interface PublishParts extends TermParts, With<'identityDb'> {
  readonly coins: Pick<AdCoins, 'carryOut'>;
  readonly orders: Pick<OrderRecords, 'cancelsOf'>;
  readonly rates: Pick<FiatRates, 'find'>;
  readonly references: Pick<References, 'decimalsOf' | 'findCoin' | 'of'>;
  readonly settings: TermParts['settings'] & CoolingSettings;
  /** An ad was changed in a transaction that was committed. */
  readonly adChanged: (ad: number) => void;
}

type TermsRefusal = Extract<Awaited<ReturnType<typeof judgeTerms>>, { readonly ok: false }>;
/** An ad that exists has a place among the offers of its owner. */
type EditedCoinRefusal = Exclude<CoinRefusal, Refused<'ads_too_many'>>;
type FundsRefusal = EditedCoinRefusal | Refused<'bond_required' | 'p2p_cooling_off'>;
type Reused = Refused<'idempotency_key_reused'>;
type Requester = Pick<Member, 'requestKey' | 'user'>;

type AddRefusal =
  | TermsRefusal
  | FundsRefusal
  | Reused
  | Refused<'ads_too_many' | 'forbidden' | 'currency_unknown' | 'fiat_unknown'>;

/** Publishes an ad: it is stored with its terms, then its coins are locked. Returns it, or why it was not published. */
export async function addAd(
  parts: PublishParts,
  input: CallInput<typeof shopAdAdd>,
  { requestKey: key, user }: Requester,
): Promise<Ad | AddRefusal> {
  const { adChanged, coins, identityDb, now, rates, references, settings } = parts;
  const request = { user, key, call: 'shop/ad_add', input };
  const earlier = await earlierRequest(identityDb, request);
  if (earlier !== null)
    return earlier === 'reused' ? refused('idempotency_key_reused') : finished(parts, earlier.subject);
  const currency = references.findCoin(Number(input.currency_id));
  if (currency === null) return refused('currency_unknown');
  const fiat = findFiat(input.fiat);
  const isOffered = codesFor(input.fiat, settings.payment_types).length > 0 && rates.find(input.fiat) !== null;
  if (fiat === null || !isOffered) return refused('fiat_unknown');
  const { side } = input;
  const terms = await judgeTerms(parts, { user, side, currency, fiat }, input);
  if ('ok' in terms) return terms;
  const unfunded = await refusalOfFunds(parts, { user, side, currency: currency.id, more: terms.total });
  if (unfunded !== null) return unfunded;
  const stored = await inTransaction(identityDb, async (transaction) => {
    await lockUser(transaction, user);
    const again = await earlierRequest(transaction, request);
    if (again !== null) return again === 'reused' ? refused('idempotency_key_reused') : again.subject;
    const merchant = await findMerchant(transaction, user);
    if (merchant?.state !== 'approved') return refused('forbidden');
    const missing = await bondMissing(transaction, parts.views.listings, merchant);
    if (missing !== null) return missing;
    if ((await countAds(transaction, user)) >= merchant.level.ads) {
      return refused('ads_too_many', { maximum: merchant.level.ads });
    }
    const nowMs = now();
    const isSelling = side === 'sell';
    const { id } = await transaction
      .insertInto('ads')
      .values({
        user_id: user,
        side,
        currency_id: currency.id,
        fiat: fiat.code,
        ...rowOfTerms(terms),
        stage: isSelling ? 'creating' : 'live',
        state: terms.autoOpen ? 'open' : 'suspended',
        suspended_by: terms.autoOpen ? null : 'merchant',
        created_at: nowMs,
        changed_at: nowMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ad = safeInteger(id);
    if (isSelling) await addMove(transaction, { id: ad }, { kind: 'fund', amount: terms.total, nowMs });
    await rememberRequest(transaction, request, ad, nowMs);
    return ad;
  });
  if (typeof stored !== 'number') return stored;
  const refusal = await coins.carryOut(stored);
  adChanged(stored);
  return refusal ?? ownAd(parts, stored);
}

/** Ads of a merchant that are not off the shelf, also those whose coins are not locked yet. */
async function countAds(transaction: Transaction<Schema>, user: UserId): Promise<number> {
  const { count } = await transaction
    .selectFrom('ads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('state', '<>', 'off_shelf')
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

interface Funds {
  readonly user: UserId;
  readonly side: Ad['side'];
  readonly currency: Ad['currency'];
  /** Coins that an ad that sells would lock. */
  readonly more: number;
}

/** Why a merchant cannot publish or lock more coins; null if nothing is in the way. */
async function refusalOfFunds(
  { identityDb, now, settings, views }: PublishParts,
  { currency: id, more, side, user }: Funds,
): Promise<FundsRefusal | null> {
  if (restrictionView.of(views).scopeOf(user) !== 'none') return refused('account_frozen');
  if (side === 'buy' || more <= 0) return null;
  const cooling = await coolingOff(identityDb, settings, user, now());
  if (cooling !== null) return cooling;
  // The exchange decides; a request that must fail does not reach it.
  const { available } = views.balances.read(user, accountType.legal, id);
  if (available >= more) return null;
  const currency = views.listings.currency(id);
  const [has, needed] = [unitsText(currency, available), unitsText(currency, more)];
  return refused('insufficient_balance', { available: has, needed, currency: currency.code });
}

/** The ad of a repeated request, once the first one is carried out. */
async function finished(parts: PublishParts, id: number): Promise<Ad | EditedCoinRefusal> {
  const refusal = ofExisting(await parts.coins.carryOut(id), id);
  return refusal ?? ownAd(parts, id);
}

/** The refusal of coins of an ad that has its place already. */
function ofExisting(refusal: CoinRefusal | null, id: number): EditedCoinRefusal | null {
  if (refusal?.error === 'ads_too_many') throw new Error(`the offer of ad ${id} is missing`);
  return refusal;
}

async function ownAd({ identityDb }: PublishParts, id: number): Promise<Ad> {
  const ad = await findAd(identityDb, id);
  if (ad === null) throw new Error(`ad ${id} has no coins`);
  return ad;
}

type EditRefusal =
  | TermsRefusal
  | FundsRefusal
  | Reused
  | Refused<'ad_unknown' | 'ad_not_open' | 'forbidden' | 'ad_total_insufficient'>;

/**
 * Replaces the terms of an ad. A higher total locks coins first, and the terms come into force with them; a lower one
 * comes into force at once and its coins are returned then.
 */
export async function editAd(
  parts: PublishParts,
  input: CallInput<typeof shopAdEdit>,
  { requestKey: key, user }: Requester,
): Promise<Ad | EditRefusal> {
  const { adChanged, coins, identityDb } = parts;
  const id = Number(input.id);
  const request = { user, key, call: 'shop/ad_edit', input };
  const earlier = await earlierRequest(identityDb, request);
  if (earlier !== null)
    return earlier === 'reused' ? refused('idempotency_key_reused') : finished(parts, earlier.subject);
  const known = await findAd(identityDb, id);
  if (known?.user !== user) return refused('ad_unknown');
  if (known.state === 'off_shelf') return refused('ad_not_open');
  const currency = parts.views.listings.currency(known.currency);
  const frame = { user, side: known.side, currency, fiat: fiatOf(known.fiat) };
  const terms = await judgeTerms(parts, frame, input);
  if ('ok' in terms) return terms;
  const funds = { user, side: known.side, currency: currency.id, more: terms.total - known.total };
  const unfunded = await refusalOfFunds(parts, funds);
  if (unfunded !== null) return unfunded;
  // The moves that an earlier request has left come first.
  const pending = await coins.carryOut(id);
  if (pending?.error === 'outcome_pending') return pending;
  const stored = await inTransaction(identityDb, (transaction) =>
    storeEdit(parts, transaction, { id, request, terms }),
  );
  if (stored !== null) return stored;
  const refusal = ofExisting(await coins.carryOut(id), id);
  adChanged(id);
  return refusal ?? ownAd(parts, id);
}

interface Edit {
  readonly id: number;
  readonly request: KeyedRequest;
  readonly terms: AdTerms;
}

async function storeEdit(
  { now, views }: PublishParts,
  transaction: Transaction<Schema>,
  { id, request, terms }: Edit,
): Promise<EditRefusal | null> {
  const { user } = request;
  await lockUser(transaction, user);
  const again = await earlierRequest(transaction, request);
  if (again !== null) return again === 'reused' ? refused('idempotency_key_reused') : null;
  const merchant = await findMerchant(transaction, user);
  if (merchant?.state !== 'approved') return refused('forbidden');
  const missing = await bondMissing(transaction, views.listings, merchant);
  if (missing !== null) return missing;
  const ad = await lockAd(transaction, id);
  if (ad === null || ad.state === 'off_shelf') return refused('ad_not_open');
  if (await hasMove(transaction, id)) return refused('outcome_pending');
  const used = ad.sold + ad.inOrders;
  if (terms.total < used) {
    const currency = views.listings.currency(ad.currency);
    return refused('ad_total_insufficient', { needed: unitsText(currency, used), currency: currency.code });
  }
  const nowMs = now();
  const more = terms.total - ad.total;
  await rememberRequest(transaction, request, id, nowMs);
  if (ad.side === 'sell' && more > 0) {
    await addMove(transaction, ad, { kind: 'fund', amount: more, terms, nowMs });
    return null;
  }
  await transaction
    .updateTable('ads')
    .set((row) => ({ ...rowOfTerms(terms), version: row('version', '+', 1), changed_at: nowMs }))
    .where('id', '=', String(id))
    .execute();
  if (ad.side === 'sell' && more < 0) await addMove(transaction, ad, { kind: 'drain', amount: 0 - more, nowMs });
  return null;
}

type StateRefusal =
  | Reused
  | Refused<
      | 'ad_unknown'
      | 'ad_not_open'
      | 'forbidden'
      | 'ads_too_many'
      | 'bond_required'
      | 'rate_stale'
      | 'price_out_of_range'
      | 'ad_exhausted'
      | 'buying_blocked_today'
      | 'account_frozen'
      | 'outcome_pending'
    >;

/** Opens an ad, suspends it, or takes it off the shelf for good. */
export async function setAdState(
  parts: PublishParts,
  input: CallInput<typeof shopAdState>,
  { requestKey: key, user }: Requester,
): Promise<Ad | StateRefusal> {
  const { adChanged, coins, identityDb, orders } = parts;
  const id = Number(input.id);
  const request = { user, key, call: 'shop/ad_state', input };
  const cancels = await orders.cancelsOf(user);
  const refusal = await inTransaction(identityDb, async (transaction): Promise<StateRefusal | null> => {
    await lockUser(transaction, user);
    const ad = await lockAd(transaction, id);
    if (ad === null || ad.user !== user || ad.stage !== 'live') return refused('ad_unknown');
    const again = await earlierRequest(transaction, request);
    if (again !== null) return again === 'reused' ? refused('idempotency_key_reused') : null;
    if (ad.state === 'off_shelf' && input.state !== 'off_shelf') return refused('ad_not_open');
    const nowMs = parts.now();
    const isOpening = input.state === 'open';
    if (isOpening) {
      const merchant = await findMerchant(transaction, user);
      const opener = { merchant, blockedUntilMs: cancels.blockedUntilMs };
      const closed = await refusalOfOpening(parts, transaction, ad, opener);
      if (closed !== null) return closed;
    }
    await rememberRequest(transaction, request, id, nowMs);
    if (input.state === 'off_shelf') {
      await takeOffShelf(transaction, ad, nowMs);
      return null;
    }
    if (!isOpening && ad.suspendedBy === 'staff') return null;
    await transaction
      .updateTable('ads')
      .set({ state: input.state, suspended_by: isOpening ? null : 'merchant', changed_at: nowMs })
      .where('id', '=', String(id))
      .execute();
    return null;
  });
  if (refusal !== null) return refusal;
  const pending = input.state === 'off_shelf' ? await coins.carryOut(id) : null;
  adChanged(id);
  return pending?.error === 'outcome_pending' ? refused('outcome_pending') : ownAd(parts, id);
}

interface Opener {
  readonly merchant: Merchant | null;
  readonly blockedUntilMs: number | null;
}

async function refusalOfOpening(
  parts: PublishParts,
  transaction: Transaction<Schema>,
  ad: Ad,
  { blockedUntilMs, merchant }: Opener,
): Promise<StateRefusal | null> {
  const { views } = parts;
  if (merchant?.state !== 'approved') return refused('forbidden');
  if (ad.suspendedBy === 'staff') return refused('ad_not_open');
  if (restrictionView.of(views).scopeOf(ad.user) !== 'none') return refused('account_frozen');
  const missing = await bondMissing(transaction, views.listings, merchant);
  if (missing !== null) return missing;
  const { maximum, open } = { maximum: merchant.level.ads, open: await countOpen(transaction, ad) };
  if (open >= maximum) return refused('ads_too_many', { maximum });
  if (ad.side === 'buy' && blockedUntilMs !== null) {
    return refused('buying_blocked_today', { until: minuteText(blockedUntilMs) });
  }
  const priced = priceOf(parts, ad);
  if ('obstacle' in priced) return priced.obstacle === 'rate' ? refused('rate_stale') : outsideBand(ad, priced);
  if (fiatWithin(BigInt(ad.left), priced.price, decimalsOf(parts, ad)) >= BigInt(ad.min)) return null;
  const currency = views.listings.currency(ad.currency);
  return refused('ad_exhausted', { left: unitsText(currency, ad.left), currency: currency.code });
}

/** Other ads of the owner that are open. */
async function countOpen(transaction: Transaction<Schema>, { id, user }: Ad): Promise<number> {
  const { count } = await transaction
    .selectFrom('ads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', String(user))
    .where('id', '<>', String(id))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}
