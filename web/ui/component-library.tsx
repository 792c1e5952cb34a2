import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppearance } from './theme/appearance.tsx';

/** What the components of the library need around them. They write no styles into the document: a strict content policy would forbid them. */
export function ComponentLibrary({ children }: { readonly children: ReactNode }) {
  const { theme } = useAppearance();
  return (
    <MantineProvider forceColorScheme={theme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
