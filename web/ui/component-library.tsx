import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppearance } from './theme/appearance.tsx';
// The style sheet of each Mantine component that is used, after those of its parts, then our colours and sizes.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import './theme/mantine.css';

/**
 * Default properties of the components, so that call sites set only what differs. A list of options is fixed to the
 * window: it scrolls to its current option before it has its place, and would move the page with it.
 */
const theme = createTheme({
  components: {
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: {
      defaultProps: { size: 'md', comboboxProps: { floatingStrategy: 'fixed', transitionProps: { duration: 120 } } },
    },
  },
});

/**
 * The Mantine provider. The shell loads it only for pages that are not `light`, which spares the others its scripts and
 * styles. It injects no styles into the document, because the content security policy forbids them.
 */
export function ComponentLibrary({ children }: { readonly children: ReactNode }) {
  const appearance = useAppearance();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={appearance.theme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
