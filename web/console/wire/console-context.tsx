import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { ServerClock } from '../../live/server-clock.ts';
import type { Attempts } from '../../live/attempts.ts';
import type { ConsoleCaller } from './console-caller.ts';
import type { ConsoleCall } from '@bourse/contract/console';

/** A pending request for the one-time password; the frame shows its dialog. */
export interface StepUpRequest {
  readonly finish: (accepted: boolean) => void;
}

/** Why the login page is opened: there is no session yet, it has ended, or the member of staff ended it. */
export type Leaving = 'new' | 'ended' | 'logged_out';

/** Everything that screens share. It is created once in `compose.ts`. */
export interface ConsoleParts {
  readonly call: ConsoleCaller;
  readonly download: (call: ConsoleCall, input: unknown, name: string) => Promise<void>;
  readonly attempts: Attempts;
  readonly queries: QueryClient;
  readonly clock: ServerClock;
  readonly stepUp: StoreApi<StepUpRequest | null>;
  /** Opens an address of the console. */
  readonly go: (address: string, options?: { readonly replace?: boolean }) => void;
  /** Opens the login page; after a session that ended, it returns to the current address. */
  readonly leave: (why: Leaving) => void;
}

const PartsContext = createContext<ConsoleParts | null>(null);

export function ConsoleProvider({ parts, children }: { readonly parts: ConsoleParts; readonly children: ReactNode }) {
  return <PartsContext value={parts}>{children}</PartsContext>;
}

export function useConsole(): ConsoleParts {
  const parts = use(PartsContext);
  if (parts === null) throw new Error('ConsoleProvider is missing above this component');
  return parts;
}
