import { describe, expect, it, vi } from 'vitest';
import { keyOf, openShortcuts, type ShortcutPorts } from './shortcuts.ts';

const press = {
  key: 'b',
  code: 'KeyB',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
};

describe('keyOf', () => {
  it.each([
    ['a letter, lower case or with Caps Lock', { key: 'B' }, 'b'],
    ['a sign typed with Shift', { key: '?', code: 'Minus', shiftKey: true }, '?'],
    ['the slash of a German keyboard', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    ['a digit of a French keyboard', { key: '1', code: 'Digit1', shiftKey: true }, '1'],
    ['the physical key of a letter on a keyboard of another script', { key: 'и', code: 'KeyB' }, 'b'],
    ['the physical key of a digit on a keyboard with other digits', { key: '२', code: 'Digit2' }, '2'],
    ['no letter with Shift', { key: 'B', shiftKey: true }, null],
    ['nothing with Control', { ctrlKey: true }, null],
    ['nothing with Command', { metaKey: true }, null],
    ['nothing with Alt', { altKey: true }, null],
    ['nothing during IME composition', { isComposing: true }, null],
    ['nothing for a repeating key', { repeat: true }, null],
    ['nothing for a named key', { key: 'Enter', code: 'Enter' }, null],
  ])('reads %s', (_, change, meant) => {
    expect(keyOf({ ...press, ...change })).toBe(meant);
  });
});

describe('shortcuts', () => {
  it('run the binding that was added last, and the previous one after it is removed', () => {
    const { shortcuts, type } = opened();
    const [before, after] = [vi.fn<() => void>(), vi.fn<() => void>()];
    shortcuts.bind('b', before);
    const end = shortcuts.bind('b', after);
    expect(type('b')).toBe(true);
    end();
    type('b');
    expect([before.mock.calls.length, after.mock.calls.length]).toEqual([1, 1]);
    expect(type('s')).toBe(false);
  });

  it('do not run behind a dialog unless they are allowed in dialogs', () => {
    const { shortcuts, type, dialog } = opened();
    const [buy, search] = [vi.fn<() => void>(), vi.fn<() => void>()];
    shortcuts.bind('b', buy);
    shortcuts.bind('/', search, { inDialogs: true });
    dialog.open = true;
    type('b');
    type('/');
    expect([buy.mock.calls.length, search.mock.calls.length]).toEqual([0, 1]);
  });

  it('do not run while the user types in a field', () => {
    const { shortcuts, type, field } = opened();
    const buy = vi.fn<() => void>();
    shortcuts.bind('b', buy);
    expect(type('b', field)).toBe(false);
    expect(buy).not.toHaveBeenCalled();
  });

  it('do not run after the user disables them, which is stored', () => {
    const { shortcuts, type, kept } = opened();
    const buy = vi.fn<() => void>();
    shortcuts.bind('b', buy);
    shortcuts.choose(false);
    type('b');
    expect(kept.get('shortcuts')).toBe('off');
    shortcuts.choose(true);
    type('b');
    expect(buy).toHaveBeenCalledOnce();
    expect(opened({ shortcuts: 'off' }).shortcuts.on.getState()).toBe(false);
  });
});

function opened(stored: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(stored));
  const dialog = { open: false };
  const field = new EventTarget();
  let hear: Parameters<ShortcutPorts['onKey']>[0] = () => undefined;
  const shortcuts = openShortcuts({
    storage: {
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => void kept.set(key, value),
      remove: (...keys) => keys.forEach((key) => kept.delete(key)),
    },
    onKey: (listener) => {
      hear = listener;
    },
    isTakenBy: (target) => target === field,
    isDialogOpen: () => dialog.open,
  });
  /** Presses a key; returns whether a shortcut handled it. */
  const type = (key: string, target: EventTarget | null = null): boolean => {
    const preventDefault = vi.fn<() => void>();
    hear({ ...press, key, code: '', target, defaultPrevented: false, preventDefault });
    return preventDefault.mock.calls.length > 0;
  };
  return { shortcuts, type, kept, dialog, field };
}
