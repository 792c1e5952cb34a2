import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { roveTo } from './roving-focus.ts';

interface ToolbarProps {
  readonly label: string;
  readonly orientation?: 'horizontal' | 'vertical';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A row or column of buttons with a single tab stop; the arrow keys, Home and End move within. A menu in it keeps its
 * own keys.
 */
export function Toolbar({ label, orientation = 'horizontal', className, children }: ToolbarProps) {
  const root = useRef<HTMLDivElement>(null);
  // The button focused last is the tab stop; it is chosen again after every render, because buttons come and go.
  useEffect(() => {
    const buttons = buttonsOf(root.current);
    const stop = buttons.find((button) => button.tabIndex === 0 && button.dataset['stop'] === 'true') ?? buttons[0];
    if (stop !== undefined) makeStop(stop, buttons);
  });
  const onKey = (event: KeyboardEvent): void => {
    const buttons = buttonsOf(root.current);
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (event.defaultPrevented || at < 0) return;
    const next = roveTo(event.key, orientation, at, buttons.length);
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  };
  return (
    <div
      ref={root}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      aria-orientation={orientation}
      className={className}
      onKeyDown={onKey}
      onFocus={({ target }) => {
        const buttons = buttonsOf(root.current);
        const button = buttons.find((candidate) => candidate === (target as Element));
        if (button !== undefined) makeStop(button, buttons);
      }}
    >
      {children}
    </div>
  );
}

function buttonsOf(root: HTMLElement | null): HTMLButtonElement[] {
  return [...(root?.querySelectorAll<HTMLButtonElement>('button:not(:disabled):not([role^="menuitem"])') ?? [])];
}

function makeStop(stop: HTMLButtonElement, buttons: readonly HTMLButtonElement[]): void {
  for (const button of buttons) {
    button.tabIndex = button === stop ? 0 : -1;
    if (button === stop) button.dataset['stop'] = 'true';
    else delete button.dataset['stop'];
  }
}
