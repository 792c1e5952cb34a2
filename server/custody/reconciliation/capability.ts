import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Background } from '../../ground/background/index.ts';
import type { VenueChains } from '../chains/index.ts';
import type { Schema } from '../../ground/database/index.ts';
import type { Signer } from '../signer/index.ts';
import { type ReconciliationConsoleParts, registerReconciliation } from './console.ts';
import type { Views } from '../../ground/feed/index.ts';
import { Reconciler } from './reconciler.ts';

interface ReconciliationParts {
  readonly background: Background;
  readonly chains: VenueChains;
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly now: () => number;
  readonly signer: Signer | null;
  readonly views: Views;
}

const reconcilers = new WeakMap<VenueChains, Reconciler>();

/** The comparison of balances on chains with the records of the exchange. */
export const reconciliation = {
  login: 'custody' as const,
  register: ({ signer, ...parts }: ReconciliationParts): void => {
    if (signer !== null) reconcilers.set(parts.chains, new Reconciler({ ...parts, signer }));
  },
  console: (parts: Omit<ReconciliationConsoleParts, 'reconciler'>): void => {
    registerReconciliation({ ...parts, reconciler: reconcilers.get(parts.chains) ?? null });
  },
  start: ({ background, chains }: ReconciliationParts): void => {
    const reconciler = reconcilers.get(chains);
    if (reconciler !== undefined)
      background.work('reconciliation: compare balances', { everyMs: 60_000 }, () => reconciler.compare());
  },
};
