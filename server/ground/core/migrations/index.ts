import type { Steps } from '../../database/index.ts';
import { core } from './0001-core.ts';
import { holds } from './0400-holds.ts';
import { acknowledged } from './0720-acknowledged.ts';
import { accountLogTime } from './0780-account-log-time.ts';
import { outsideCredits } from './0880-outside-credits.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0001-core': core,
  '0400-holds': holds,
  '0720-acknowledged': acknowledged,
  '0780-account-log-time': accountLogTime,
  '0880-outside-credits': outsideCredits,
};
