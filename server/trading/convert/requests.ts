import type { CallInput, RefusalOf } from '@bourse/contract';
import type { convert, convertQuote } from '@bourse/contract/convert';
import { type Amount, amount, formatDecimal, type RejectionOf } from '@bourse/engine';
import type { Convert } from '@bourse/engine/convert';
import { type Currency, fractionText, unitsText, type Views, wideText } from '../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Member,
  readDecimal,
  refused,
  type Refused,
  repeated,
} from '../../ground/gateway/index.ts';
import { type Quote, quoteMs, type Quotes } from './quotes.ts';
import { type Pair, presentTerms, yieldText } from './terms.ts';
import type { With } from '../../ground/parts.ts';

export interface ConvertRequestParts extends With<'now' | 'requests' | 'views'> {
  readonly quotes: Quotes;
}

type Input = CallInput<typeof convertQuote>;

/** Quotes a conversion at the present prices. Nothing is stored or reserved. */
export function quote({ views, quotes, now }: ConvertRequestParts, input: Input, { user }: Member) {
  const read = readRequest(views, input);
  if (!read.ok) return read;
  const { pair, units } = read;
  const terms = presentTerms(views, pair, units);
  if (!terms.ok) return terms;
  const { gross, received, spreadPpm } = terms;
  // The exchange's clock never goes back, so it can be ahead of the machine's.
  const expiresAt = Math.max(now(), views.timeMs) + quoteMs;
  return done({
    quote_id: quotes.seal(user, pair, { amount: units, received }, expiresAt),
    ...sidesOnWire(pair, units, received),
    index_price: terms.indexPrice,
    spread: fractionText(spreadPpm),
    spread_amount: wideText(gross - BigInt(received), pair.to.decimals),
    expires_at: expiresAt,
  });
}

/** Converts an amount, once for each quote or idempotency key. A repeated request returns the first answer. */
export async function carryOut(
  { requests, views, quotes }: ConvertRequestParts,
  input: CallInput<typeof convert>,
  member: Member,
): Promise<AnswerTo<typeof convert>> {
  const { user } = member;
  const read = readRequest(views, input);
  if (!read.ok) return read;
  const { pair, units } = read;
  const accepted = input.quote_id === undefined ? null : quotes.open(input.quote_id, user, pair);
  if (input.quote_id !== undefined && accepted?.amount !== units) return refused('quote_invalid');
  const command: Convert = {
    type: 'convert',
    user,
    from: pair.from.id,
    to: pair.to.id,
    amount: units,
    ...termsOf(accepted, member),
  };
  const { sequence, outcome } = await requests.submit(command, member);
  const answer = (received: Amount, id: number) =>
    done({ id, ...sidesOnWire(pair, units, received) }, { sequence: id });
  if (outcome.type === 'rejected') return convertRefusal(outcome.rejection, pair, views);
  if (outcome.type === 'conversion') return answer(outcome.received, sequence);
  return repeated(answer(outcome.first.received, outcome.firstSequence));
}

/** The terms of a quote; without one the present prices apply, and the request key is the user's. */
function termsOf(accepted: Quote | null, { requestKey }: Member) {
  return accepted === null
    ? { quoted: null, expiresAtMs: null, requestKey }
    : { quoted: accepted.received, expiresAtMs: accepted.expiresAtMs, requestKey: accepted.requestKey };
}

function readRequest({ listings }: Views, { currency_id: id, number, targetCurrency: target }: Input) {
  const from = listings.findCurrency(Number(id));
  const to = /^\d+$/.test(String(target))
    ? listings.findCurrency(Number(target))
    : listings.currencyByCode(String(target).toUpperCase());
  if (from === undefined || to === undefined) return refused('currency_unknown');
  if (from.id === to.id) return refused('currencies_alike');
  const units = readUnits(number, from);
  return typeof units === 'number' ? { ok: true as const, pair: { from, to }, units: amount(units) } : units;
}

function readUnits(number: Input['number'], { decimals }: Currency): number | Refused<RefusalOf<typeof convertQuote>> {
  const read = readDecimal(number, decimals);
  switch (read.kind) {
    case 'absent':
      return refused('quantity_required');
    case 'malformed':
      return refused('invalid_request', { field: 'number', problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: formatDecimal(Number.MAX_SAFE_INTEGER, decimals) });
    case 'units':
      return read.units;
  }
}

function sidesOnWire(pair: Pair, units: Amount, received: Amount) {
  const { from, to } = pair;
  return {
    currency_id: from.id,
    currency_code: from.code,
    target_currency_id: to.id,
    target_currency_code: to.code,
    number: unitsText(from, units),
    received: unitsText(to, received),
    price: yieldText(pair, units, received),
  };
}

function convertRefusal(
  rejection: RejectionOf<'convert'>,
  { from, to }: Pair,
  { listings }: Views,
): Refused<RefusalOf<typeof convert>> {
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'currency_unknown':
    case 'trading_stopped':
    case 'quote_expired':
      return refused(rejection.reason);
    case 'same_currency':
      return refused('currencies_alike');
    case 'amount_invalid':
      return refused('quantity_required');
    case 'currency_not_convertible':
      return refused('currency_not_convertible', { currency: listings.currency(rejection.currency).code });
    case 'price_unavailable':
      return refused('convert_price_unavailable', { currency: listings.currency(rejection.currency).code });
    case 'amount_too_small':
      return refused('convert_too_small');
    case 'price_moved':
      return refused('convert_price_moved', { received: unitsText(to, rejection.received), currency: to.code });
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(from, rejection.available), unitsText(from, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: from.code });
    }
    case 'treasury_short':
      return refused('convert_treasury_short', { currency: to.code });
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}
