export { depthChannel, tradesChannel } from './channels.ts';
export { orderNotices } from './order-notices.ts';
export { registerSpot } from './routes.ts';
