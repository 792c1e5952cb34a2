import type { Order } from '@bourse/contract/spot';

/** An order as sent over the wire: an unfilled buy of 1 BTC at 10, with `changes` applied. */
export function orderOf(changes: Partial<Order> = {}): Order {
  return {
    id: 1,
    currency_match_id: 1,
    currency_match: { id: 1, symbol: 'BTC/USDT' },
    way: 2,
    way_name: 'Buy',
    status: 'submitted',
    status_name: 'Open',
    order_type: 'limit',
    time_in_force: 'gtc',
    post_only: false,
    price: '10',
    stop_price: null,
    number: '1',
    quote_amount: null,
    transacted_amount: '0',
    transacted_volume: '0',
    average_price: '0',
    fee: '0',
    rebate: '0',
    rebate_currency: 'USDT',
    fee_currency: 'BTC',
    client_order_id: null,
    created_at: 1,
    updated_at: 1,
    ...changes,
  };
}
