import { useQuery } from '@tanstack/react-query';
import { sessionCalls, type ConsoleAudience, type ConsoleSession } from '@bourse/contract/console';
import { createContext, use } from 'react';
import { useConsole } from './console-context.tsx';

/** How often the figures of the session in the frame are read again. */
const sessionEveryMs = 15_000;

export const sessionKey = [sessionCalls.session.path] as const;

/** The session, read again in the background. */
export function useSessionQuery() {
  const { call } = useConsole();
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal, client }) => {
      const isRepeated = client.getQueryData(sessionKey) !== undefined;
      return (await call(sessionCalls.session, {}, { signal, background: isRepeated })).data;
    },
    refetchInterval: sessionEveryMs,
  });
}

/** The session of the member of staff, which the frame provides to every screen. */
export const SessionContext = createContext<ConsoleSession | null>(null);

export function useSession(): ConsoleSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('a screen is rendered without a session');
  return session;
}

/** Whether staff with these roles may make a call of this audience. */
export function allows(audience: ConsoleAudience, roles: ConsoleSession['roles']): boolean {
  return typeof audience === 'string' || audience.some((role) => roles.includes(role));
}

/** Whether the member of staff may make a call: for showing its button only, because the server checks it anyway. */
export function useMay(call: { readonly audience: ConsoleAudience }): boolean {
  return allows(call.audience, useSession().roles);
}
