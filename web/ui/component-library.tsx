import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppearance } from './theme/appearance.tsx';
// The style sheet of each component that is used, those of its parts before it, then our colours and sizes for them.
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

/** What every component of a kind is given, so that call sites say only what is their own. */
const theme = createTheme({
  components: {
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', comboboxProps: { transitionProps: { duration: 120 } } } },
  },
});

/**
 * Everything that Mantine needs around its components. The shell loads it for pages that are not `light`, so that the
 * others carry neither its script nor its styles. It writes no styles into the document: the content policy forbids
 * them.
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
