import type { Amount, Lots, Ticks } from './money.ts';
import type { CurrencyId } from './identifiers.ts';

/** A business refusal with its figures, in engine units. Nothing changed. Precedence is the order of this list within a command. */
export type Rejection =
  | { readonly reason: 'operator_invalid' }
  | { readonly reason: 'user_invalid' }
  | { readonly reason: 'request_key_reused' }
  | { readonly reason: 'request_keys_exhausted'; readonly maximum: number }
  | { readonly reason: 'account_invalid' }
  | { readonly reason: 'currency_exists' | 'currency_unknown' | 'market_exists' | 'market_unknown' }
  | { readonly reason: 'listing_invalid'; readonly field: string }
  | { readonly reason: 'index_invalid'; readonly field: string }
  | { readonly reason: 'index_source_unknown' }
  | { readonly reason: 'index_tick_invalid'; readonly field: string }
  | { readonly reason: 'index_asset_unknown' | 'index_asset_unsorted'; readonly asset: CurrencyId }
  | { readonly reason: 'index_price_invalid'; readonly asset: CurrencyId }
  | { readonly reason: 'index_tick_early'; readonly latestMs: number }
  | { readonly reason: 'index_tick_outdated'; readonly newestMs: number }
  | { readonly reason: 'order_not_found' }
  | { readonly reason: 'order_waiting' }
  | { readonly reason: 'setting_invalid'; readonly field: string }
  | { readonly reason: 'setting_unchanged' }
  | { readonly reason: 'market_not_open' }
  | { readonly reason: 'time_in_force_invalid' }
  | { readonly reason: 'stop_price_invalid' }
  | { readonly reason: 'price_invalid' }
  | { readonly reason: 'quantity_invalid' }
  | { readonly reason: 'quantity_not_smaller'; readonly quantity: Lots }
  | { readonly reason: 'quantity_filled'; readonly filled: Lots }
  | { readonly reason: 'price_off_step'; readonly step: Ticks }
  | { readonly reason: 'quantity_off_step'; readonly step: Lots }
  | { readonly reason: 'cause_invalid' }
  | { readonly reason: 'amount_invalid' }
  | {
      readonly reason: 'price_out_of_band';
      readonly reference: Ticks;
      readonly lowest: Ticks;
      readonly highest: Ticks;
    }
  /** A trade at `reference` has reached the stop price already. */
  | { readonly reason: 'stop_would_trigger'; readonly stopPrice: Ticks; readonly reference: Ticks }
  | { readonly reason: 'no_best_price' }
  | { readonly reason: 'notional_too_large' }
  | { readonly reason: 'below_min_notional'; readonly minimum: Amount; readonly notional: Amount }
  | { readonly reason: 'sell_blocked' }
  | { readonly reason: 'client_order_id_taken' }
  | { readonly reason: 'client_order_ids_exhausted'; readonly maximum: number }
  | { readonly reason: 'too_many_open_orders'; readonly maximum: number }
  | {
      readonly reason: 'insufficient_balance';
      readonly currency: CurrencyId;
      readonly available: Amount;
      readonly needed: Amount;
    }
  | { readonly reason: 'post_only_would_trade' }
  | { readonly reason: 'fill_or_kill_unfilled' }
  | { readonly reason: 'hold_not_found' }
  | { readonly reason: 'hold_ended'; readonly outcome: 'settled' | 'released' }
  | { readonly reason: 'receiver_invalid' }
  | { readonly reason: 'fee_invalid' }
  | { readonly reason: 'supply_exceeded'; readonly currency: CurrencyId };

export type RejectionReason = Rejection['reason'];
