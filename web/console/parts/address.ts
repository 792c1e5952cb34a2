import { useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useConsole } from '../wire/console-context.tsx';

/** The address of the console: filters, the open row and tabs are query parameters, so that a link restores them. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Sets query parameters, or removes those that are null, and replaces the address in the history. */
  readonly set: (changes: Readonly<Record<string, string | null>>) => void;
}

export function useAddress(): Address {
  const { go } = useConsole();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const text = useRouterState({ select: ({ location }) => location.searchStr });
  const query = useMemo(() => new URLSearchParams(text), [text]);
  const set = useCallback(
    (changes: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      const wanted = next.toString();
      go(`${window.location.pathname}${wanted === '' ? '' : `?${wanted}`}`, { replace: true });
    },
    [go],
  );
  return { path, query, set };
}
