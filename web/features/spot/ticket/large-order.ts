import Big from 'big.js';
import type { OrderDraft } from './order-draft.ts';
import type { Warning } from './order-form.ts';

interface Valued {
  /** The value of the order in the quote currency; null while unknown. */
  readonly worth: string | null;
  /** USDT for one unit of the quote currency; "0" while unknown. */
  readonly usdtPrice: string;
  /** The value in USDT above which the user confirms market orders; null for never. */
  readonly above: string | null;
}

/**
 * The warning of an order without a price limit whose value exceeds the user's limit, so that it is confirmed first. An
 * order of unknown value is confirmed too.
 */
export function largeOrderWarning({ kind }: OrderDraft, { worth, usdtPrice, above }: Valued): Warning | null {
  if (above === null || kind === 'limit' || kind === 'stop_limit') return null;
  const price = new Big(usdtPrice);
  if (worth === null || price.lte(0)) return { key: 'ticket.largeUnknown', values: {}, grave: true };
  const value = price.times(worth);
  if (value.lte(above)) return null;
  return {
    key: 'ticket.large',
    values: { amount: value.round(2, Big.roundDown).toFixed(), limit: above },
    grave: true,
  };
}
