export { OrderFigures } from './figures.ts';
export { orderNotices } from './notices.ts';
export { openOrders, type OrderConsole } from './open-orders.ts';
export { orderSealed } from './sealed.ts';
export { orderPrivileges } from './tables.ts';
