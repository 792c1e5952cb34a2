import type { Pool } from 'pg';
import { demoListing } from '../../trading/markets/index.ts';
import type { SimulatorLog } from './command-sender.ts';
import { startFileIndexSource } from './file-index-source.ts';
import { prepareMarketHistory, startSimulator } from './start.ts';
import { migrations } from './migrations/index.ts';
import { marketHistoryPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface Preparation extends With<'demo' | 'now'> {
  readonly simulatedMarket: boolean;
  readonly database: Pool;
  readonly log: SimulatorLog;
  readonly progress: (sentence: string) => void;
}

interface Start extends Preparation, With<'core' | 'views'> {
  readonly indexFile: string | null;
}

export const simulator = {
  tables: marketHistoryPrivileges,
  migrations,
  prepare: async ({ demo, simulatedMarket, database, now, log, progress }: Preparation): Promise<void> => {
    if (!simulatedMarket) return;
    progress('Preparing the market’s history …');
    await prepareMarketHistory({ database, listing: demo ? demoListing() : [], clock: now, log });
  },
  open: ({ demo, simulatedMarket, indexFile, core, views, database, now, log, progress }: Start) => ({
    start: async (): Promise<() => Promise<void>> => {
      if (demo && !simulatedMarket && indexFile !== null) {
        return startFileIndexSource({ file: indexFile, core, views, clock: now, log });
      }
      if (!simulatedMarket) return () => Promise.resolve();
      progress('Filling the order books …');
      const markets = views.listings.markets();
      const running = await startSimulator({ core, views, markets, database, clock: now, log });
      return () => running.stop();
    },
  }),
};
