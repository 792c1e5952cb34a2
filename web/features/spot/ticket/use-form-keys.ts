import type { RefObject } from 'react';
import { useShortcut } from '../../../live/use-shortcut.ts';
import type { Side } from './order-form.ts';

/** B and S focus the first field of the buy or sell form, or open the form where it is hidden. */
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
