import type { Query, QueryClient } from '@tanstack/react-query';
import { personOf, sequenceOf, topicsOf } from './read.ts';
import type { LiveSocket } from './socket.ts';

/**
 * Keeps the reads that name topics up to date. They are requested again when a message says that a topic has changed,
 * and when a connection begins after a gap in which such a message may have been lost. `useRead` repeats a failed
 * attempt.
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
  socket.onGap((isLogin) => {
    // The answers of a user wait for the login.
    askAgain(queries, (query) => topicsOf(query).length > 0 && (personOf(query) !== null) === isLogin);
  });
}

/**
 * Marks answers as outdated and asks again for those that are on screen or already asked for. A pending request is
 * dropped: it may have been answered before the change, and on a dead network it is never answered. A caller that waits
 * for it gets the new answer.
 */
export function askAgain(queries: QueryClient, concerns: (query: Query) => boolean): void {
  for (const query of queries.getQueryCache().findAll({ predicate: concerns })) {
    query.invalidate();
    if (!query.isActive() && query.state.fetchStatus === 'idle') continue;
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}

/** Whether the answer on screen has a change already. A pending request says nothing about that. */
function reflects(query: Query, sequence = Infinity): boolean {
  return query.state.fetchStatus === 'idle' && (sequenceOf(query) ?? -1) >= sequence;
}
