export { useTopupOpen } from './use-topup-open.ts';
