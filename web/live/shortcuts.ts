import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from './browser-storage.ts';

/** A key that does something by itself, as it is written on the keyboard; letters are small. */
export type ShortcutKey = '/' | '?' | 'b' | 's' | 'c' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

export interface ShortcutOptions {
  /** Also while a dialog is open, for what may stand in one. */
  readonly inDialogs?: boolean;
}

/** The single keys of the page. Of several actions for one key, the one that came last counts. */
export interface Shortcuts {
  /** Whether the reader wants them: software that takes dictation, or a hand that slips, presses letters too. */
  readonly on: StoreApi<boolean>;
  choose(on: boolean): void;
  /** Answers to a key until the answer is called. */
  bind(key: ShortcutKey, action: () => void, options?: ShortcutOptions): () => void;
}

/** What is asked of the press of a key. */
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
  /** Whether a key that is pressed there means something already. */
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
 * The key that a press means, or null when it means none: with a modifier it is the browser's or the system's. Shift
 * belongs to a sign that a keyboard has above another one. Where the keyboard writes another script, the place of the
 * key decides.
 */
export function keyOf(press: Omit<Press, 'target' | 'defaultPrevented' | 'preventDefault'>): string | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.repeat) return null;
  if (press.key.length !== 1) return null;
  if (/^[a-z]$/i.test(press.key)) return press.shiftKey ? null : press.key.toLowerCase();
  if (/^[\x20-\x7e]$/.test(press.key)) return press.key;
  const [, place] = /^(?:Key|Digit)(.)$/.exec(press.code) ?? [];
  return place === undefined || press.shiftKey ? null : place.toLowerCase();
}

/** Whether a letter that is pressed there is text already, or leads to an entry that begins with it. */
export function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null)
  );
}
