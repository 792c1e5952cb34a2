export { spot } from './capability.ts';
export { FinishedOrders } from './finished-orders.ts';
export { cursorText, OwnTrades, readCursor } from './own-trades.ts';
