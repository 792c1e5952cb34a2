import { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { openStorage } from '../live/browser-storage.ts';
import { randomId } from '../live/random-id.ts';
import { createServerClock } from '../live/server-clock.ts';
import { openAppearance, type Appearance } from '../ui/theme/appearance.tsx';
import { saveFile } from './parts/csv.ts';
import { createConsoleRouter, type ConsoleRouter } from './router.tsx';
import type { ConsoleParts, StepUpRequest } from './wire/console-context.tsx';
import { askStepUp } from './wire/ask-step-up.ts';
import { createConsoleCaller, fetchConsoleFile } from './wire/console-caller.ts';
import { ConsoleFailure } from './wire/envelope.ts';
import { createAttempts } from '../live/attempts.ts';
import { sessionKey } from './wire/session.ts';
import { loginAddress } from './wire/login-address.ts';

interface Composed {
  readonly parts: ConsoleParts;
  readonly router: ConsoleRouter;
  readonly appearance: Appearance;
}

/** Attempts of a read without a response. */
const maxRetries = 2;

/** Composes the console. Every dependency is created here and passed on as an argument. */
export function composeConsole(): Composed {
  const clock = createServerClock(Date.now, () => performance.now());
  const stepUp = createStore<StepUpRequest | null>(() => null);
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) => isUnanswered(error) && failures < maxRetries,
      },
      mutations: { retry: false },
    },
  });
  const router = createConsoleRouter();
  const go: ConsoleParts['go'] = (address, { replace = false } = {}) => {
    if (replace) router.history.replace(address);
    else router.history.push(address);
  };
  const leave: ConsoleParts['leave'] = (why) => {
    const { pathname, href } = router.state.location;
    if (pathname === '/login' || pathname === '/enrol') return;
    stepUp.getState()?.finish(false);
    go(loginAddress(why, href));
    queries.clear();
  };
  const ports = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
    stepUp: () => askStepUp(stepUp),
    onSessionEnded: () => leave(queries.getQueryData(sessionKey) === undefined ? 'new' : 'ended'),
    onDate: clock.observe,
  };
  const parts: ConsoleParts = {
    call: createConsoleCaller(ports),
    download: async (call, input, name) => saveFile(await fetchConsoleFile(ports, call, input), name),
    attempts: createAttempts({ newKey: randomId, nowMs: () => performance.now() }),
    queries,
    clock,
    stepUp,
    go,
    leave,
  };
  return { parts, router, appearance: openAppearance(openStorage(() => localStorage)) };
}

function isUnanswered(error: unknown): boolean {
  return !(error instanceof ConsoleFailure) || error.outcome.kind === 'failed';
}
