import { lazy, Suspense, type ComponentProps } from 'react';
import type { QrCode as Drawn } from './qr-code.tsx';

const Loaded = lazy(async () => {
  const { QrCode: component } = await import('./qr-code.tsx');
  return { default: component };
});

/** A QR code whose script is loaded when it is first shown. The caller reserves the space. */
export function QrCode(props: ComponentProps<typeof Drawn>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
