import type { Steps } from '../../database/index.ts';
import { consoleRequests } from './0747-console-requests.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0747-console-requests': consoleRequests,
};
