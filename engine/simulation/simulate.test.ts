import { describe, expect, it } from 'vitest';
import { eventDeclarations } from '../event.ts';
import { escrowEvents } from '../escrow/events.ts';
import { leverageEvents } from '../leverage/events.ts';
import { situations } from '../leverage/simulation/lever-situations.ts';
import { secondsEvents } from '../seconds/events.ts';
import { endReason } from '../spot/events.ts';
import { NaiveIndices } from './naive-index.ts';
import { NaiveState } from './naive-state.ts';
import { naiveParts } from './parts.ts';
import { simulate } from './simulate.ts';
import type { ValueType } from '../declaration/value-type.ts';
import type { RejectionReason } from '../rejection.ts';

const commands = 4000;

/**
 * Seeds that once found a difference, kept permanently, and some that reach every branch of the rules; with more
 * commands where the difference came later.
 */
const seeds: readonly (readonly [seed: number, commands: number])[] = [
  ...[7, 16, 22, 37, 43, 49, 63, 64, 42, 5, 8, 14, 20, 35, 110, 116].map((seed) => [seed, commands] as const),
  [11, 8000],
  [711_154_103, 10_200],
  ...[17, 29, 41].map((seed) => [seed, 6000] as const),
  // With a house of leverage that owes profits.
  ...[59, 119].map((seed) => [seed, 6000] as const),
  // Mostly sent coins.
  ...[57, 117].map((seed) => [seed, commands] as const),
  // A quarter of commands of agents.
  ...[40, 100, 160].map((seed) => [seed, 6000] as const),
  // Mostly escrows.
  ...[6, 12, 18].map((seed) => [seed, commands] as const),
  // With deposits that a card paid.
  [33, commands],
];

/** The rejections that the model itself implements; its parts list their own. */
const refusals: readonly RejectionReason[] = [
  'account_invalid',
  'amount_invalid',
  'below_min_notional',
  'cause_invalid',
  'client_order_id_taken',
  'client_order_ids_exhausted',
  'currency_exists',
  'currency_unknown',
  'fee_invalid',
  'fill_or_kill_unfilled',
  'hold_ended',
  'hold_not_found',
  'index_asset_unknown',
  'index_asset_unsorted',
  'index_invalid',
  'index_price_invalid',
  'index_source_unknown',
  'index_tick_early',
  'index_tick_invalid',
  'index_tick_outdated',
  'index_tick_too_soon',
  'insufficient_balance',
  'listing_invalid',
  'market_exists',
  'market_not_open',
  'market_unknown',
  'no_best_price',
  'notional_too_large',
  'operator_invalid',
  'order_not_found',
  'order_not_waiting',
  'order_waiting',
  'post_only_would_trade',
  'price_invalid',
  'price_off_step',
  'price_out_of_band',
  'quantity_filled',
  'quantity_invalid',
  'quantity_not_smaller',
  'quantity_off_step',
  'receiver_invalid',
  'request_key_reused',
  'request_keys_exhausted',
  'sell_blocked',
  'setting_invalid',
  'setting_unchanged',
  'stop_price_invalid',
  'stop_would_trigger',
  'supply_exceeded',
  'time_in_force_invalid',
  'too_many_open_orders',
  'user_invalid',
];

const met = new Set<string>();
let restartsAmidDueWork = 0;

describe('the engine and an independent model', () => {
  it.each(seeds)('agree on every event and every balance, restarts included (seed %i, %i commands)', (seed, length) => {
    const outcome = simulate(seed, length);
    for (const name of outcome.counts.keys()) met.add(name);

    expect(outcome.trades).toBeGreaterThan(0);
    expect(outcome.restarts).toBeGreaterThan(0);
    restartsAmidDueWork += outcome.restartsAmidDueWork;
  });

  it('produce every event and every rejection in these runs, so none is untested', () => {
    const byReason = new Set<string>([
      ...(['order_ended', 'rejected', 'lever_closed', 'lever_revoked', 'seconds_closed'] as const),
      ...(['escrow_appealed', 'escrow_released', 'escrow_returned'] as const),
    ]);
    // Only journals of older versions contain debits.
    const types = Object.keys(eventDeclarations).filter((type) => !byReason.has(type) && type !== 'debited');
    const ends = choicesOf(endReason);
    const model = new NaiveState();
    const parts = naiveParts(model, 1, new NaiveIndices(model)).flatMap((part) => part.refusals);
    const expected = [
      ...types,
      'rebate',
      ...situations,
      // A triggered order with too large a notional needs prices far from those of these runs.
      ...ends.filter((reason) => reason !== 'notional_too_large').map((reason) => `order_ended:${reason}`),
      ...choicesOf(leverageEvents.lever_closed.fields.reason).map((reason) => `lever_closed:${reason}`),
      ...choicesOf(leverageEvents.lever_revoked.fields.reason).map((reason) => `lever_revoked:${reason}`),
      ...choicesOf(secondsEvents.seconds_closed.fields.result)
        .filter((result) => result !== 'void')
        .map((result) => `seconds_closed:${result}`),
      ...['index_interrupted', 'too_few_ticks'].map((reason) => `seconds_closed:${reason}`),
      ...choicesOf(escrowEvents.escrow_appealed.fields.reason).map((reason) => `escrow_appealed:${reason}`),
      ...choicesOf(escrowEvents.escrow_released.fields.reason).map((reason) => `escrow_released:${reason}`),
      ...choicesOf(escrowEvents.escrow_returned.fields.reason).map((reason) => `escrow_returned:${reason}`),
      'hold:outflow_stopped',
      'hold:debt_outstanding',
      'hold:deposit_unmatured',
      'hold:margin_needed',
      'hold:coins_maturing',
      'send:outflow_stopped',
      'send:debt_outstanding',
      'send:deposit_unmatured',
      'send:coins_maturing',
      'fund_offer:debt_outstanding',
      'open_escrow:debt_outstanding',
      ...['fund_offer', 'open_escrow', 'reopen_escrow'].flatMap((type) => [
        `${type}:coins_maturing`,
        `${type}:deposit_unmatured`,
      ]),
      'transfer:debt_outstanding',
      'transfer:deposit_unmatured',
      'transfer:margin_needed',
      'repay_debt:margin_needed',
      'venue_transfer:house_floor',
      'venue_transfer:fees_owed',
      ...[...refusals, ...parts].map((reason) => `rejected:${reason}`),
    ];
    expect([...met].toSorted()).toEqual(expected.toSorted());
  });

  it('are also restarted in the middle of cascades of stop orders', () => {
    expect(restartsAmidDueWork).toBeGreaterThan(0);
  });

  it('produce the same events from the same seed', () => {
    expect(simulate(7, 500).eventsHash).toBe(simulate(7, 500).eventsHash);
  });
});

function choicesOf<Value>({ shape }: ValueType<Value>): readonly string[] {
  return shape.kind === 'choice' ? shape.of.map(String) : [];
}
