import type { Exchange, MarketId, OperatorCommand } from '@bourse/engine';
import { secondsCurrencies, secondsMarkets, secondsOffer } from '@bourse/engine/seconds';
import { registerSecondsConsole, type SecondsConsoleParts } from './console.ts';
import { missingDemoSeconds, readFunded } from './demo-seconds.ts';
import { secondsNotices } from './notices.ts';
import { registerSeconds, type SecondsParts } from './routes.ts';
import { offersSeconds, secondsView } from './seconds-view.ts';
import { migrations } from './migrations/index.ts';
import type { With } from '../../ground/parts.ts';

interface DemoParts extends With<'db'> {
  readonly exchange: Exchange;
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
  offers: ({ views }: With<'views'>) => ({
    /** Whether seconds contracts are offered on a market. */
    offersSeconds: (market: MarketId): boolean => offersSeconds(views, market),
  }),
  open: ({ gateway, ...parts }: SecondsParts & With<'gateway'>) => {
    registerSeconds(gateway, parts);
    return {
      console: (own: SecondsConsoleParts): void => {
        registerSecondsConsole(own);
      },
    };
  },
};
