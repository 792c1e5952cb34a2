import type { CallInput, RefusalOf } from '@bourse/contract';
import type { topupCreate, topupQuote } from '@bourse/contract/topup';
import { currencyId, formatDecimal } from '@bourse/engine';
import { sql } from 'kysely';
import { inTransaction } from '../../ground/database/index.ts';
import type { OpenChain } from '../chains/index.ts';
import { AddressMismatch } from '../deposits/index.ts';
import { unitsText } from '../../ground/feed/index.ts';
import { type AnswerTo, done, type Member, readDecimal, refused, type Refused } from '../../ground/gateway/index.ts';
import type { Sessions } from '../../people/identity/index.ts';
import type { VerifiedPort } from '../../people/verification/index.ts';
import { SignerUnavailable } from '../signer/index.ts';
import { centDecimals, decimalText } from './dollars.ts';
import { type OnRamp, ProviderUnavailable } from './on-ramp.ts';
import { type Quote, quoteMs, type TopupQuotes } from './quotes.ts';
import { hasCase } from './cases.ts';
import { findBegun, findTopup, giveUp, readDay } from './store.ts';
import { amountRefusal, type Sold, soldBy, type TopupSettings } from './terms.ts';
import { type StoredTopup, topupOf } from './topup.ts';
import { fiat } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** How long an order can be paid. */
const orderMs = 30 * 60_000;

const dayMs = 86_400_000;

/** Orders that a person can begin within 24 hours, because each keeps a deposit address. */
const ordersADay = 10;

/** Orders, also without an address, that are stored for a person within 24 hours. */
const triesADay = 50;

export interface TopupRequestParts extends With<'chains' | 'db' | 'depositAddresses' | 'now' | 'views'> {
  /** Null without a provider. */
  readonly onRamp: OnRamp | null;
  readonly quotes: TopupQuotes;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
  readonly settings: TopupSettings;
  readonly verified: Pick<VerifiedPort, 'statusOf'>;
}

type Refusal = Refused<RefusalOf<typeof topupCreate>>;

/** The provider while top-ups are open; null otherwise. */
export function openOnRamp({ onRamp, settings }: Pick<TopupRequestParts, 'onRamp' | 'settings'>): OnRamp | null {
  return settings.topup_open === 1 ? onRamp : null;
}

/** Quotes coins for a card payment. Nothing is stored or reserved. */
export async function quote(
  parts: TopupRequestParts,
  input: CallInput<typeof topupQuote>,
  { user }: Member,
): Promise<AnswerTo<typeof topupQuote>> {
  const { chains, now, quotes, settings, views } = parts;
  const onRamp = openOnRamp(parts);
  if (onRamp === null) return refused('topup_unavailable');
  const currency = views.listings.findCurrency(Number(input.currency_id));
  if (currency === undefined) return refused('currency_unknown');
  const sold = soldBy({ chains, listings: views.listings, onRamp }).find((one) => one.currency.id === currency.id);
  if (sold === undefined) return refused('topup_currency', { currency: currency.code });
  const cents = readCents(input.amount);
  if (typeof cents !== 'number') return cents;
  const refusal = amountRefusal(settings, cents);
  if (refusal !== null) return refusal;
  const { protocol } = sold;
  const offer = await reachable(() => onRamp.quote({ currency, protocol, cents }));
  if (offer === 'unreachable') return refused('topup_provider_failed');
  if (offer === null) return refused('topup_price_unavailable', { currency: currency.code });
  // Less than the smallest deposit would never be credited.
  if (offer.units < Math.max(1, protocol.depositMin)) return refused('topup_currency', { currency: currency.code });
  const expiresAt = now() + quoteMs;
  return done({
    quote_id: quotes.seal(user, { protocol: protocol.id, cents, ...offer }, expiresAt),
    currency_id: currency.id,
    currency_code: currency.code,
    fiat,
    amount: decimalText(cents),
    fee: decimalText(offer.feeCents),
    number: unitsText(currency, offer.units),
    expires_at: expiresAt,
  });
}

function readCents(
  given: CallInput<typeof topupQuote>['amount'],
): number | Refused<'quantity_required' | 'invalid_request' | 'quantity_precision' | 'amount_too_large'> {
  const read = readDecimal(given, centDecimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field: 'amount', problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals: centDecimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: formatDecimal(Number.MAX_SAFE_INTEGER, centDecimals) });
    case 'units':
      return read.units;
  }
}

/**
 * Begins a top-up, once for each quote or idempotency key. The order is stored before its address is assigned and
 * before the provider opens it; a repeated request continues with whatever is missing.
 */
export async function begin(
  parts: TopupRequestParts,
  { quote_id: id }: CallInput<typeof topupCreate>,
  member: Member,
): Promise<AnswerTo<typeof topupCreate>> {
  const { onRamp } = parts;
  const isOpen = openOnRamp(parts) !== null;
  const accepted = parts.quotes.open(id, member.user);
  if (onRamp === null || (accepted === null && !isOpen)) return refused('topup_unavailable');
  if (accepted === null) return refused('quote_invalid');
  const requestKey = member.requestKey ?? accepted.key;
  const known = await findBegun(parts.db, member.user, { quoteKey: accepted.key, requestKey });
  // Orders that were begun continue when top-ups are closed.
  if (known === null && !isOpen) return refused('topup_unavailable');
  const order = known ?? (await store(parts, { accepted, member, onRamp, requestKey }));
  if ('ok' in order) return order;
  if (order.quoteKey !== accepted.key) return refused('idempotency_key_reused');
  return openOrder(parts, onRamp, order);
}

interface Request {
  readonly accepted: Quote;
  readonly member: Member;
  readonly onRamp: OnRamp;
  readonly requestKey: string;
}

/** Stores an order, one at a time for each person: the limits count those before it. */
async function store(parts: TopupRequestParts, request: Request): Promise<StoredTopup | Refusal> {
  const { accepted, member, onRamp, requestKey } = request;
  const { user } = member;
  const { db, now, sessions, settings, verified } = parts;
  if ((await verified.statusOf(user)) !== 2) return refused('topup_unverified');
  if (accepted.expiresAtMs < now()) return refused('quote_expired');
  const sold = soldAgain(parts, onRamp, accepted);
  if ('ok' in sold) return sold;
  const refusal = amountRefusal(settings, accepted.cents);
  if (refusal !== null) return refusal;
  // The session may have ended while the person's state was read.
  if (sessions.stillKnown(member.session) === undefined) return refused('session_ended');
  return inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`top-ups of ${user}`}, 0))`.execute(transaction);
    const known = await findBegun(transaction, user, { quoteKey: accepted.key, requestKey });
    if (known !== null) return known;
    const nowMs = now();
    if (await hasCase(transaction, user)) return refused('topup_held');
    const { closesOrders } = onRamp;
    const { begun, cents, tries } = await readDay(transaction, user, { closesOrders, sinceMs: nowMs - dayMs });
    if (begun >= ordersADay || tries >= triesADay) return refused('topups_used_up', { maximum: ordersADay });
    const left = settings.topup_day_usd * 100 - cents;
    if (accepted.cents > left) return refused('topup_limit', { left: decimalText(Math.max(0, left)) });
    const row = await transaction
      .insertInto('topups')
      .values({
        user_id: user,
        chain_id: sold.chain.id,
        protocol_id: sold.protocol.id,
        currency_id: sold.currency.id,
        cents: accepted.cents,
        fee_cents: accepted.feeCents,
        number: accepted.units,
        provider: onRamp.name,
        request_key: requestKey,
        quote_key: accepted.key,
        status: 'pending',
        expires_at: nowMs + orderMs,
        created_at: nowMs,
        changed_at: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return topupOf(row);
  });
}

/** The currency of a quote, if it is still sold on its network. */
function soldAgain({ chains, views }: TopupRequestParts, onRamp: OnRamp, { protocol: id }: Quote): Sold | Refusal {
  const sold = soldBy({ chains, listings: views.listings, onRamp }).find(({ protocol }) => protocol.id === id);
  if (sold !== undefined) return sold;
  const known = chains.protocol(id);
  const currency = views.listings.findCurrency(known?.currency ?? currencyId(0));
  return currency === undefined ? refused('quote_invalid') : refused('topup_currency', { currency: currency.code });
}

/** Assigns the address of an order and opens it at the provider, as far as that is missing. */
async function openOrder(
  parts: TopupRequestParts,
  onRamp: OnRamp,
  order: StoredTopup,
): Promise<AnswerTo<typeof topupCreate>> {
  if (order.redirectUrl !== null) return done({ id: order.id, redirect_url: order.redirectUrl });
  const { chains, db, views } = parts;
  const [chain, protocol] = [chains.chain(order.chain), chains.protocol(order.protocol)];
  const isPayable = order.provider === onRamp.name && order.expiresAtMs > parts.now();
  if (order.status === 'expired' || (order.status === 'pending' && !isPayable)) return refused('quote_expired');
  // The provider has reported it before its page was stored.
  if (order.status !== 'pending') return refused('topup_decided');
  const address = chain === null || protocol === null ? null : await assignAddress(parts, chain, order);
  if (address === null || protocol === null) {
    await giveUp(db, order.id, parts.now());
    return refused('chain_unavailable');
  }
  const changed = { changed_at: parts.now() };
  await db
    .updateTable('topups')
    .set({ address, ...changed })
    .where('id', '=', String(order.id))
    .execute();
  const currency = views.listings.currency(order.currency);
  const { cents, expiresAtMs, id } = order;
  const opened = await reachable(() => onRamp.open({ id, address, cents, currency, protocol, expiresAtMs }));
  if (opened === 'unreachable') return refused('topup_provider_failed');
  // The first page that is stored stays, because the person may be on it.
  await db
    .updateTable('topups')
    .set({ redirect_url: opened, ...changed })
    .where('id', '=', String(id))
    .where('redirect_url', 'is', null)
    .execute();
  const stored = await findTopup(db, id);
  return done({ id, redirect_url: stored?.redirectUrl ?? opened });
}

/** The address of an order; null while the signer cannot be asked, or derives another one. */
async function assignAddress(
  { depositAddresses }: TopupRequestParts,
  chain: OpenChain,
  { id, user }: StoredTopup,
): Promise<string | null> {
  try {
    return (await depositAddresses.ofTopup(chain, user, id)).address;
  } catch (error) {
    if (error instanceof AddressMismatch || error instanceof SignerUnavailable) return null;
    throw error;
  }
}

async function reachable<Result>(ask: () => Promise<Result>): Promise<Result | 'unreachable'> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'unreachable';
    throw error;
  }
}
