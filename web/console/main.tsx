// First, because it declares the order of the layers of style sheets.
import './frame/styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Announcer } from '../ui/announcer.tsx';
import { awaitTextFont } from '../ui/text-font.ts';
import { ToastArea } from '../ui/toast-area.tsx';
import { AppearanceProvider } from '../ui/theme/appearance.tsx';
import { composeConsole } from './compose.ts';
import { Library } from './frame/library.tsx';
import { openTexts } from './texts/texts.ts';
import { ConsoleProvider } from './wire/console-context.tsx';

await start();

async function start(): Promise<void> {
  await Promise.all([openTexts(), awaitTextFont(Promise.resolve(location.host))]);
  const root = document.querySelector('#root');
  if (root === null) throw new Error('the document has no #root');
  const { parts, router, appearance } = composeConsole();
  createRoot(root).render(
    <StrictMode>
      <AppearanceProvider value={appearance}>
        <QueryClientProvider client={parts.queries}>
          <ConsoleProvider parts={parts}>
            <Library>
              <RouterProvider router={router} />
            </Library>
          </ConsoleProvider>
        </QueryClientProvider>
        <ToastArea />
        <Announcer />
      </AppearanceProvider>
    </StrictMode>,
  );
}
