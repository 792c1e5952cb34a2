import { safeInteger } from '../../../ground/database/index.ts';
import type { With } from '../../../ground/parts.ts';
import type { FiatRates } from '../rates/fiat-rates.ts';

interface WatchParts extends With<'alarms' | 'identityDb' | 'queues'> {
  readonly rates: Pick<FiatRates, 'staleOfSource'>;
}

/** Adds the queues of applications and reports, and the alarm of rates that the source does not renew. */
export function watchShops({ alarms, identityDb, queues, rates }: WatchParts): void {
  queues.add({
    name: 'merchants',
    screen: '/merchants',
    roles: ['risk'],
    count: async () => {
      const waiting = identityDb
        .selectFrom('merchants')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min<string | null>('applied_at').as('oldest')])
        .where('state', '=', 'pending');
      return waitingOf(await waiting.executeTakeFirstOrThrow());
    },
  });
  queues.add({
    name: 'reports',
    screen: '/reports',
    roles: ['support', 'risk'],
    count: async () => {
      const waiting = identityDb
        .selectFrom('trader_reports')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min<string | null>('created_at').as('oldest')])
        .where('state', '=', 'open');
      return waitingOf(await waiting.executeTakeFirstOrThrow());
    },
  });
  alarms.add({
    name: 'fiat_rates_stale',
    check: () => {
      const stale = rates.staleOfSource();
      if (stale.length === 0) return null;
      const fiats = stale.map(({ fiat }) => fiat).toSorted();
      return { fiats: fiats.join(', '), since: Math.min(...stale.map(({ atMs }) => atMs)) };
    },
  });
}

function waitingOf({ count, oldest }: { readonly count: string; readonly oldest: string | null }) {
  return { count: safeInteger(count), oldestAtMs: oldest === null ? null : safeInteger(oldest) };
}
