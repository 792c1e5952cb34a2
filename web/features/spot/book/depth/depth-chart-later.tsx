import type { Match } from '@bourse/contract/markets';
import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../../ui/states.tsx';

const Loaded = lazy(async () => {
  const { DepthChart: component } = await import('./depth-chart.tsx');
  return { default: component };
});

/** The depth chart, whose script is loaded when it is first shown. */
export function DepthChart({ match }: { readonly match: Match }) {
  return (
    <Suspense fallback={<SkeletonRows count={6} />}>
      <Loaded match={match} />
    </Suspense>
  );
}
