import { lazy, Suspense, type ComponentProps } from 'react';
import type { QrCode as Drawn } from './qr-code.tsx';

const Loaded = lazy(async () => {
  const { QrCode: component } = await import('./qr-code.tsx');
  return { default: component };
});

/** A code whose drawing is fetched when it is first shown. Whoever shows it keeps its place. */
export function QrCode(props: ComponentProps<typeof Drawn>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
