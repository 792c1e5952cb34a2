import type { Exchange, OperatorCommand } from '@bourse/engine';
import { savingsProducts } from '@bourse/engine/savings';
import { registerSavingsConsole, type SavingsConsoleParts } from './console.ts';
import { missingDemoSavings, readFunded } from './demo-savings.ts';
import { savingsNotices } from './notices.ts';
import { registerSavings, type SavingsParts } from './routes.ts';
import { savingsView } from './savings-view.ts';
import { migrations } from './migrations/index.ts';
import type { With } from '../../ground/parts.ts';

interface DemoParts extends With<'db'> {
  readonly exchange: Exchange;
}

/** Fixed-term deposits. */
export const savings = {
  migrations,
  views: [savingsView],
  notices: [savingsNotices],
  demoSetUp: async ({ exchange, db }: DemoParts): Promise<readonly OperatorCommand[]> =>
    missingDemoSavings(exchange.read(savingsProducts), await readFunded(db)),
  open: ({ gateway, ...parts }: SavingsParts & With<'gateway'>) => {
    registerSavings(gateway, parts);
    return {
      console: (own: SavingsConsoleParts): void => {
        registerSavingsConsole(own);
      },
    };
  },
};
