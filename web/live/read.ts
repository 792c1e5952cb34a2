import { useQuery, type Query, type UseQueryResult } from '@tanstack/react-query';
import { needsSession, type Call, type CallInput, type CallOutput } from '@bourse/contract';
import { useStore } from 'zustand';
import type { Answer } from './caller.ts';
import { useLive, type Live } from './context.tsx';

export interface ReadOptions {
  readonly enabled?: boolean;
  readonly staleMs?: number;
  /** Reads it anew after so long, while the page is looked at. */
  readonly refreshMs?: number;
  /** A refusal is said where the data would stand, and not once more in passing. */
  readonly saidInPlace?: boolean;
  /** Private messages keep it up to date: it is read again when some of them may have been missed. */
  readonly followed?: boolean;
  /** Keep showing the former page while the next one comes. */
  readonly keepPrevious?: boolean;
}

/** The key of a read in the query cache; the path alone is the prefix of all its inputs. */
export function readKey(call: Call, input: unknown, person: string | null): readonly unknown[] {
  return [call.path, input, call.access === 'visitor' ? null : person];
}

/** The token of whoever a read is for; null where it is for everybody. */
export function personOf({ queryKey }: Pick<Query, 'queryKey'>): string | null {
  const person = queryKey[2];
  return typeof person === 'string' ? person : null;
}

/** Reads something through the query cache. The answer carries the journal sequence that it reflects. */
export function useRead<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: ReadOptions = {},
): UseQueryResult<Answer<CallOutput<C>>> {
  const live = useLive();
  const token = useSessionToken();
  return useQuery<Answer<CallOutput<C>>>({
    ...readQuery(live, call, input, token),
    enabled: (options.enabled ?? true) && (!needsSession(call) || token !== null),
    staleTime: options.staleMs ?? 0,
    ...(options.refreshMs === undefined ? {} : { refetchInterval: options.refreshMs }),
    meta: { saidInPlace: options.saidInPlace === true, followed: options.followed === true },
    ...(options.keepPrevious === true ? { placeholderData: keptFor(token) } : {}),
  });
}

/** The page before, as long as the same person looks at it: what was another's is nobody's to see. */
export function keptFor<Data>(person: string | null) {
  return (previous: Data | undefined, query: Pick<Query, 'queryKey'> | undefined): Data | undefined => {
    const owner = query === undefined ? null : personOf(query);
    return owner === null || owner === person ? previous : undefined;
  };
}

/** A read as the query cache knows it. `person` is the token of whoever it is for. */
export function readQuery<C extends Call>(live: Live, call: C, input: CallInput<C>, person: string | null) {
  return {
    queryKey: readKey(call, input, person),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => live.call(call, input, { signal }),
  };
}

export function useSessionToken(): string | null {
  return useStore(useLive().session.store, (state) => state.token);
}
