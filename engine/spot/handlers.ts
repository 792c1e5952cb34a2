import { cancelAll } from './cancel-all.ts';
import { cancelClientOrder, cancelOrder } from './cancel-order.ts';
import { placeMarketOrder } from './place-market-order.ts';
import { placeOrder } from './place-order.ts';
import { placeStopOrder } from './place-stop-order.ts';
import { reduceOrder } from './reduce-order.ts';
import { replaceOrder } from './replace-order.ts';
import { replaceStopOrder } from './replace-stop-order.ts';

export const spotHandlers = {
  place_order: placeOrder,
  place_market_order: placeMarketOrder,
  place_stop_order: placeStopOrder,
  replace_order: replaceOrder,
  replace_stop_order: replaceStopOrder,
  reduce_order: reduceOrder,
  cancel_order: cancelOrder,
  cancel_client_order: cancelClientOrder,
  cancel_all: cancelAll,
};
