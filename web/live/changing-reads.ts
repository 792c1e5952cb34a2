import type { Query, QueryClient } from '@tanstack/react-query';
import { isPassing } from './failure.ts';
import { personOf, sequenceOf } from './read.ts';
import type { LiveSocket } from './socket.ts';

/** The used part of a query. */
interface ReadState extends Pick<Query, 'meta'> {
  readonly state: { readonly data: unknown; readonly error: unknown };
}

/** The pause before an outdated answer on screen is asked for again after all attempts failed. */
const againMs = 8_000;

/**
 * Keeps the reads that name topics up to date. They are asked again when a message says that a topic has changed, and
 * when a connection begins after a gap in which such a message may have been lost; then until there is an answer.
 */
export function followChanges({
  socket,
  queries,
}: {
  readonly socket: Pick<LiveSocket, 'onChange' | 'onGap'>;
  readonly queries: QueryClient;
}): void {
  socket.onChange(({ topic, sequence }) => {
    askAgain(queries, (query) => topicsOf(query).includes(topic) && !reflects(query, sequence));
  });
  socket.onGap((audience) => {
    // The answers of a user wait for the login: changes that only the user is told of begin with it.
    askAgain(queries, (query) => isChanging(query) && (personOf(query) === null) === (audience === 'everyone'));
  });

  let timer: ReturnType<typeof setTimeout> | null = null;
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isAskedUntilAnswered(event.query)) return;
    timer ??= setTimeout(() => {
      timer = null;
      askAgain(queries, (query) => query.state.status === 'error' && isAskedUntilAnswered(query));
    }, againMs);
  });
}

/**
 * Whether an answer is asked for again after a failure until it arrives: the outdated one is on screen, and the failure
 * passes. Panels without any answer offer to try again instead.
 */
export function isAskedUntilAnswered(query: ReadState): boolean {
  const { data, error } = query.state;
  return data !== undefined && isChanging(query) && isPassing(error);
}

/**
 * Marks answers as outdated and asks again for those that are on screen or already asked for. A pending request is
 * dropped: it may have been answered before the change, and on a dead network it is never answered. A caller that waits
 * for it gets the new answer.
 */
function askAgain(queries: QueryClient, concerns: (query: Query) => boolean): void {
  for (const query of queries.getQueryCache().findAll({ predicate: concerns })) {
    query.invalidate();
    if (!query.isActive() && query.state.fetchStatus === 'idle') continue;
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}

function isChanging(query: Pick<Query, 'meta'>): boolean {
  return topicsOf(query).length > 0;
}

function topicsOf({ meta }: Pick<Query, 'meta'>): readonly string[] {
  const found = meta?.['topics'];
  return Array.isArray(found) ? found : [];
}

/** Whether the answer on screen has a change already. A pending request says nothing about that. */
function reflects(query: Query, sequence = Infinity): boolean {
  const asOf = sequenceOf(query);
  const isSettled = query.state.fetchStatus === 'idle' && !query.state.isInvalidated;
  return asOf !== null && isSettled && asOf >= sequence;
}
