import { type ReconciliationConsoleParts, registerReconciliation } from './console.ts';
import { Reconciler } from './reconciler.ts';
import { SurplusBooker } from './surplus-bookings.ts';
import { migrations } from './migrations/index.ts';
import { reconciliationPrivileges } from './tables.ts';
import type { With } from '../../ground/parts.ts';

type ReconciliationParts = With<'background' | 'chains' | 'core' | 'db' | 'demo' | 'log' | 'now' | 'signer' | 'views'>;

/** The comparison of balances on chains with the records of the exchange. */
export const reconciliation = {
  tables: reconciliationPrivileges,
  migrations,
  login: 'custody' as const,
  open: ({ background, signer, ...parts }: ReconciliationParts) => {
    const surpluses = new SurplusBooker(parts);
    const terms = { everyMs: 60_000, atOnce: true };
    const booker = background.work('reconciliation: book surpluses', terms, () => surpluses.step());
    const reconciler = signer === null ? null : new Reconciler({ ...parts, signer });
    if (reconciler !== null)
      background.work('reconciliation: compare balances', { everyMs: 60_000 }, () => reconciler.round());
    return {
      console: (own: Omit<ReconciliationConsoleParts, 'booker' | 'reconciler'>): void => {
        registerReconciliation({ ...own, booker, reconciler });
      },
    };
  },
};
