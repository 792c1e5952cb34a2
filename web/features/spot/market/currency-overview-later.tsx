import type { Match } from '@bourse/contract/markets';
import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../ui/states.tsx';

const Loaded = lazy(async () => {
  const { CurrencyOverview: component } = await import('./currency-overview.tsx');
  return { default: component };
});

/** The overview of a currency, whose script is loaded when it is first shown. */
export function CurrencyOverview({ match }: { readonly match: Match }) {
  return (
    <Suspense fallback={<SkeletonRows count={6} />}>
      <Loaded match={match} />
    </Suspense>
  );
}
