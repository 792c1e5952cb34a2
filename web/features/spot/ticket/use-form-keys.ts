import type { RefObject } from 'react';
import { useShortcut } from '../../../live/use-shortcut.ts';
import type { Side } from './order-form.ts';

/** B and S lead to the first field of the form of their side, or open it where it is out of sight. */
export function useFormKeys(screen: RefObject<HTMLElement | null>, open: ((side: Side) => void) | null): void {
  const go = (side: Side): void => {
    if (open !== null) return open(side);
    const field = screen.current?.querySelector<HTMLInputElement>(
      `form[data-side="${side}"] input[inputmode]:not(:disabled)`,
    );
    field?.focus();
    field?.select();
    return undefined;
  };
  useShortcut('b', () => go('buy'));
  useShortcut('s', () => go('sell'));
}
