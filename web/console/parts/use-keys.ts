import { useEffect, useRef } from 'react';
import { isTypedInto, keyOf } from '../../live/shortcuts.ts';
import { isDialogOpen } from '../../ui/sheet.tsx';

type KeyActions = Readonly<Partial<Record<string, () => void>>>;

/** Binds single keys while the component is mounted; they do nothing while text is typed or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTypedInto(event.target) || isDialogOpen()) return;
      const key = event.key === 'Escape' ? 'escape' : keyOf(event);
      const action = key === null ? undefined : latest.current[key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
