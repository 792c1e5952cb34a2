import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Background } from '../../ground/background/index.ts';
import type { VenueChains } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { Signer } from '../signer/index.ts';
import { type ReconciliationConsoleParts, registerReconciliation } from './console.ts';
import type { Views } from '../../ground/feed/index.ts';
import { Reconciler } from './reconciler.ts';
import { migrations } from './migrations/index.ts';
import { reconciliationPrivileges } from './tables.ts';

interface ReconciliationParts {
  readonly background: Background;
  readonly chains: VenueChains;
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly now: () => number;
  readonly signer: Signer | null;
  readonly views: Views;
}

/** The comparison of balances on chains with the records of the exchange. */
export const reconciliation = {
  tables: reconciliationPrivileges,
  migrations,
  login: 'custody' as const,
  open: ({ background, signer, ...parts }: ReconciliationParts) => {
    const reconciler = signer === null ? null : new Reconciler({ ...parts, signer });
    if (reconciler !== null)
      background.work('reconciliation: compare balances', { everyMs: 60_000 }, () => reconciler.compare());
    return {
      console: (own: Omit<ReconciliationConsoleParts, 'reconciler'>): void => {
        registerReconciliation({ ...own, reconciler });
      },
    };
  },
};
