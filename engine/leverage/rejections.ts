import type { CurrencyId } from '../identifiers.ts';
import type { Amount } from '../money.ts';

export type LeverageRejection =
  /** The market offers no new positions. */
  | { readonly reason: 'leverage_closed' }
  | { readonly reason: 'share_out_of_range'; readonly minimum: number; readonly maximum: number }
  | { readonly reason: 'multiple_unknown' }
  /** A limit order has no target. */
  | { readonly reason: 'price_required' }
  | { readonly reason: 'lever_price_invalid'; readonly field: 'target' | 'worst' | 'takeProfit' | 'stopLoss' }
  | { readonly reason: 'index_unavailable' }
  | { readonly reason: 'lever_stop_would_trigger'; readonly field: 'takeProfit' | 'stopLoss' }
  | { readonly reason: 'too_many_positions'; readonly maximum: number }
  | { readonly reason: 'multiple_too_high'; readonly maximum: number }
  | { readonly reason: 'position_too_large' }
  | { readonly reason: 'exposure_cap'; readonly room: Amount }
  /** `rate` is the risk rate after the order, in hundredths of a percent; it must be at least 12 000. */
  | { readonly reason: 'risk_too_high'; readonly rate: number }
  | { readonly reason: 'position_not_found' }
  /** The order or the close waits for its tick. */
  | { readonly reason: 'order_filling' }
  /** Positions need the money; `transferable` may leave the lever account. */
  | { readonly reason: 'margin_needed'; readonly currency: CurrencyId; readonly transferable: Amount }
  /** The lever house must keep its floor; `transferable` may leave it. */
  | { readonly reason: 'house_floor'; readonly currency: CurrencyId; readonly transferable: Amount };
