import type { Exchange, MarketId, OperatorCommand } from '@bourse/engine';
import { leverFloors, leverPairs } from '@bourse/engine/leverage';
import { type LeverageConsoleParts, registerLeverageConsole } from './console.ts';
import { missingDemoLeverage, readFunded } from './demo-leverage.ts';
import { leverageFee, leverView } from './lever-view.ts';
import { markChannel } from './mark-channel.ts';
import { leverNotices } from './notices.ts';
import { type LeverageParts, registerLeverage } from './routes.ts';
import { migrations } from './migrations/index.ts';
import type { With } from '../../ground/parts.ts';

interface DemoParts extends With<'db'> {
  readonly exchange: Exchange;
}

/** Leveraged trading. */
export const leverage = {
  migrations,
  views: [leverView],
  channels: [markChannel],
  notices: [leverNotices],
  demoSetUp: async ({ exchange, db }: DemoParts): Promise<readonly OperatorCommand[]> =>
    missingDemoLeverage(exchange.read(leverPairs), exchange.read(leverFloors), await readFunded(db)),
  offers: ({ views }: With<'views'>) => ({
    /** The fee rate of leverage on a market in millionths; null without leverage. */
    leverageFee: (market: MarketId): number | null => leverageFee(views, market),
  }),
  open: ({ gateway, ...parts }: LeverageParts & With<'gateway'>) => {
    registerLeverage(gateway, parts);
    return {
      console: (own: LeverageConsoleParts): void => {
        registerLeverageConsole(own);
      },
    };
  },
};
