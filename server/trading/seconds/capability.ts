import type { Exchange, MarketId, OperatorCommand } from '@bourse/engine';
import { secondsCurrencies, secondsMarkets, secondsOffer } from '@bourse/engine/seconds';
import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import type { Gateway } from '../../ground/gateway/index.ts';
import { registerSecondsConsole, type SecondsConsoleParts } from './console.ts';
import { missingDemoSeconds, readFunded } from './demo-seconds.ts';
import { secondsNotices } from './notices.ts';
import { registerSeconds, type SecondsParts } from './routes.ts';
import { offersSeconds, secondsView } from './seconds-view.ts';
import { migrations } from './migrations/index.ts';

interface DemoParts {
  readonly exchange: Exchange;
  readonly db: Kysely<Schema>;
}

/** Seconds contracts. A live exchange offers none until an operator opens them. */
export const seconds = {
  migrations,
  views: [secondsView],
  notices: [secondsNotices],
  demoSetUp: async ({ exchange, db }: DemoParts): Promise<readonly OperatorCommand[]> =>
    missingDemoSeconds({
      settings: exchange.read(secondsOffer),
      currencies: exchange.read(secondsCurrencies),
      markets: exchange.read(secondsMarkets),
      funded: await readFunded(db),
    }),
  offers: ({ views }: { readonly views: Views }) => ({
    /** Whether seconds contracts are offered on a market. */
    offersSeconds: (market: MarketId): boolean => offersSeconds(views, market),
  }),
  open: ({ gateway, ...parts }: SecondsParts & { readonly gateway: Gateway }) => {
    registerSeconds(gateway, parts);
    return {
      console: (own: SecondsConsoleParts): void => {
        registerSecondsConsole(own);
      },
    };
  },
};
