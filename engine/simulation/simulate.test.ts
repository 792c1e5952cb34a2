import { describe, expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** Seeds that once found a difference, kept for ever, and some that reach every corner of the rules. */
const seeds = [7, 16, 22, 37, 43, 44, 63, 66];

const commands = 2500;

const met = new Set<string>();
let restartsAmidDueWork = 0;

describe('the engine and a model without any code in common', () => {
  it.each(seeds)('agree on every event and every balance, restarts included (seed %i)', (seed) => {
    const outcome = simulate(seed, commands);
    for (const name of outcome.counts.keys()) met.add(name);

    expect(outcome.trades).toBeGreaterThan(0);
    expect(outcome.restarts).toBeGreaterThan(0);
    restartsAmidDueWork += outcome.restartsAmidDueWork;
  });

  it('have met every event and every refusal in these runs, so none goes untested', () => {
    expect([...met].toSorted()).toEqual([
      'candle_closed',
      'cause_repeated',
      'credited',
      'currency_listed',
      'debited',
      'fee_tier_set',
      'held',
      'hold_released',
      'hold_settled',
      'index_configured',
      'index_updated',
      'market_listed',
      'market_settings_changed',
      'market_state_changed',
      'order_accepted',
      'order_ended:fill_or_kill_unfilled',
      'order_ended:filled',
      'order_ended:immediate_or_cancel',
      'order_ended:market_not_open',
      'order_ended:no_best_price',
      'order_ended:post_only_would_trade',
      'order_ended:price_out_of_band',
      'order_ended:replaced',
      'order_ended:self_trade',
      'order_ended:sell_blocked',
      'order_ended:user',
      'order_reduced',
      'order_replaced',
      'order_triggered',
      'orders_cancelled',
      'rebate',
      'rejected:account_invalid',
      'rejected:amount_invalid',
      'rejected:below_min_notional',
      'rejected:cause_invalid',
      'rejected:client_order_id_taken',
      'rejected:client_order_ids_exhausted',
      'rejected:currency_exists',
      'rejected:currency_unknown',
      'rejected:fee_invalid',
      'rejected:fill_or_kill_unfilled',
      'rejected:hold_ended',
      'rejected:hold_not_found',
      'rejected:index_asset_unknown',
      'rejected:index_asset_unsorted',
      'rejected:index_invalid',
      'rejected:index_price_invalid',
      'rejected:index_source_unknown',
      'rejected:index_tick_early',
      'rejected:index_tick_invalid',
      'rejected:index_tick_outdated',
      'rejected:insufficient_balance',
      'rejected:listing_invalid',
      'rejected:market_exists',
      'rejected:market_not_open',
      'rejected:market_unknown',
      'rejected:no_best_price',
      'rejected:notional_too_large',
      'rejected:operator_invalid',
      'rejected:order_not_found',
      'rejected:order_waiting',
      'rejected:post_only_would_trade',
      'rejected:price_invalid',
      'rejected:price_off_step',
      'rejected:price_out_of_band',
      'rejected:quantity_filled',
      'rejected:quantity_invalid',
      'rejected:quantity_not_smaller',
      'rejected:quantity_off_step',
      'rejected:receiver_invalid',
      'rejected:request_key_reused',
      'rejected:request_keys_exhausted',
      'rejected:sell_blocked',
      'rejected:setting_invalid',
      'rejected:setting_unchanged',
      'rejected:stop_price_invalid',
      'rejected:stop_would_trigger',
      'rejected:supply_exceeded',
      'rejected:time_in_force_invalid',
      'rejected:too_many_open_orders',
      'rejected:user_invalid',
      'request_repeated',
      'traded',
      'transferred',
      'user_fee_tier_set',
      'user_fees_set',
      'venue_transferred',
    ]);
  });

  it('were restarted in the middle of cascades of stop orders too', () => {
    expect(restartsAmidDueWork).toBeGreaterThan(0);
  });

  it('make the same events from the same seed', () => {
    expect(simulate(7, 500).eventsHash).toBe(simulate(7, 500).eventsHash);
  });
});
