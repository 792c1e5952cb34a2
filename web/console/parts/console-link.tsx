import type { ComponentProps } from 'react';
import { useConsole } from '../wire/console-context.tsx';

interface ConsoleLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the console, with its query. */
  readonly to: string;
}

/** A link within the console. A press with a modifier opens a tab, as with any link. */
export function ConsoleLink({ to, onClick, children, ...props }: ConsoleLinkProps) {
  const { go } = useConsole();
  return (
    <a
      {...props}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
