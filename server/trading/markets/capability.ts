import type { Exchange, OperatorCommand } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { marketChangeNotices } from './change-notices.ts';
import { dayMarketChannel, klineChannel } from './channels.ts';
import { type MarketConsoleParts, registerMarketConsole } from './console.ts';
import { readDecidedMarkets } from './decided-markets.ts';
import { missingListing, outdatedSettings } from './listing.ts';
import { marketDecisions } from './market-decisions.ts';
import { type MarketParts, registerMarkets } from './routes.ts';
import { migrations } from './migrations/index.ts';
import { favouritePrivileges } from './tables.ts';

interface DemoParts {
  readonly exchange: Exchange;
  readonly db: Kysely<Schema>;
}

export const markets = {
  tables: favouritePrivileges,
  migrations,
  views: [marketDecisions],
  channels: [dayMarketChannel, klineChannel],
  notices: [marketChangeNotices],
  /**
   * Lists the demo's currencies and markets, and updates the settings of listed markets that no operator has changed.
   */
  demoSetUp: async ({ exchange, db }: DemoParts): Promise<OperatorCommand[]> => {
    const listed = [...exchange.markets()];
    return [
      ...missingListing({ currencies: exchange.currencies(), markets: listed }),
      ...outdatedSettings(listed, await readDecidedMarkets(db)),
    ];
  },
  open: ({ gateway, ...parts }: MarketParts & { readonly gateway: Gateway }) => {
    registerMarkets(gateway, parts);
    return {
      console: (own: MarketConsoleParts): void => {
        registerMarketConsole(own);
      },
    };
  },
};
