export { spot } from './capability.ts';
export { FinishedOrders } from './finished-orders.ts';
export { timesIn } from './csv.ts';
export { cursorText, OwnTrades, readCursor } from './own-trades.ts';
