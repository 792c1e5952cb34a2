import type { RejectionFor } from '../rejection.ts';
import type { Amount, Lots, Ticks } from '../money.ts';

export type SpotRejection =
  | { readonly reason: 'order_not_found' }
  | { readonly reason: 'order_waiting' }
  | { readonly reason: 'order_not_waiting' }
  | { readonly reason: 'market_not_open' }
  | { readonly reason: 'time_in_force_invalid' }
  | { readonly reason: 'stop_price_invalid' }
  | { readonly reason: 'price_invalid' }
  | { readonly reason: 'quantity_invalid' }
  | { readonly reason: 'quantity_not_smaller'; readonly quantity: Lots }
  | { readonly reason: 'quantity_filled'; readonly filled: Lots }
  | { readonly reason: 'price_off_step'; readonly step: Ticks }
  | { readonly reason: 'quantity_off_step'; readonly step: Lots }
  | {
      readonly reason: 'price_out_of_band';
      readonly reference: Ticks;
      readonly lowest: Ticks;
      readonly highest: Ticks;
    }
  /** A trade at `reference` has already reached the stop price. */
  | { readonly reason: 'stop_would_trigger'; readonly stopPrice: Ticks; readonly reference: Ticks }
  | { readonly reason: 'no_best_price' }
  | { readonly reason: 'notional_too_large' }
  | { readonly reason: 'below_min_notional'; readonly minimum: Amount; readonly notional: Amount }
  | { readonly reason: 'sell_blocked' }
  | { readonly reason: 'client_order_id_taken' }
  | { readonly reason: 'client_order_ids_exhausted'; readonly maximum: number }
  | { readonly reason: 'too_many_open_orders'; readonly maximum: number }
  | { readonly reason: 'post_only_would_trade' }
  | { readonly reason: 'fill_or_kill_unfilled' };

export type ClientIdRejection = Extract<
  SpotRejection,
  { readonly reason: 'client_order_id_taken' | 'client_order_ids_exhausted' }
>;

/** The rejections of a limit order, by precedence. */
export type PlacementRejection =
  | ClientIdRejection
  | RejectionFor<
      | 'trading_stopped'
      | 'market_not_open'
      | 'time_in_force_invalid'
      | 'price_invalid'
      | 'quantity_invalid'
      | 'price_off_step'
      | 'quantity_off_step'
      | 'price_out_of_band'
      | 'notional_too_large'
      | 'below_min_notional'
      | 'sell_blocked'
      | 'too_many_open_orders'
      | 'insufficient_balance'
      | 'post_only_would_trade'
      | 'fill_or_kill_unfilled'
    >;

/** The rejections of a stop order, by precedence. */
export type StopRejection =
  | ClientIdRejection
  | RejectionFor<
      | 'trading_stopped'
      | 'market_not_open'
      | 'time_in_force_invalid'
      | 'stop_price_invalid'
      | 'price_invalid'
      | 'quantity_invalid'
      | 'amount_invalid'
      | 'price_off_step'
      | 'quantity_off_step'
      | 'stop_would_trigger'
      | 'notional_too_large'
      | 'below_min_notional'
      | 'sell_blocked'
      | 'too_many_open_orders'
      | 'insufficient_balance'
    >;
