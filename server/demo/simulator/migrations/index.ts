import type { Steps } from '../../../ground/database/index.ts';
import { marketHistory } from './0300-market-history.ts';
import { pathSecret } from './0860-path-secret.ts';

/** The steps of these tables. A released step is never changed. */
export const migrations: Steps = {
  '0300-market-history': marketHistory,
  '0860-path-secret': pathSecret,
};
