import { coreStored } from '../ground/core/index.ts';
import { consoleStored } from '../ground/console-gateway/index.ts';
import { allStored } from '../ground/database/index.ts';
import { paymentStored } from '../custody/outgoing/index.ts';
import { capabilities } from './capabilities.ts';

/** Everything that the exchange stores: what its capabilities declare, and the rooms that they share. */
export const stored = allStored([coreStored, consoleStored, paymentStored, ...capabilities]);
