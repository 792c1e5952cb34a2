import type { Steps } from '../../database/index.ts';
import { consoleRequests } from './0747-console-requests.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0747-console-requests': consoleRequests,
};
