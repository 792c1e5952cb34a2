import type { CallInput } from '@bourse/contract';
import type { submitMicro } from '@bourse/contract/seconds';
import { amount, type RejectionOf } from '@bourse/engine';
import type { ContractId, Direction, PlaceSeconds } from '@bourse/engine/seconds';
import { type Currency, type Market, unitsText } from '../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Member,
  readDecimal,
  refused,
  type Refused,
  repeated,
} from '../../ground/gateway/index.ts';
import type { OwnContracts } from './own-contracts.ts';
import { contractOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of requests about contracts. */
export interface RequestParts extends With<'requests' | 'views'> {
  readonly contracts: OwnContracts;
}

type Submission = AnswerTo<typeof submitMicro>;

/** Buys a contract. A repeated idempotency key returns the contract in its present state. */
export async function submit(
  { requests, views, contracts }: RequestParts,
  input: CallInput<typeof submitMicro>,
  member: Member,
): Promise<Submission> {
  const market = views.listings.findMarket(Number(input.match_id));
  if (market === undefined) return refused('market_unknown');
  const currency = views.listings.findCurrency(Number(input.currency_id));
  if (currency === undefined) return refused('currency_unknown');
  const command = readPurchase(input, member, market, currency);
  if ('ok' in command) return command;
  const { outcome, sequence } = await requests.submit(command, member);
  if (outcome.type === 'rejected') return refusalOf(outcome.rejection, market, currency);
  const answer = async (contract: ContractId, at: number) => {
    const state = await contracts.find(member.user, contract);
    return done(contractOnWire(state, views.timeMs, views), { sequence: at });
  };
  if (outcome.type === 'contract') return answer(outcome.contract, sequence);
  return repeated(await answer(outcome.first.contract, outcome.firstSequence));
}

function readPurchase(
  { type, seconds, number, version }: CallInput<typeof submitMicro>,
  { user, requestKey }: Member,
  market: Market,
  currency: Currency,
): PlaceSeconds | Refused<'invalid_request' | 'micro_number_not_offered'> {
  const direction = directionOf(type);
  if (direction === null) return refused('invalid_request', { field: 'type', problem: 'unknown' });
  const stake = readDecimal(number, currency.decimals);
  if (stake.kind === 'malformed') return refused('invalid_request', { field: 'number', problem: 'format' });
  if (stake.kind !== 'units') return refused('micro_number_not_offered');
  return {
    type: 'place_seconds',
    user,
    market: market.id,
    currency: currency.id,
    direction,
    seconds: Number(seconds),
    stake: amount(stake.units),
    version: version === undefined ? null : Number(version),
    requestKey,
  };
}

function directionOf(type: number | string): Direction | null {
  if (Number(type) === 1) return 'up';
  return Number(type) === 2 ? 'down' : null;
}

function refusalOf(rejection: RejectionOf<'place_seconds'>, { symbol }: Market, currency: Currency): Submission {
  switch (rejection.reason) {
    case 'request_key_reused':
      return refused('idempotency_key_reused');
    case 'request_keys_exhausted':
      return refused('idempotency_keys_exhausted', { maximum: rejection.maximum });
    case 'market_unknown':
    case 'trading_stopped':
    case 'terms_changed':
      return refused(rejection.reason);
    case 'seconds_closed':
      return refused('micro_closed', { symbol });
    case 'seconds_not_offered':
      return refused('micro_seconds_not_offered');
    case 'currency_not_offered':
      return refused('micro_currency_not_offered');
    case 'number_not_offered':
      return refused('micro_number_not_offered');
    case 'index_unavailable':
      return refused('micro_index_unavailable', { symbol });
    case 'index_changing':
      return refused('micro_index_changing', { symbol });
    case 'user_cap':
      return refused('micro_user_cap', { room: unitsText(currency, rejection.room), currency: currency.code });
    case 'side_cap':
      return refused('micro_side_cap', { room: unitsText(currency, rejection.room), currency: currency.code });
    case 'house_full':
      return refused('micro_house_full');
    case 'insufficient_balance': {
      const [available, needed] = [unitsText(currency, rejection.available), unitsText(currency, rejection.needed)];
      return refused('insufficient_balance', { available, needed, currency: currency.code });
    }
    case 'user_invalid':
      throw new Error('A session has an invalid user id.');
  }
}
