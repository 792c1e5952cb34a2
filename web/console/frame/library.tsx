import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppearance } from '../../ui/theme/appearance.tsx';
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
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '../../ui/theme/mantine.css';
import './library.css';

/** Default properties of the components: small, because the console is dense. */
const theme = createTheme({
  components: {
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { transitionProps: { duration: 120 } } } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
  },
});

/**
 * The Mantine provider of the console. It injects no styles into the document, because the content security policy
 * forbids them; components that do (AppShell, Modal, Drawer) are not used.
 */
export function Library({ children }: { readonly children: ReactNode }) {
  const { theme: scheme } = useAppearance();
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
