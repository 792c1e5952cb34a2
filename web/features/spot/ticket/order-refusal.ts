import type { OrderDraft } from './order-draft.ts';
import type { FieldName } from './order-form.ts';

/** The place where a refusal is shown: a field, or the form as a whole. */
export type RefusalPlace = FieldName | 'form';

/** The field that a refusal concerns, among those of the order's kind. */
export function placeOfRefusal(error: string, { side, kind, led }: OrderDraft): RefusalPlace {
  switch (error) {
    case 'stop_price_required':
    case 'stop_would_trigger':
      return 'stop';
    case 'price_required':
    case 'price_precision':
    case 'price_step':
    case 'price_out_of_band':
    case 'post_only_would_trade':
    case 'no_best_price':
      return kind === 'stop_market' ? 'stop' : 'price';
    case 'quantity_required':
    case 'quantity_precision':
      return led;
    case 'quantity_step':
    case 'fill_or_kill_unfilled':
      return 'amount';
    case 'insufficient_balance':
      return side === 'buy' ? 'total' : 'amount';
    case 'below_min_notional':
    case 'amount_too_large':
      return 'total';
    default:
      return 'form';
  }
}
