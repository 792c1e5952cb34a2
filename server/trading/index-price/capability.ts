import type { Exchange, OperatorCommand } from '@bourse/engine';
import { demoListing } from '../markets/index.ts';
import { indexChannel } from './channel.ts';
import { type IndexConsoleParts, registerIndexConsole } from './console.ts';
import { missingDemoIndices } from './demo-indices.ts';
import { indexSources } from './index-sources.ts';
import { indexPrices } from './index-view.ts';
import { registerIndexPrice } from './routes.ts';
import { migrations } from './migrations/index.ts';
import type { With } from '../../ground/parts.ts';

type Registration = With<'db' | 'gateway' | 'views'>;

export const indexPrice = {
  migrations,
  views: [indexPrices, indexSources],
  channels: [indexChannel],
  /** Adds an index for every base currency of the demo's markets that has none yet. */
  demoSetUp: ({ exchange }: { readonly exchange: Exchange }): Promise<readonly OperatorCommand[]> =>
    Promise.resolve(missingDemoIndices(demoListing(), exchange.indexPrices())),
  open: ({ gateway, views, db }: Registration) => {
    registerIndexPrice(gateway, { views, db });
    return {
      console: (own: IndexConsoleParts): void => {
        registerIndexConsole(own);
      },
    };
  },
};
