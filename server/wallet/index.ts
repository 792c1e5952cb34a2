export { registerWallet } from './routes.ts';
