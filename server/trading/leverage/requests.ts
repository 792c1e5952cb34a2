import type { CallInput, DecimalInput } from '@bourse/contract';
import type {
  cancelLever,
  closeLever,
  closeLeverBatch,
  reverseLever,
  setLeverStops,
  submitLever,
} from '@bourse/contract/leverage';
import type { RejectionOf } from '@bourse/engine';
import { type PositionId, positionId, type SubmitLever } from '@bourse/engine/leverage';
import { type Market, unitsText, wideText } from '../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Member,
  readDecimal,
  refused,
  type Refused,
  repeated,
} from '../../ground/gateway/index.ts';
import type { Proofs, Sessions } from '../../people/identity/index.ts';
import { leverView, type PairState } from './lever-view.ts';
import type { OwnPositions } from './own-positions.ts';
import { positionOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of requests about positions. */
export interface RequestParts extends With<'requests' | 'views'> {
  readonly positions: OwnPositions;
  readonly proofs: Pick<Proofs, 'payPasswords'>;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
}

type Submission = AnswerTo<typeof submitLever>;

/** Orders a position. A repeated idempotency key returns the position in its present state. */
export async function submit(
  parts: RequestParts,
  input: CallInput<typeof submitLever>,
  member: Member,
): Promise<Submission> {
  const { proofs, requests, sessions, views } = parts;
  const market = views.listings.findMarket(Number(input.currency_match_id));
  if (market === undefined) return refused('market_unknown');
  const pair = leverView.of(views).findPair(market.id);
  if (pair === undefined) return refused('leverage_unknown', { symbol: market.symbol });
  const command = readOrder(input, member, pair);
  if ('ok' in command) return command;
  const refusal = termsRefusal(pair, command, market);
  if (refusal !== null) return refusal;
  const { user } = member;
  if (await proofs.payPasswords.has(user)) {
    const wrong = await proofs.payPasswords.check(user, input.pay_password ?? '', member);
    if (wrong !== null) return wrong;
    // The session may have ended while the password was compared.
    if (sessions.stillKnown(member.session) === undefined) return refused('session_ended');
  }
  const { outcome, sequence } = await requests.submit(command, member);
  if (outcome.type === 'rejected') return submitRefusal(outcome.rejection, market);
  const answer = (position: PositionId, at: number) => answerOf(parts, position, member, at);
  if (outcome.type === 'position') return answer(outcome.position, sequence);
  return repeated(await answer(outcome.first.position, outcome.firstSequence));
}

/** The refusals by the terms of the pair come first, so that no trade password is checked for them. */
function termsRefusal(
  { terms }: PairState,
  { share, multiple }: SubmitLever,
  { symbol }: Market,
): Refused<'leverage_closed' | 'share_out_of_range' | 'multiple_unknown'> | null {
  if (terms.state !== 'open') return refused('leverage_closed', { symbol });
  const { minShare: minimum, maxShare: maximum } = terms;
  if (share < minimum || share > maximum) return refused('share_out_of_range', { minimum, maximum });
  return terms.multiples.includes(multiple) ? null : refused('multiple_unknown');
}

function readOrder(
  input: CallInput<typeof submitLever>,
  { user, requestKey }: Member,
  pair: PairState,
): SubmitLever | Refused<'invalid_request' | 'share_required' | 'multiple_required' | 'price_required' | PriceProblem> {
  const side = sideOf(input.type);
  if (side === null) return refused('invalid_request', { field: 'type', problem: 'unknown' });
  const kind = kindOf(input.status);
  if (kind === null) return refused('invalid_request', { field: 'status', problem: 'unknown' });
  const share = Number(input.share ?? 0);
  if (share === 0) return refused('share_required');
  const multiple = Number(input.multiple ?? 0);
  if (multiple === 0) return refused('multiple_required');
  const target = readPrice(input.target_price, 'target_price', pair);
  if (isRefusal(target)) return target;
  if (kind === 'limit' && target === null) return refused('price_required');
  const worst = readPrice(input.worst_price, 'worst_price', pair);
  if (isRefusal(worst)) return worst;
  const stops = readStops(input, pair);
  if ('ok' in stops) return stops;
  return {
    type: 'submit_lever',
    user,
    market: pair.market,
    side,
    kind,
    share,
    multiple,
    // The other price of an order does not apply to its kind and is ignored.
    target: kind === 'limit' ? target : null,
    worst: kind === 'market' ? worst : null,
    ...stops,
    requestKey,
  };
}

type PriceProblem = 'price_precision' | 'lever_price_invalid' | 'invalid_request';
type PriceField = 'target_price' | 'worst_price' | 'target_profit_price' | 'stop_loss_price';

/** A price in points; null if it is absent or zero. */
function readPrice(
  input: DecimalInput | undefined,
  field: PriceField,
  { terms }: PairState,
): number | null | Refused<PriceProblem> {
  const read = readDecimal(input, terms.markDecimals);
  switch (read.kind) {
    case 'absent':
      return null;
    case 'malformed':
      return refused('invalid_request', { field, problem: 'format' });
    case 'too_precise':
      return refused('price_precision', { decimals: terms.markDecimals });
    case 'too_large':
      return refused('lever_price_invalid', { field });
    case 'units':
      return read.units;
  }
}

function readStops(
  input: { readonly target_profit_price?: DecimalInput; readonly stop_loss_price?: DecimalInput },
  pair: PairState,
): { readonly takeProfit: number | null; readonly stopLoss: number | null } | Refused<PriceProblem> {
  const takeProfit = readPrice(input.target_profit_price, 'target_profit_price', pair);
  if (isRefusal(takeProfit)) return takeProfit;
  const stopLoss = readPrice(input.stop_loss_price, 'stop_loss_price', pair);
  return isRefusal(stopLoss) ? stopLoss : { takeProfit, stopLoss };
}

function isRefusal(read: number | null | Refused<PriceProblem>): read is Refused<PriceProblem> {
  return typeof read === 'object' && read !== null;
}

function sideOf(type: number | string): SubmitLever['side'] | null {
  if (Number(type) === 1) return 'long';
  return Number(type) === 2 ? 'short' : null;
}

function kindOf(status: number | string): SubmitLever['kind'] | null {
  if (Number(status) === 0) return 'limit';
  return Number(status) === 1 ? 'market' : null;
}

/** Revokes an order that waits for its price. */
export async function cancel(
  parts: RequestParts,
  { id }: CallInput<typeof cancelLever>,
  member: Member,
): Promise<AnswerTo<typeof cancelLever>> {
  const position = positionId(Number(id));
  const { user, requestKey } = member;
  const { outcome, sequence } = await parts.requests.submit(
    { type: 'cancel_lever', user, position, requestKey },
    member,
  );
  if (outcome.type === 'rejected') return positionRefusal(outcome.rejection);
  if (outcome.type === 'position') return answerOf(parts, position, member, sequence);
  return repeated(await answerOf(parts, position, member, outcome.firstSequence));
}

/** Closes a position at the next tick of its index. */
export async function close(
  parts: RequestParts,
  { id }: CallInput<typeof closeLever>,
  member: Member,
): Promise<AnswerTo<typeof closeLever>> {
  const position = positionId(Number(id));
  const { user, requestKey } = member;
  const { outcome, sequence } = await parts.requests.submit(
    { type: 'close_lever', user, position, requestKey },
    member,
  );
  if (outcome.type === 'rejected') return positionRefusal(outcome.rejection);
  if (outcome.type === 'position') return answerOf(parts, position, member, sequence);
  return repeated(await answerOf(parts, position, member, outcome.firstSequence));
}

/** Closes a position and opens the opposite one at the next tick of its index. */
export async function reverse(
  parts: RequestParts,
  { id }: CallInput<typeof reverseLever>,
  member: Member,
): Promise<AnswerTo<typeof reverseLever>> {
  const position = positionId(Number(id));
  const { user, requestKey } = member;
  const { outcome, sequence } = await parts.requests.submit(
    { type: 'reverse_lever', user, position, requestKey },
    member,
  );
  if (outcome.type === 'rejected') {
    const { rejection } = outcome;
    return rejection.reason === 'trading_stopped' ? refused('trading_stopped') : positionRefusal(rejection);
  }
  if (outcome.type === 'position') return answerOf(parts, position, member, sequence);
  return repeated(await answerOf(parts, position, member, outcome.firstSequence));
}

/** Sets or clears the stops of a position or an order. */
export async function setStops(
  parts: RequestParts,
  { id, ...input }: CallInput<typeof setLeverStops>,
  member: Member,
): Promise<AnswerTo<typeof setLeverStops>> {
  const { positions, requests, views } = parts;
  const { user, requestKey } = member;
  // An ended position counts too, because the request may be a repeated one.
  const known = await positions.find(user, Number(id));
  const pair = known === null ? undefined : leverView.of(views).findPair(known.market);
  if (known === null || pair === undefined) return refused('position_not_found');
  const stops = readStops(input, pair);
  if ('ok' in stops) return stops;
  const { position } = known;
  const { outcome, sequence } = await requests.submit(
    { type: 'set_lever_stops', user, position, ...stops, requestKey },
    member,
  );
  if (outcome.type === 'rejected') {
    const { rejection } = outcome;
    switch (rejection.reason) {
      case 'lever_price_invalid':
        return refused('lever_price_invalid', { field: fieldNames[rejection.field] });
      case 'index_unavailable':
        return refused('index_unavailable', { symbol: views.listings.market(pair.market).symbol });
      case 'lever_stop_would_trigger':
        return refused('stop_reached', { field: fieldNames[rejection.field] });
      case 'position_not_found':
      case 'order_filling':
      case 'request_key_reused':
      case 'request_keys_exhausted':
      case 'user_invalid':
        return positionRefusal(rejection);
    }
  }
  if (outcome.type === 'position') return answerOf(parts, position, member, sequence);
  return repeated(await answerOf(parts, position, member, outcome.firstSequence));
}

/** Closes all positions of a user, or those of a pair or of a side. */
export async function closeBatch(
  { requests, views }: RequestParts,
  input: CallInput<typeof closeLeverBatch>,
  member: Member,
): Promise<AnswerTo<typeof closeLeverBatch>> {
  const { user, requestKey } = member;
  const type = Number(input.type);
  const side = type === 0 ? null : sideOf(type);
  if (type !== 0 && side === null) return refused('invalid_request', { field: 'type', problem: 'unknown' });
  const id = input.currency_match_id;
  const market = id === undefined ? null : views.listings.findMarket(Number(id));
  if (market === undefined) return refused('market_unknown');
  const command = { type: 'close_all_lever', user, market: market?.id ?? null, side, requestKey } as const;
  const { outcome, sequence } = await requests.submit(command, member);
  if (outcome.type === 'rejected') {
    const { rejection } = outcome;
    return rejection.reason === 'market_unknown'
      ? refused('leverage_unknown', { symbol: market?.symbol ?? '' })
      : keyRefusal(rejection);
  }
  if (outcome.type === 'lever_closing') return done({ closing: outcome.closing }, { sequence });
  return repeated(done({ closing: outcome.first.closing }, { sequence: outcome.firstSequence }));
}

async function answerOf(
  { positions, views }: RequestParts,
  position: PositionId,
  { user, language }: Member,
  sequence: number,
) {
  return done(positionOnWire(await positions.the(user, position), views, language), { sequence });
}

const fieldNames = {
  target: 'target_price',
  worst: 'worst_price',
  takeProfit: 'target_profit_price',
  stopLoss: 'stop_loss_price',
} as const;

function submitRefusal(rejection: RejectionOf<'submit_lever'>, market: Market): Submission {
  const { quote, symbol } = market;
  switch (rejection.reason) {
    case 'market_unknown':
      return refused('leverage_unknown', { symbol });
    case 'trading_stopped':
    case 'multiple_unknown':
    case 'price_required':
    case 'position_too_large':
    case 'house_full':
      return refused(rejection.reason);
    case 'leverage_closed':
    case 'index_unavailable':
      return refused(rejection.reason, { symbol });
    case 'share_out_of_range': {
      const { minimum, maximum } = rejection;
      return refused('share_out_of_range', { minimum, maximum });
    }
    case 'lever_price_invalid':
      return refused('lever_price_invalid', { field: fieldNames[rejection.field] });
    case 'lever_stop_would_trigger':
      return refused('stop_reached', { field: fieldNames[rejection.field] });
    case 'too_many_positions':
    case 'multiple_too_high':
      return refused(rejection.reason, { maximum: rejection.maximum });
    case 'exposure_cap':
      return refused('exposure_cap', { room: unitsText(quote, rejection.room), currency: quote.code });
    case 'risk_too_high':
      return refused('risk_too_high', { rate: wideText(BigInt(rejection.rate), 2) });
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(quote, rejection.available), unitsText(quote, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: quote.code });
    }
    case 'request_key_reused':
    case 'request_keys_exhausted':
    case 'user_invalid':
      return keyRefusal(rejection);
  }
}

type KeyRejection = Extract<
  RejectionOf<'close_all_lever'>,
  { readonly reason: 'request_key_reused' | 'request_keys_exhausted' | 'user_invalid' }
>;

function positionRefusal(
  rejection: RejectionOf<'close_lever'>,
): Refused<'position_not_found' | 'order_filling' | 'idempotency_key_reused' | 'idempotency_keys_exhausted'> {
  if (rejection.reason === 'position_not_found' || rejection.reason === 'order_filling') {
    return refused(rejection.reason);
  }
  return keyRefusal(rejection);
}

function keyRefusal(rejection: KeyRejection): Refused<'idempotency_key_reused' | 'idempotency_keys_exhausted'> {
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}
