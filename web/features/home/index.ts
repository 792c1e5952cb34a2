export { readHomeAhead } from './home-reads.ts';
