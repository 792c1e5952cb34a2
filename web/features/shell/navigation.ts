import type { PlainKey } from '../../app/i18n/plain-key.ts';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';

interface Entry {
  /** The name of the entry, stored in the browser when it is the last opened one. */
  readonly name: string;
  readonly to: `/${string}`;
  /** The path of the pages that the entry belongs to, when it differs from `to`. */
  readonly above?: `/${string}`;
  readonly label: PlainKey;
  /** The entry is not shown in the navigation; its page can still be opened. */
  readonly hidden?: true;
  readonly sellersOnly?: true;
}

/** The links of the header and the drawer, in order. */
const entries = [
  { name: 'market', to: '/markets', label: 'shell.markets', hidden: true },
  { name: 'trade', to: '/trade', label: 'shell.trade' },
  { name: 'lever', to: '/lever', label: 'shell.lever' },
  { name: 'second', to: '/second', label: 'shell.second' },
  { name: 'deposit', to: '/deposit', label: 'shell.deposit' },
  { name: 'legal', to: '/legalIndex/legal', above: '/legalIndex', label: 'shell.legal' },
  { name: 'myshop', to: '/myshop', label: 'shell.myshop', sellersOnly: true },
  { name: 'assets', to: '/assets/overview', above: '/assets', label: 'shell.assets' },
  { name: 'white', to: '/white', label: 'shell.white' },
] as const satisfies readonly Entry[];

export type NavigationEntry = (typeof entries)[number];

/** The links that a visitor or a seller sees. */
export function shownEntries(isSeller: boolean): readonly NavigationEntry[] {
  return entries.filter((entry) => !('hidden' in entry) && (isSeller || !('sellersOnly' in entry)));
}

/** The entry that a path belongs to. */
export function entryOf(path: string): NavigationEntry | null {
  return (
    entries.find((entry) => {
      const above = 'above' in entry ? entry.above : entry.to;
      return path === above || path.startsWith(`${above}/`);
    }) ?? null
  );
}

/** The name of the entry that the current page belongs to. */
export function useCurrentEntry(): NavigationEntry['name'] | null {
  return useRouterState({ select: ({ location }) => entryOf(location.pathname)?.name ?? null });
}

export function useNavigation(): readonly NavigationEntry[] {
  return shownEntries(useStore(useLive().session.store, ({ isSeller }) => isSeller));
}

/** Stores the name of the last opened entry. */
export function useLastEntry(): void {
  const { storage } = useLive();
  const name = useRouterState({ select: ({ location }) => entryOf(location.pathname)?.name });
  useEffect(() => {
    if (name !== undefined) storage.write('actives', name);
  }, [name, storage]);
}
