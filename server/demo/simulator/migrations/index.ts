import type { Steps } from '../../../ground/database/index.ts';
import { marketHistory } from './0300-market-history.ts';
import { pathSecret } from './0860-path-secret.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0300-market-history': marketHistory,
  '0860-path-secret': pathSecret,
};
