export { registerSpot } from './routes.ts';
