import type { Exchange, OperatorCommand } from '@bourse/engine';
import { marketChangeNotices } from './change-notices.ts';
import { dayMarketChannel, klineChannel } from './channels.ts';
import { type MarketConsoleParts, registerMarketConsole } from './console.ts';
import { readDecidedMarkets } from './decided-markets.ts';
import { missingListing, outdatedSettings } from './listing.ts';
import { marketDecisions } from './market-decisions.ts';
import { type MarketParts, registerMarkets } from './routes.ts';
import { migrations } from './migrations/index.ts';
import { favouritePrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

interface DemoParts extends With<'db'> {
  readonly exchange: Exchange;
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
  open: ({ gateway, ...parts }: MarketParts & With<'gateway'>) => {
    registerMarkets(gateway, parts);
    return {
      console: (own: MarketConsoleParts): void => {
        registerMarketConsole(own);
      },
    };
  },
};
