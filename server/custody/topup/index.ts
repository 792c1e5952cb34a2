export { topup } from './capability.ts';
export type { MoonPayKeys } from './moonpay.ts';
