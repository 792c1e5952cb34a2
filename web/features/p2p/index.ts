export { statusKey } from './next-action.ts';
export { OrderView } from './order-view.tsx';
export { useOrderNews } from './use-order-news.ts';
export { useTimeLeft } from './use-time-left.ts';
