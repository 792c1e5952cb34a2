import { SkeletonRows } from '../../ui/states.tsx';

/** A placeholder while a screen's script loads. */
export function ScreenSkeleton() {
  return <SkeletonRows count={12} height={32} />;
}
