import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from './browser-storage.ts';

/** A single-key shortcut, as printed on the key; letters are lower case. */
export type ShortcutKey = '/' | '?' | 'b' | 's' | 'c' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

export interface ShortcutOptions {
  /** Whether the shortcut also works while a dialog is open. */
  readonly inDialogs?: boolean;
}

/** The page's single-key shortcuts. When several actions are bound to a key, the one bound last runs. */
export interface Shortcuts {
  /**
   * Whether shortcuts are enabled. Users of dictation software, or those who hit keys by accident, can disable them.
   */
  readonly on: StoreApi<boolean>;
  choose(on: boolean): void;
  /** Binds a key until the returned function is called. */
  bind(key: ShortcutKey, action: () => void, options?: ShortcutOptions): () => void;
}

/** The used fields of a keyboard event. */
type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'isComposing'
  | 'repeat'
  | 'target'
  | 'defaultPrevented'
  | 'preventDefault'
>;

interface Binding {
  readonly action: () => void;
  readonly inDialogs: boolean;
}

export interface ShortcutPorts {
  readonly storage: BrowserStorage;
  readonly onKey: (listener: (press: Press) => void) => void;
  /** Whether the target of a key press handles keys itself. */
  readonly isTakenBy: (target: EventTarget | null) => boolean;
  readonly isDialogOpen: () => boolean;
}

export function openShortcuts({ storage, onKey, isTakenBy, isDialogOpen }: ShortcutPorts): Shortcuts {
  const on = createStore(() => storage.read('shortcuts') !== 'off');
  const bindings = new Map<string, readonly Binding[]>();
  onKey((press) => {
    if (!on.getState() || press.defaultPrevented || isTakenBy(press.target)) return;
    const binding = bindings.get(keyOf(press) ?? '')?.at(-1);
    if (binding === undefined || (isDialogOpen() && !binding.inDialogs)) return;
    press.preventDefault();
    binding.action();
  });
  return {
    on,
    choose: (chosen) => {
      on.setState(chosen, true);
      storage.write('shortcuts', chosen ? 'on' : 'off');
    },
    bind: (key, action, { inDialogs = false } = {}) => {
      const binding = { action, inDialogs };
      bindings.set(key, [...(bindings.get(key) ?? []), binding]);
      return () => {
        bindings.set(
          key,
          (bindings.get(key) ?? []).filter((other) => other !== binding),
        );
      };
    },
  };
}

/**
 * The key that a press means, or null. Presses with a modifier belong to the browser or the system, except Shift for a
 * sign that needs it. On a keyboard of another script the position of the key decides.
 */
export function keyOf(press: Omit<Press, 'target' | 'defaultPrevented' | 'preventDefault'>): string | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.repeat) return null;
  if (press.key.length !== 1) return null;
  if (/^[a-z]$/i.test(press.key)) return press.shiftKey ? null : press.key.toLowerCase();
  if (/^[\x20-\x7e]$/.test(press.key)) return press.key;
  const [, place] = /^(?:Key|Digit)(.)$/.exec(press.code) ?? [];
  return place === undefined || press.shiftKey ? null : place.toLowerCase();
}

/** Whether a letter pressed there is text input, or selects a menu entry that begins with it. */
export function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null)
  );
}
