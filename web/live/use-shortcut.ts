import { useEffect, useRef } from 'react';
import { useLive } from './context.tsx';
import type { ShortcutKey, ShortcutOptions } from './shortcuts.ts';

/** Binds a shortcut while the calling component is mounted. */
export function useShortcut(key: ShortcutKey, action: () => void, { inDialogs = false }: ShortcutOptions = {}): void {
  const { shortcuts } = useLive();
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => shortcuts.bind(key, () => latest.current(), { inDialogs }), [shortcuts, key, inDialogs]);
}
