import { useQuery, type Query, type UseQueryResult } from '@tanstack/react-query';
import { needsSession, type Call, type CallInput, type CallOutput } from '@bourse/contract';
import { useStore } from 'zustand';
import type { Answer } from './caller.ts';
import { useLive, type Live } from './context.tsx';
import { isPassing } from './failure.ts';

export interface ReadOptions {
  readonly enabled?: boolean;
  readonly staleMs?: number;
  /** Refetch interval while the page is visible. */
  readonly refreshMs?: number;
  /** The caller shows a refusal in place of the data, so no message pops up. */
  readonly saidInPlace?: boolean;
  /** A feature keeps the data up to date by private messages, so it is fetched again when some may have been missed. */
  readonly followed?: boolean;
  /** Keep showing the previous page while the next one loads. */
  readonly keepPrevious?: boolean;
}

/** The pause before an outdated answer on screen is requested again when all attempts failed. */
const againMs = 8_000;

/** The key of a read in the query cache. The path alone is a prefix of the keys of all its inputs. */
export function readKey(call: Call, input: unknown, person: string | null): readonly unknown[] {
  return [call.path, input, call.access === 'visitor' ? null : person];
}

/** The session token that a cached read belongs to; null for public data. */
export function personOf({ queryKey }: Pick<Query, 'queryKey'>): string | null {
  const person = queryKey[2];
  return typeof person === 'string' ? person : null;
}

/** The sequence that the cached answer reflects; null before the first answer. */
export function sequenceOf({ state }: Query): number | null {
  const data: unknown = state.data;
  return typeof data === 'object' && data !== null && 'sequence' in data && typeof data.sequence === 'number'
    ? data.sequence
    : null;
}

/** The used part of a query. */
interface ReadState extends Pick<Query, 'meta'> {
  readonly state: { readonly data: unknown; readonly error: unknown };
}

/** The topics that the answer of a read depends on, as its call declares; none for a query that is no read. */
export function topicsOf({ meta }: Pick<Query, 'meta'>): readonly unknown[] {
  const found: unknown = meta?.['topics'];
  return Array.isArray(found) ? found : [];
}

/**
 * The interval in which an answer is requested again after a failure until it arrives, if the outdated one is on screen
 * and the failure passes; else false. Panels without any answer offer to try again instead.
 */
export function untilAnswered(query: ReadState): number | false {
  const { data, error } = query.state;
  return data !== undefined && topicsOf(query).length > 0 && isPassing(error) && againMs;
}

/** `select` picks the part of an answer that a component shows; only a change of that part renders it again. */
interface Selection<C extends Call, Data> {
  readonly select?: (answer: Answer<CallOutput<C>>) => Data;
}

/** Reads through the query cache. The answer carries the journal sequence that it reflects. */
export function useRead<C extends Call, Data = Answer<CallOutput<C>>>(
  call: C,
  input: CallInput<C>,
  options: ReadOptions & Selection<C, Data> = {},
): UseQueryResult<Data> {
  const live = useLive();
  const token = useSessionToken();
  return useQuery<Answer<CallOutput<C>>, Error, Data>({
    ...readQuery(live, call, input, token),
    enabled: (options.enabled ?? true) && (!needsSession(call) || token !== null),
    staleTime: options.staleMs ?? 0,
    refetchInterval: options.refreshMs ?? untilAnswered,
    meta: { topics: call.topics, saidInPlace: options.saidInPlace, followed: options.followed },
    ...(options.select === undefined ? {} : { select: options.select }),
    ...(options.keepPrevious === true ? { placeholderData: placeholderFor(token) } : {}),
  });
}

/** Placeholder data for the next page: the previous page, but only if it belongs to the same user or to everyone. */
export function placeholderFor<Data>(person: string | null) {
  return (previous: Data | undefined, query: Pick<Query, 'queryKey'> | undefined): Data | undefined => {
    const owner = query === undefined ? null : personOf(query);
    return owner === null || owner === person ? previous : undefined;
  };
}

/** The query of a read. `person` is the session token that it belongs to. */
export function readQuery<C extends Call>(live: Live, call: C, input: CallInput<C>, person: string | null) {
  return {
    queryKey: readKey(call, input, person),
    meta: { topics: call.topics },
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => live.call(call, input, { signal }),
  };
}

export function useSessionToken(): string | null {
  return useStore(useLive().session.store, (state) => state.token);
}
